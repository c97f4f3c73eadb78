import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Which session of a service is used, while others begin and end.
@Suite struct AdoptedSessionTests {
  private let manager = DataManager([ServiceEntry(.local, LocalService(path: nil, now: { 1 }))])
  private let cancellation = Cancellation()

  private func request(_ user: String) throws -> Account {
    let password = Secret("open sesame".utf8)
    return try manager.requestSession(
      at: "local", .signUp(user: Untrusted(user), password: password, name: nil), cancellation)
  }

  private var user: String? { try? manager.whoAmI(at: "local", cancellation).user.text }

  /// A login whose user has gone on meanwhile changes nothing.
  @Test func aSessionIsUsedOnlyWhenItIsAdopted() throws {
    let ada = try request("ada")
    #expect(user == nil)
    manager.adopt(ada)
    #expect(user == "ada")
    let bob = try request("bob")
    #expect(user == "ada")
    manager.adopt(ada)
    #expect(user == "ada", "the last login was that of bob")
    manager.adopt(bob)
    #expect(user == "bob")
  }

  @Test func aSessionEndsHereAtOnceAndAtTheServiceLater() throws {
    manager.adopt(try request("ada"))
    manager.leave("local")
    #expect(user == nil)
    manager.adopt(try request("bob"))
    try manager.end(manager.formerSessions(at: "local"), at: "local", cancellation)
    #expect(user == "bob", "only former sessions end")
  }

  /// A login that was stopped after the service had answered has a session there. A logout ends it too, and only once.
  @Test func aLogoutEndsTheSessionOfAStoppedLogin() throws {
    manager.adopt(try request("ada"))
    _ = try request("bob")
    manager.leave("local")
    #expect(manager.formerSessions(at: "local").map(\.account.user.text) == ["bob", "ada"])
    #expect(manager.formerSessions(at: "local").isEmpty && user == nil)
    let eve = try request("eve")
    manager.adopt(eve)
    #expect(user == "eve" && manager.formerSessions(at: "local").isEmpty)
  }

  /// What a call has fetched for a session that is replaced meanwhile is dropped. The control: otherwise it is kept.
  @Test(arguments: [true, false]) func theLocationsOfAReplacedSessionAreDropped(isReplaced: Bool) throws {
    let ada = try request("ada")
    manager.adopt(ada)
    let bob = try request("bob")
    try manager.use(manager.managed("local"), cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session else { return }
      _ = try state.feed.load(from: accounts.locations(for: session), as: ada, cancellation)
      if isReplaced { manager.adopt(bob) }
    }
    let isLoaded = try manager.use(manager.managed("local"), cancellation) { _, state in state.feed.isLoaded }
    #expect(isLoaded != isReplaced)
  }
}
