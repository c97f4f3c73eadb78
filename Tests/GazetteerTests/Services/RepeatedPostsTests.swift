import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices

/// New locations at services that make the ids themselves, and whose first request may still be in work.
@Suite struct RepeatedPostsTests {
  private let folder: TemporaryFolder
  private let cancellation = Cancellation()
  private let draft = LocationDraft(
    place: Untrusted("Boston"), url: Untrusted("https://example.org"),
    coordinate: Coordinate(latitude: 1.5, longitude: 2))

  init() throws { folder = try TemporaryFolder() }

  /// A run of the program at a time, in seconds since 1970.
  private func manager(
    _ slow: SlowPosting, _ server: LoopbackServer, at time: Int64, keepsChanges: Bool = true
  ) throws -> DataManager {
    let base = try WebAddress(Untrusted(server.address))
    let service: any AccountService =
      switch slow.dialect {
      case .parse:
        ParseService(
          name: "map", web: KintoServer.client, base: base, applicationID: "app", restKey: Secret("key".utf8))
      case .udacity: UdacityService(name: "map", web: KintoServer.client, base: base)
      }
    let facts = ServiceFacts(name: "map", dialect: slow.dialect.rawValue, host: Untrusted("127.0.0.1"))
    let manager = DataManager(
      [.init(facts, service)], links: LinkCheck(through: KintoServer.client),
      pending: PendingChanges(path: keepsChanges ? folder.path + "/changes.sqlite" : nil),
      now: { time })
    try manager.login(
      to: "map", .with(.password(user: Untrusted("ada@example.org"), Secret("sesame".utf8))), cancellation)
    return manager
  }

  /// Posts, and ends while the server is working.
  private func postAndEnd(
    _ slow: SlowPosting, _ server: LoopbackServer, at time: Int64, place: String = "Boston"
  ) throws {
    let manager = try manager(slow, server, at: time)
    let stopping = Cancellation()
    let draft = LocationDraft(place: Untrusted(place), url: draft.url, coordinate: draft.coordinate)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? manager.perform(.create(draft, clientID: "c-1"), at: "map", checksLink: false, stopping)
      ended.signal()
    }
    slow.arrived.wait()
    stopping.cancel()
    ended.wait()
  }

  private func waiting(_ manager: DataManager) throws -> [WaitingChange] {
    try manager.waiting(cancellation).changes
  }

  /// 2026-05-01 12:00 UTC, when the stand-ins store what they get, or later.
  private static let noon: Int64 = 1_777_636_800

  @Test(arguments: SlowPosting.Dialect.allCases, SlowPosting.End.allCases)
  func aRequestInWorkIsNotSentAgain(dialect: SlowPosting.Dialect, end: SlowPosting.End) throws {
    let slow = SlowPosting(dialect, end)
    let server = try slow.serve()
    let start = Self.noon - 1
    try postAndEnd(slow, server, at: start)
    var notices: [String] = []
    for time in [start + 2, start + 119] {
      let manager = try manager(slow, server, at: time)
      notices += try manager.fetch(.newest, from: "map", cancellation).notices.map(\.neutralised)
      #expect(try waiting(manager).map(\.mayBeStored) == [true])
    }
    #expect(slow.records == 0)
    #expect(
      notices
        == [118, 1].map {
          "not sent: Boston; the service may still be working on it; it waits; try: refresh in \($0) s"
        })
    slow.mayAct.signal()
    slow.hasActed.wait()
    #expect(slow.records == (end == .stored ? 1 : 0), "the control: it may or may not be stored")
    let later = try manager(slow, server, at: start + 120)
    #expect(try later.fetch(.newest, from: "map", cancellation).notices.count == 1)
    #expect(try waiting(later).isEmpty && slow.records == 1)
  }

  /// The location was changed since, with another link, which answers. The fetch says that its post still waits; after the
  /// check of the link it is not said again. The control: the next fetch.
  @Test func whatGoesOnWaitingIsSaidOnce() throws {
    let slow = SlowPosting(.parse, .stored)
    let server = try slow.serve()
    let page = try LoopbackServer { _, connection in connection.answer() }
    try postAndEnd(slow, server, at: Self.noon - 1)
    let manager = try manager(slow, server, at: Self.noon)
    let account = try #require(try manager.managed("map").account)
    let known = try #require(try waiting(manager).applied(to: []).first)
    var new = draft
    new.url = Untrusted(page.address)
    _ = try manager.pending.add(.update(known, new), checksLink: true, for: account, cancellation)
    let news = try manager.fetch(.newest, from: "map", cancellation)
    #expect(news.notices.count == 1 && news.linkToCheck == new.url)
    #expect(try manager.sendChecked(to: "map", cancellation) { _ in }.notices == [])
    #expect(try manager.fetch(.newest, from: "map", cancellation).notices.count == 1)
    slow.mayAct.signal()
    slow.hasActed.wait()
  }

  /// What is stored is found at once, also before the time is over.
  @Test(arguments: SlowPosting.Dialect.allCases) func whatIsStoredIsFoundAtOnce(dialect: SlowPosting.Dialect) throws {
    let slow = SlowPosting(dialect, .stored)
    let server = try slow.serve()
    try postAndEnd(slow, server, at: Self.noon - 1)
    slow.mayAct.signal()
    slow.hasActed.wait()
    let later = try manager(slow, server, at: Self.noon)
    _ = try later.fetch(.newest, from: "map", cancellation)
    #expect(try waiting(later).isEmpty && slow.records == 1)
  }

  /// The password is a word of the place, so it is not shown in what the service answers.
  @Test(arguments: SlowPosting.Dialect.allCases, ["sesame station", "another station"])
  func aPlaceThatIsNotShownIsFound(dialect: SlowPosting.Dialect, place: String) throws {
    let slow = SlowPosting(dialect, .stored)
    let server = try slow.serve()
    try postAndEnd(slow, server, at: Self.noon - 1, place: place)
    slow.mayAct.signal()
    slow.hasActed.wait()
    let later = try manager(slow, server, at: Self.noon + 1000)
    _ = try later.fetch(.newest, from: "map", cancellation)
    #expect(try waiting(later).isEmpty && slow.records == 1)
  }

  /// A clock that was set back makes nobody wait for longer than that.
  @Test func aClockThatWasSetBackKeepsNothingWaiting() throws {
    let slow = SlowPosting(.parse, .lost)
    let server = try slow.serve()
    try postAndEnd(slow, server, at: Self.noon)
    slow.mayAct.signal()
    slow.hasActed.wait()
    for (time, records) in [(Self.noon - 100_000, 0), (Self.noon - 100_000 + 119, 0), (Self.noon - 99_880, 1)] {
      let later = try manager(slow, server, at: time)
      _ = try later.fetch(.newest, from: "map", cancellation)
      #expect(try slow.records == records && waiting(later).count == 1 - records)
    }
  }

  /// Somebody has posted the same before. The service of this dialect cannot tell which one it is, so the user decides.
  @Test func anotherOneWithTheSameContentIsNotTakenForIt() throws {
    let slow = SlowPosting(.udacity, .lost)
    let server = try slow.serve()
    let start = Self.noon + 600
    try postAndEnd(slow, server, at: start)
    slow.mayAct.signal()
    slow.hasActed.wait()
    // Before the change was made, from another machine.
    _ = try manager(slow, server, at: start, keepsChanges: false).perform(
      .create(draft, clientID: "c-2"), at: "map", checksLink: false, cancellation)
    for released in [[], [], Set([Int64(1)])] {
      let later = try manager(slow, server, at: start + 1000)
      let notices = try later.fetch(.newest, from: "map", sending: released, cancellation).notices
      if released.isEmpty {
        #expect(try waiting(later).map(\.isUncertain) == [true] && slow.records == 1)
      } else {
        #expect(notices.count == 1 && slow.records == 2)
        #expect(try waiting(later).isEmpty)
      }
    }
  }

  /// Of two posts with the same content, each finds its own, and the second is not taken for the first.
  @Test func theSameContentIsPostedTwice() throws {
    let slow = SlowPosting(.udacity, .lost)
    let server = try slow.serve()
    try postAndEnd(slow, server, at: Self.noon - 10)
    slow.mayAct.signal()
    slow.hasActed.wait()
    let second = try manager(slow, server, at: Self.noon - 5)
    _ = try second.perform(.create(draft, clientID: "c-2"), at: "map", checksLink: false, cancellation)
    #expect(slow.records == 1)
    let later = try manager(slow, server, at: Self.noon + 1000)
    _ = try later.fetch(.newest, from: "map", cancellation)
    #expect(try waiting(later).isEmpty && slow.records == 2)
  }
}
