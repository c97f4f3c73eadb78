import GazetteerIndex
import Synchronization

@testable import GazetteerServices

/// A service that counts what it is asked to store.
final class CountingService: AccountService, Sendable {
  let local: LocalService
  let calls = Mutex<[Bool]>([])
  /// Runs right after something was stored.
  let afterwards: @Sendable () -> Void

  init(named name: String = "campus", _ afterwards: @escaping @Sendable () -> Void = {}) {
    local = LocalService(name: name, path: nil, now: { 1 })
    self.afterwards = afterwards
  }

  func login(_ credentials: Credentials, _ cancellation: Cancellation) throws(ServiceError) -> ServiceSession {
    try local.login(credentials, cancellation)
  }
  func signUp(
    user: Untrusted, password: Secret, name: Untrusted?, _ cancellation: Cancellation
  ) throws(ServiceError) -> ServiceSession {
    try local.signUp(user: user, password: password, name: name, cancellation)
  }
  func account(of session: ServiceSession, _ cancellation: Cancellation) throws(ServiceError) -> Account {
    try local.account(of: session, cancellation)
  }
  func logout(_ session: ServiceSession, _ cancellation: Cancellation) throws(ServiceError) {
    try local.logout(session, cancellation)
  }
  func locations(for session: ServiceSession) -> any LocationService {
    Locations(service: self, local: local.locations(for: session))
  }

  private struct Locations: LocationService {
    let service: CountingService
    let local: any LocationService

    func newest(limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage {
      try local.newest(limit: limit, cancellation)
    }
    func changed(since time: Int64, limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage? {
      try local.changed(since: time, limit: limit, cancellation)
    }
    func older(
      than mark: LocationMark, limit: Int, _ cancellation: Cancellation
    ) throws(ServiceError) -> LocationPage {
      try local.older(than: mark, limit: limit, cancellation)
    }
    func own(_ account: Account, _ cancellation: Cancellation) throws(ServiceError) -> OwnLocations {
      try local.own(account, cancellation)
    }
    func create(
      _ draft: LocationDraft, clientID: String, after earlier: EarlierRequests?, by account: Account,
      _ cancellation: Cancellation
    ) throws(ServiceError) -> Location {
      service.calls.withLock { $0.append(earlier != nil) }
      defer { service.afterwards() }
      return try local.create(draft, clientID: clientID, after: earlier, by: account, cancellation)
    }
    func update(
      _ known: Location, to draft: LocationDraft, by account: Account, _ cancellation: Cancellation
    ) throws(ServiceError) -> Location {
      try local.update(known, to: draft, by: account, cancellation)
    }
    func delete(_ known: Location, by account: Account, _ cancellation: Cancellation) throws(ServiceError) {
      try local.delete(known, by: account, cancellation)
    }
  }
}
