import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices

/// Locations at a server that speaks as that of "On The Map".
@Suite struct UdacityTests {
  private let cancellation = Cancellation()

  private let standIn = UdacityStandIn()
  private let server: LoopbackServer

  init() throws { server = try LoopbackServer { [standIn] in standIn.answer($0, $1) } }

  private func service() throws -> UdacityService {
    UdacityService(name: "map", web: KintoServer.client, base: try WebAddress(Untrusted(server.address)))
  }

  private func login() throws -> ServiceSession {
    try service().login(.password(user: Untrusted("ada@example.org"), Secret("sesame".utf8)), cancellation)
  }

  /// Records with times in the past, the newest first.
  private func fill(_ count: Int, key: (Int) -> String = { "k\($0)" }) {
    standIn.records.withLock { records in
      records = (0..<count).reversed().map { number in
        (
          "n\(number)", key(number), "Place \(number)",
          ServiceTime.text(1_700_000_000_000_000 + Int64(number / 3) * 1_000_000)
        )
      }
    }
  }

  @Test func aSessionBeginsWithANameAndEndsWithItsToken() throws {
    let session = try login()
    #expect(session.account.key.text == "key-7" && session.account.fullName.text == "Ada Lovelace")
    #expect(try service().account(of: session, cancellation) == session.account)
    try service().logout(session, cancellation)
    #expect(standIn.ended.withLock(\.self) == "a-token")
    #expect(throws: ServiceError.badLogin(Untrusted("Account not found or invalid credentials."))) {
      try service().login(.password(user: Untrusted("ada@example.org"), Secret("wrong".utf8)), cancellation)
    }
    #expect(throws: ServiceError.self) {
      try service().signUp(user: Untrusted("x"), password: Secret("y".utf8), name: nil, cancellation)
    }
  }

  @Test func aLocationIsPostedAndChanged() throws {
    let session = try login()
    let locations = try service().locations(for: session)
    let draft = LocationDraft(
      place: Untrusted("Boston"), url: Untrusted("https://example.org"),
      coordinate: Coordinate(latitude: 1.5, longitude: 2))
    let posted = try locations.create(draft, clientID: "c", by: session.account, cancellation)
    #expect(posted.updated == 1_777_636_800_123_456)
    // A repeated request finds it by its content.
    #expect(try locations.create(draft, clientID: "c", by: session.account, cancellation).id == "new0")
    #expect(standIn.records.withLock(\.count) == 1)
    // The same content may be posted again on purpose.
    let second = try locations.create(
      draft, clientID: "d", after: nil, by: session.account, cancellation)
    #expect(second.id == "new1" && standIn.records.withLock(\.count) == 2)
    let changed = try locations.update(posted, to: draft, by: session.account, cancellation)
    #expect(changed.updated > posted.updated && changed.created == posted.created)
    // Somebody changes it; nobody overwrites that without having seen it.
    standIn.records.withLock { $0[1] = (posted.id, "key-7", "Rome", "2026-05-02T12:00:00.123Z") }
    #expect(throws: ServiceError.changedMeanwhile) {
      try locations.update(posted, to: draft, by: session.account, cancellation)
    }
    #expect(standIn.records.withLock { $0[1].place } == "Rome")
    let elsewhere = Location(
      id: "none", owner: posted.owner, place: draft.place, url: draft.url, coordinate: nil, created: 1, updated: 1)
    #expect(throws: ServiceError.gone) {
      try locations.update(elsewhere, to: draft, by: session.account, cancellation)
    }
    #expect(throws: ServiceError.refused(Untrusted("this service cannot delete locations"))) {
      try locations.delete(changed, by: session.account, cancellation)
    }
  }

  @Test func pagesWithEqualTimesLoseNothingWhileRowsMove() throws {
    fill(550)
    let locations = try service().locations(for: try login())
    var feed = LocationFeed()
    _ = try feed.load(from: locations, as: .guest(of: "map"), cancellation)
    #expect(feed.pool.records.count == 100)
    var round = 0
    while feed.hasOlder, !feed.hasStopped {
      // Rows move up because known ones are deleted, and down because others post.
      standIn.records.withLock { records in
        if round.isMultiple(of: 2) {
          records.removeSubrange(30..<60)
        } else {
          records.insert(("x\(round)", "k", "new", "2026-05-01T12:00:00.\(round)00Z"), at: 0)
        }
      }
      round += 1
      _ = try feed.fetchOlder(from: locations, cancellation)
    }
    let ids = Set(feed.pool.records.map(\.id))
    #expect(Set((0..<550).map { "n\($0)" }).subtracting(ids) == [])
    let news = try feed.refresh(from: locations, as: .guest(of: "map"), cancellation)
    #expect(news.change.added == round / 2)
  }

  /// N2: 30 % of the answers are lost, and the program is killed and starts again.
  @Test func droppedAnswersLoseNothingAndRepeatNothing() throws {
    let drops = Drops(seed: 5)
    let proxy = try LoopbackServer.dropping(answersOf: server.port) { _ in drops.next() }
    let service = UdacityService(name: "map", web: KintoServer.client, base: try WebAddress(Untrusted(proxy.address)))
    let login = DataManager.Login.with(.password(user: Untrusted("ada@example.org"), Secret("sesame".utf8)))
    try PostingThroughLosses.post(150, to: service, as: login) { place in
      LocationDraft(
        place: Untrusted(place), url: Untrusted("https://example.org"),
        coordinate: Coordinate(latitude: 1.5, longitude: 2))
    }
    #expect(drops.count > 50, "the control: answers were lost")
    let places = standIn.records.withLock { $0.map(\.place) }
    #expect(places.count == 150 && Set(places).count == 150)
  }

  /// Pages overlap, and a record without an owner in several of them is counted once.
  @Test func whatIsLeftOutIsCountedOnce() throws {
    fill(350) { $0.isMultiple(of: 50) ? "" : "k\($0)" }
    let locations = try service().locations(for: try login())
    var feed = LocationFeed()
    _ = try feed.load(from: locations, as: .guest(of: "map"), cancellation)
    while feed.hasOlder, !feed.hasStopped { _ = try feed.fetchOlder(from: locations, cancellation) }
    _ = try feed.refresh(from: locations, as: .guest(of: "map"), cancellation)
    #expect(feed.ownerless == 7 && feed.pool.records.count == 343)
  }

  /// Many rows move down because others post, and many have no owner, so that some pages have nothing else.
  @Test(arguments: [1, 7, 200]) func olderOnesAreFoundBehindOthers(every: Int) throws {
    fill(1200) { $0.isMultiple(of: every) ? "k" : "" }
    let locations = try service().locations(for: try login())
    var feed = LocationFeed()
    _ = try feed.load(from: locations, as: .guest(of: "map"), cancellation)
    standIn.records.withLock { records in
      let new = (0..<450).map { ("x\($0)", "k", "new", "2026-05-01T12:00:00.\($0)Z") }
      records.insert(contentsOf: new.reversed(), at: 0)
    }
    while feed.hasOlder, !feed.hasStopped { _ = try feed.fetchOlder(from: locations, cancellation) }
    #expect(!feed.hasOlder)
    let wanted = (0..<1200).filter { $0.isMultiple(of: every) }.map { "n\($0)" }
    #expect(Set(wanted).subtracting(feed.pool.records.map(\.id)) == [])
  }

  @Test func tooMuchNewsStartsAgain() throws {
    fill(50)
    let locations = try service().locations(for: try login())
    var feed = LocationFeed()
    _ = try feed.load(from: locations, as: .guest(of: "map"), cancellation)
    fill(LocationFeed.mostBatchesOfNews * LocationFeed.batch + 100)
    #expect(try feed.refresh(from: locations, as: .guest(of: "map"), cancellation).hasRestarted)
    #expect(feed.pool.records.count == 100 && feed.pool.records.first?.id == "n10099")
  }

  @Test func onesOwnAreAskedForByKey() throws {
    fill(300) { $0 < 3 ? "key-7" : "k" }
    let session = try login()
    let locations = try service().locations(for: session)
    #expect(try locations.own(session.account, cancellation).locations.map(\.id) == ["n2", "n1", "n0"])
  }

  @Test(
    arguments: [
      ("2026-01-31T12:00:00Z", 1_769_860_800_000_000), ("2026-01-31T12:00:00.5Z", 1_769_860_800_500_000),
      ("2026-01-31T12:00:00.123Z", 1_769_860_800_123_000), ("2026-01-31T12:00:00.123456Z", 1_769_860_800_123_456),
      ("2026-01-31T12:00:00.1234567Z", 1_769_860_800_123_456), ("2026-01-31T12:00:00.Z", nil),
      ("2026-13-31T12:00:00Z", nil),
      ("2026-01-31 12:00:00Z", nil), ("2026-01-31T12:00:00", nil), ("", nil), ("2026-01-31T12:00:00.12x4Z", nil),
    ] as [(String, Int64?)])
  func timesOfServicesAreRead(text: String, microseconds: Int64?) {
    #expect(ServiceTime.microseconds(Untrusted(text)) == microseconds)
  }

  @Test func base64IsThatOfTheStandard() {
    for (text, encoded) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy"),
    ] {
      #expect(Array(text.utf8).base64 == Array(encoded.utf8))
    }
  }
}
