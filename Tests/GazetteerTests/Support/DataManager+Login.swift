import GazetteerIndex

@testable import GazetteerServices

extension DataManager {
  /// Logs in, and uses the session.
  @discardableResult
  func login(
    to service: String, _ login: Login, _ cancellation: Cancellation
  ) throws(ServiceError) -> Account {
    let account = try requestSession(at: service, login, cancellation)
    adopt(account)
    return account
  }
}
