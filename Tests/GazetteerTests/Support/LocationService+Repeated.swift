import GazetteerIndex

@testable import GazetteerServices

extension LocationService {
  /// Stores a new location, or finds what an earlier request with this client id has stored.
  func create(
    _ draft: LocationDraft, clientID: String, by account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Location {
    try create(draft, clientID: clientID, after: EarlierRequests(), by: account, cancellation)
  }
}
