import GazetteerIndex

/// A service that can be used.
package struct ServiceEntry: Sendable {
  package let facts: ServiceFacts
  private let make: @Sendable () -> Result<any AccountService, ServiceError>

  package init(_ facts: ServiceFacts, _ service: any AccountService) {
    self.facts = facts
    make = { .success(service) }
  }

  /// - Parameter make: called when the service is used, because most services are never used in a session.
  init(_ facts: ServiceFacts, make: @escaping @Sendable () -> Result<any AccountService, ServiceError>) {
    self.facts = facts
    self.make = make
  }

  func accounts() throws(ServiceError) -> any AccountService { try make().get() }
}
