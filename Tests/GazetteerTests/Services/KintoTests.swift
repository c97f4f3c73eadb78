import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices

/// Locations at a real Kinto server.
@Suite(.serialized, .enabled(if: KintoServer.isInstalled, KintoServer.absent)) struct KintoTests {
  private let server: KintoServer
  private let cancellation = Cancellation()
  private let password = Secret("open: sesame ñ \"x\"".utf8)

  init() throws { server = try KintoServer() }

  private func service(at address: String? = nil) throws -> KintoService {
    KintoService(
      name: "campus", web: KintoServer.client, base: try WebAddress(Untrusted(address ?? server.address)),
      bucket: "gaz", collection: "locations")
  }

  private func signUp(_ user: String, _ name: String = "Ada Lovelace King") throws -> ServiceSession {
    try service().signUp(user: Untrusted(user), password: password, name: Untrusted(name), cancellation)
  }

  private func draft(_ place: String) -> LocationDraft {
    LocationDraft(
      place: Untrusted(place), url: Untrusted("https://example.org/\(place)"),
      coordinate: Coordinate(latitude: 42.360_083_123, longitude: -71.058_88))
  }

  @Test func accountsAreMadeAndChecked() throws {
    let session = try signUp("ada")
    #expect(session.account.key.text == "account:ada" && session.account.fullName.text == "Ada Lovelace King")
    let again = try service().login(.password(user: Untrusted("ada"), password), cancellation)
    #expect(again.account == session.account)
    #expect(try service().account(of: again, cancellation) == session.account)
    #expect(throws: ServiceError.badLogin(Untrusted("Please authenticate yourself to use this endpoint."))) {
      try service().login(.password(user: Untrusted("ada"), Secret("x".utf8)), cancellation)
    }
    #expect(throws: ServiceError.accountTaken(user: Untrusted("ada"))) { try signUp("ada") }
    #expect(throws: ServiceError.badLogin(Untrusted("the token is not accepted"))) {
      try service().login(.token(Secret("nonsense".utf8)), cancellation)
    }
  }

  @Test func locationsArePostedChangedAndDeleted() throws {
    let session = try signUp("ada")
    let locations = try service().locations(for: session)
    let posted = try locations.create(draft("Boston"), clientID: "0190-a", by: session.account, cancellation)
    #expect(posted.id == "0190-a" && posted.has(draft("Boston")) && posted.firstName.text == "Ada")
    let guest = try service().locations(for: try service().login(.guest, cancellation))
    #expect(try guest.newest(limit: 100, cancellation).locations == [posted])
    #expect(try locations.own(session.account, cancellation).locations == [posted])
    let changed = try locations.update(posted, to: draft("Paris"), by: session.account, cancellation)
    #expect(changed.updated > posted.updated)
    #expect(throws: ServiceError.changedMeanwhile) {
      try locations.update(posted, to: draft("Rome"), by: session.account, cancellation)
    }
    try locations.delete(changed, by: session.account, cancellation)
    try locations.delete(changed, by: session.account, cancellation)
    #expect(throws: ServiceError.gone) {
      try locations.update(changed, to: draft("Rome"), by: session.account, cancellation)
    }
    #expect(try guest.newest(limit: 100, cancellation).locations.isEmpty)
    #expect(throws: ServiceError.self) {
      try guest.create(draft("x"), clientID: "0190-b", by: session.account, cancellation)
    }
  }

  @Test func nobodyChangesTheLocationOfAnother() throws {
    let (ada, bob) = (try signUp("ada"), try signUp("bob"))
    let posted = try service().locations(for: ada).create(draft("x"), clientID: "a-1", by: ada.account, cancellation)
    let locations = try service().locations(for: bob)
    #expect(throws: ServiceError.notYours) {
      try locations.update(posted, to: draft("y"), by: bob.account, cancellation)
    }
    #expect(throws: ServiceError.notYours) { try locations.delete(posted, by: bob.account, cancellation) }
    #expect(throws: ServiceError.notYours) {
      try locations.create(draft("y"), clientID: "a-1", by: bob.account, cancellation)
    }
  }

  @Test func aRepeatedRequestStoresNothingTwice() throws {
    let session = try signUp("ada")
    let locations = try service().locations(for: session)
    let first = try locations.create(draft("x"), clientID: "a-1", by: session.account, cancellation)
    #expect(try locations.create(draft("x"), clientID: "a-1", by: session.account, cancellation) == first)
    let second = try locations.update(first, to: draft("y"), by: session.account, cancellation)
    #expect(try locations.update(first, to: draft("y"), by: session.account, cancellation) == second)
    #expect(try server.count() == 1)
  }

  @Test func pagesNewsAndDeletionsComeInBatches() throws {
    let session = try signUp("ada")
    let locations = try service().locations(for: session)
    let all = try (0..<230).map {
      try locations.create(draft("\($0)"), clientID: "n-\($0)", by: session.account, cancellation)
    }
    // A record without an owner, as other programs may write it.
    try server.request(
      "PUT", "/buckets/gaz/collections/locations/records/odd", #"{"data":{"mapString":"?"}}"#, admin: true)
    let guest = Account.guest(of: "campus")
    var feed = LocationFeed()
    _ = try feed.load(from: locations, as: guest, cancellation)
    #expect(feed.pool.records == all.suffix(99).reversed() && feed.ownerless == 1 && feed.hasOlder)
    _ = try feed.fetchOlder(from: locations, cancellation)
    _ = try feed.fetchOlder(from: locations, cancellation)
    #expect(feed.pool.records == all.reversed() && !feed.hasOlder)
    try locations.delete(all[7], by: session.account, cancellation)
    let new = try locations.create(draft("new"), clientID: "new", by: session.account, cancellation)
    let news = try feed.refresh(from: locations, as: guest, cancellation)
    #expect(news.change == .init(added: 1, removed: 1) && feed.pool.records.first == new)
    #expect(try feed.refresh(from: locations, as: guest, cancellation).change.isNothing)
  }

  /// Pages with nothing but records of other programs do not end the list.
  @Test func recordsWithoutOwnersAreFollowedByOthers() throws {
    let session = try signUp("ada")
    let locations = try service().locations(for: session)
    let old = try locations.create(draft("old"), clientID: "old", by: session.account, cancellation)
    for number in 0..<230 {
      try server.request(
        "PUT", "/buckets/gaz/collections/locations/records/odd-\(number)", #"{"data":{"mapString":"?"}}"#, admin: true)
    }
    var feed = LocationFeed()
    _ = try feed.load(from: locations, as: .guest(of: "campus"), cancellation)
    #expect(feed.pool.records.isEmpty)
    for _ in 0..<2 { _ = try feed.fetchOlder(from: locations, cancellation) }
    #expect(feed.pool.records == [old] && feed.ownerless == 230 && !feed.hasOlder)
  }

  /// Records that were imported have the times that they had before, and these may be equal: at the border of a page of
  /// all, and of one's own.
  @Test func equalTimesAtTheBorderOfAPageLoseNothing() throws {
    let ada = try signUp("ada")
    try server.fill(1)
    try server.fill(1300, owner: "account:ada") { 1_700_000_000_000 + $0 / 260 }
    let times = try server.request("GET", KintoServer.records)["data"]?.list?.compactMap {
      $0["last_modified"]?.integer
    }
    #expect(times?.count == 1300 && Set(times ?? []).count <= 6, "the control: many have the same time")
    let locations = try service().locations(for: ada)
    var feed = LocationFeed()
    _ = try feed.load(from: locations, as: .guest(of: "campus"), cancellation)
    let (_, failure) = feed.fetchOlder(.max, from: locations, progress: DatasetProgress(), cancellation)
    #expect(failure == nil && feed.pool.records.count == 1300 && !feed.hasOlder)
    #expect(try locations.own(ada.account, cancellation).locations == feed.pool.records)
  }

  // MARK: N2

  private func manager(through address: String, pending: String?) throws -> DataManager {
    let base = try WebAddress(Untrusted(address))
    let service = KintoService(
      name: "campus", web: KintoServer.client, base: base, bucket: "gaz", collection: "locations")
    let facts = ServiceFacts(name: "campus", dialect: "kinto", host: base.host)
    return DataManager([.init(facts, service)], pending: PendingChanges(path: pending))
  }

  /// 500 posts, 30 % of the answers are dropped: nothing is lost, nothing is there twice.
  @Test func droppedAnswersLoseNothingAndRepeatNothing() throws {
    _ = try signUp("ada")
    let folder = try TemporaryFolder()
    let drops = Drops(seed: 7)
    let proxy = try LoopbackServer.dropping(answersOf: server.port) { _ in drops.next() }
    let path = folder.path + "/changes.sqlite"
    var manager = try manager(through: proxy.address + "/v1", pending: path)
    func logIn() {
      while (try? manager.login(
        to: "campus", .with(.password(user: Untrusted("ada"), password)), cancellation)) == nil
      {}
    }
    logIn()
    for number in 0..<500 {
      // Every hundredth, the program is killed and starts again.
      if number % 100 == 99 {
        manager = try self.manager(through: proxy.address + "/v1", pending: path)
        logIn()
      }
      _ = try? manager.perform(
        .create(draft("\(number)"), clientID: "c-\(number)"), at: "campus", checksLink: false, cancellation)
    }
    while (try? manager.fetch(.newest, from: "campus", cancellation)) == nil {}
    #expect(drops.count > 100, "the control: answers were dropped")
    let records = try server.request("GET", "/buckets/gaz/collections/locations/records")["data"]?.list ?? []
    let places = records.compactMap { $0["mapString"]?.words?.text }
    #expect(places.count == 500 && Set(places).count == 500)
    let account = try manager.whoAmI(at: "campus", cancellation)
    #expect(try PendingChanges(path: path).all(of: account, cancellation).changes.isEmpty)
  }

  /// The control: without a client id, the same loss of answers stores locations twice.
  @Test func withoutClientIDsDroppedAnswersRepeat() throws {
    let session = try signUp("ada")
    let proxy = try LoopbackServer.dropping(answersOf: server.port) { $0.isMultiple(of: 2) }
    let locations = try service(at: proxy.address + "/v1").locations(for: session)
    for number in 0..<4 {
      for attempt in 0..<2 {
        _ = try? locations.create(
          draft("\(number)"), clientID: "c-\(number)-\(attempt)", by: session.account, cancellation)
      }
    }
    #expect(try server.count() > 4)
  }

  /// A change that could not be sent waits in its file, and another run sends it.
  @Test func aChangeWaitsUntilTheServerIsThere() throws {
    _ = try signUp("ada")
    let folder = try TemporaryFolder()
    let path = folder.path + "/changes.sqlite"
    let isDown = Mutex(false)
    let proxy = try LoopbackServer.dropping(answersOf: server.port) { _ in isDown.withLock { $0 } }
    let login = DataManager.Login.with(.password(user: Untrusted("ada"), password))
    do {
      let manager = try manager(through: proxy.address + "/v1", pending: path)
      _ = try manager.login(to: "campus", login, cancellation)
      isDown.withLock { $0 = true }
      #expect(throws: ServiceError.self) {
        try manager.perform(.create(draft("x"), clientID: "c-1"), at: "campus", checksLink: false, cancellation)
      }
    }
    isDown.withLock { $0 = false }
    let manager = try manager(through: proxy.address + "/v1", pending: path)
    _ = try manager.login(to: "campus", login, cancellation)
    let news = try manager.fetch(.newest, from: "campus", cancellation)
    #expect(news.notices.map(\.neutralised) == ["sent 1 change that had to wait"])
    #expect(news.dataset.locations.map(\.place.text) == ["x"])
    #expect(try manager.fetch(.newer, from: "campus", cancellation).notices.isEmpty)
  }

  /// Two changes of the same location wait. The second is of the version that the first makes, so both are stored.
  @Test func severalChangesOfALocationWait() throws {
    _ = try signUp("ada")
    let folder = try TemporaryFolder()
    let path = folder.path + "/changes.sqlite"
    let isDown = Mutex(false)
    let proxy = try LoopbackServer { [port = server.port] request, connection in
      // Here the requests are lost, not the answers.
      if isDown.withLock(\.self) {
        connection.reset()
      } else {
        connection.send(LoopbackServer.forward(request, to: port))
      }
    }
    let login = DataManager.Login.with(.password(user: Untrusted("ada"), password))
    let changes: [(Location) -> [LocationChange]] = [
      { [.update($0, self.draft("y")), .update($0, self.draft("z"))] },
      { [.update($0, self.draft("y")), .delete($0)] },
    ]
    for (number, (changes, left)) in zip(changes, [["z"], []]).enumerated() {
      var manager = try manager(through: proxy.address + "/v1", pending: path)
      _ = try manager.login(to: "campus", login, cancellation)
      let news = try manager.perform(
        .create(draft("x"), clientID: "c-\(number)"), at: "campus", checksLink: false, cancellation)
      let posted = try #require(news.dataset.locations.first)
      isDown.withLock { $0 = true }
      for change in changes(posted) {
        #expect(throws: ServiceError.self) {
          try manager.perform(change, at: "campus", checksLink: false, cancellation)
        }
      }
      isDown.withLock { $0 = false }
      manager = try self.manager(through: proxy.address + "/v1", pending: path)
      _ = try manager.login(to: "campus", login, cancellation)
      let sent = try manager.fetch(.newest, from: "campus", cancellation)
      #expect(sent.notices.map(\.neutralised) == ["sent 2 changes that had to wait"])
      #expect(sent.dataset.locations.map(\.place.text) == left)
      for location in sent.dataset.locations {
        _ = try manager.perform(.delete(location), at: "campus", checksLink: false, cancellation)
      }
    }
  }

  /// A server that is too busy has not decided, so the change waits. The control: one that refuses has decided.
  @Test(arguments: [(429, true), (408, true), (503, true), (400, false)])
  func aBusyServerKeepsAChangeWaiting(status: Int, waits: Bool) throws {
    _ = try signUp("ada")
    let folder = try TemporaryFolder()
    let path = folder.path + "/changes.sqlite"
    let isBusy = Mutex(false)
    let proxy = try LoopbackServer { [port = server.port] request, connection in
      if isBusy.withLock(\.self) {
        connection.answer(status, [], #"{"message":"not now"}"#)
      } else {
        connection.send(LoopbackServer.forward(request, to: port))
      }
    }
    let manager = try manager(through: proxy.address + "/v1", pending: path)
    let account = try manager.login(to: "campus", .with(.password(user: Untrusted("ada"), password)), cancellation)
    isBusy.withLock { $0 = true }
    #expect(throws: ServiceError.self) {
      try manager.perform(.create(draft("x"), clientID: "c-1"), at: "campus", checksLink: false, cancellation)
    }
    #expect(try PendingChanges(path: path).all(of: account, cancellation).changes.count == (waits ? 1 : 0))
    isBusy.withLock { $0 = false }
    #expect(try manager.fetch(.newest, from: "campus", cancellation).dataset.locations.count == (waits ? 1 : 0))
  }
}
