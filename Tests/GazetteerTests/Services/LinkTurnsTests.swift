import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices
@testable import GazetteerShell

/// Links that are checked later, some of which never answer.
struct LinkTurnsTests {
  private let cancellation = Cancellation()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ link: String) -> LocationDraft {
    LocationDraft(
      place: Untrusted("x"), url: Untrusted(link), coordinate: Coordinate(latitude: 1, longitude: 2))
  }

  /// Each check takes longer than gaz tries further links, so there is one in each run, also if the program is started
  /// anew each time. Every link has its turn: the last one, which answers, and then the first one again.
  @Test func everyLinkHasItsTurn() throws {
    let page = try LoopbackServer { _, connection in connection.answer() }
    let path = folder.path + "/changes.sqlite"
    let service = LocalService(path: nil, now: { 1 })
    let seconds = Atomic<Int64>(0)
    func start(isNew: Bool = false) throws -> (DataManager, Account) {
      let manager = DataManager(
        [.init(.local, service)], links: LinkCheck(through: KintoServer.client), pending: PendingChanges(path: path),
        now: { seconds.wrappingAdd(10, ordering: .relaxed).newValue })
      let (user, secret) = (Untrusted("ada"), Secret("open sesame".utf8))
      let login =
        isNew
        ? DataManager.Login.signUp(user: user, password: secret, name: nil) : .with(.password(user: user, secret))
      return (manager, try manager.login(to: "local", login, cancellation))
    }
    func run() throws -> [String] {
      let manager = try start().0
      let first = manager.linkToCheck(for: try #require(try manager.managed("local").account), cancellation)
      let links = Mutex<[String]>([])
      _ = try manager.sendChecked(to: "local", cancellation) { link in links.withLock { $0.append(link.text) } }
      let checked = links.withLock(\.self)
      #expect(first?.text == checked.first, "the row names the link that is checked")
      return checked
    }
    let (_, account) = try start(isNew: true)
    let pending = PendingChanges(path: path)
    let links = ["http://one.invalid/", "http://two.invalid/", page.address]
    for (number, link) in links.enumerated() {
      _ = try pending.add(
        .create(draft(link), clientID: "c-\(number)"), checksLink: true, for: account, cancellation)
    }
    #expect(try (0..<5).map { _ in try run() } == [[links[0]], [links[1]], [links[2]], [links[0]], [links[1]]])
    #expect(try pending.all(cancellation).changes.compactMap(\.change.draft?.url.text) == Array(links.prefix(2)))
    // A new one is tried before those that were tried already.
    let new = page.address + "/4"
    _ = try pending.add(.create(draft(new), clientID: "c-4"), checksLink: true, for: account, cancellation)
    #expect(try run() == [new])
  }
}
