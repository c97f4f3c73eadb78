import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Somebody who posts while answers get lost, and whose program ends and starts again.
enum PostingThroughLosses {
  /// Posts so many locations, then fetches until nothing waits.
  static func post(
    _ count: Int, to service: any AccountService, as login: DataManager.Login,
    _ draft: (String) -> LocationDraft
  ) throws {
    let folder = try TemporaryFolder()
    let cancellation = Cancellation()
    let facts = ServiceFacts(name: "map", dialect: "test", host: Untrusted("test"))
    func start() -> DataManager {
      let manager = DataManager(
        [.init(facts, service)], pending: PendingChanges(path: folder.path + "/changes.sqlite"))
      while (try? manager.login(to: "map", login, cancellation)) == nil {}
      return manager
    }
    var manager = start()
    for number in 0..<count {
      if number % 25 == 24 { manager = start() }
      _ = try? manager.perform(
        .create(draft("place \(number)"), clientID: "c-\(number)"), at: "map", checksLink: false, cancellation)
    }
    let pending = PendingChanges(path: folder.path + "/changes.sqlite")
    let account: Account = {
      while true { if let account = try? manager.whoAmI(at: "map", cancellation) { return account } }
    }()
    while try pending.isNeeded(by: account, cancellation) {
      _ = try? manager.fetch(.newest, from: "map", cancellation)
    }
  }
}
