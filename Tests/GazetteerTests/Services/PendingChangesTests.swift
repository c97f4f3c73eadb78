import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices

/// Changes that wait until a service has answered.
@Suite struct PendingChangesTests {
  private let folder: TemporaryFolder
  private let path: String
  private let ada = Account(service: "campus", key: Untrusted("ada"), user: Untrusted("ada"))
  private let cancellation = Cancellation()

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/changes.sqlite"
  }

  private func change(_ place: String) -> LocationChange {
    .create(
      LocationDraft(
        place: Untrusted(place), url: Untrusted("https://example.org"),
        coordinate: Coordinate(latitude: 48.137_43, longitude: 11.575_49)),
      clientID: place)
  }

  @Test func theyComeBackInTheirOrder() throws {
    let location = FilteredPoolTests.location("a", 7)
    let draft = LocationDraft(place: Untrusted("b\u{7}\"ñ"), url: Untrusted("https://x"), coordinate: nil)
    let all = [change("x"), .update(location, draft), .delete(location)]
    for change in all { _ = try PendingChanges(path: path).add(change, for: ada, cancellation) }
    let bob = Account(service: "campus", key: Untrusted("bob"), user: Untrusted("bob"))
    let later = PendingChanges(path: path)
    #expect(try later.all(of: ada, cancellation).changes.map(\.change) == all)
    #expect(try later.isNeeded(by: ada, cancellation) && !later.isNeeded(by: bob, cancellation))
    for waiting in try later.all(of: ada, cancellation).changes { try later.finish(waiting, stored: nil) }
    #expect(try !later.isNeeded(by: ada, cancellation))
  }

  /// Also while the file is open.
  @Test func aDamagedOneIsSetAside() throws {
    let pending = PendingChanges(path: path)
    for place in ["x", "y"] { _ = try pending.add(change(place), for: ada, cancellation) }
    let database = try Database(path: path, cancellation: cancellation)
    try database.run("UPDATE changes SET change = CAST(replace(CAST(change AS TEXT), 'y', 'z') AS BLOB)")
    let all = try pending.all(of: ada, cancellation).changes
    #expect(all.map(\.change) == [change("x")] && all.map(\.number) == [1])
    #expect(pending.takeNotices().count == 1)
  }

  /// If the file cannot be used, nothing is posted, but locations are still read.
  @Test func aFileOfANewerVersionDoesNotStopReading() throws {
    _ = try PendingChanges(path: path).add(change("w"), for: ada, cancellation)
    try Database(path: path).run("PRAGMA user_version = 99")
    let facts = ServiceFacts(name: "campus", dialect: "test", host: Untrusted("test"))
    let manager = DataManager(
      [.init(facts, LocalService(name: "campus", path: nil, now: { 1 }))], pending: PendingChanges(path: path))
    let login = DataManager.Login.signUp(user: ada.user, password: Secret("x".utf8), name: nil)
    _ = try manager.login(to: "campus", login, cancellation)
    #expect(throws: ServiceError.self) {
      try manager.perform(change("x"), at: "campus", checksLink: false, cancellation)
    }
    let notices = try manager.fetch(.newest, from: "campus", cancellation).notices.map(\.neutralised)
    #expect(notices.count == 1 && notices.allSatisfy { $0.hasPrefix("what waits cannot be read or sent: ") })
    #expect(try Database(path: path, .readOnly).number("SELECT count(*) FROM changes") == 1)
  }

  /// Two programs never send at the same time. The control: a file of another user.
  @Test func onlyOneProgramSends() throws {
    let (first, second) = (PendingChanges(path: path), PendingChanges(path: path))
    let other = PendingChanges(path: folder.path + "/other.sqlite")
    let inside = try first.whileAlone(.seconds(0), cancellation) { () throws(ServiceError) in
      let sent = try second.whileAlone(.seconds(0), cancellation) { () throws(ServiceError) in true }
      let sentByOther = try other.whileAlone(.seconds(0), cancellation) { () throws(ServiceError) in true }
      return sent == nil && sentByOther == true
    }
    #expect(inside == true)
    #expect(try second.whileAlone(.seconds(0), cancellation) { () throws(ServiceError) in true } == true)
  }

  @Test func aWaitForAnotherProgramIsCancelled() throws {
    let (first, second) = (PendingChanges(path: path), PendingChanges(path: path))
    let cancelled = Cancellation()
    cancelled.cancel()
    _ = try first.whileAlone(.seconds(0), cancellation) { () throws(ServiceError) in
      #expect(throws: ServiceError.cancelled) {
        try second.whileAlone(.seconds(60), cancelled) { () throws(ServiceError) in true }
      }
      return true
    }
  }

  // MARK: what builds on what

  private func draft(_ place: String, _ url: String = "https://example.org") -> LocationDraft {
    LocationDraft(place: Untrusted(place), url: Untrusted(url), coordinate: nil)
  }

  /// A location as a service has stored it.
  private func stored(_ id: String, _ place: String, at time: Int64) -> Location {
    Location(
      id: id, owner: ada.key, place: Untrusted(place), url: Untrusted("https://example.org"), coordinate: nil,
      created: 1, updated: time)
  }

  /// The numbers and the changes that wait.
  private func waiting(_ pending: PendingChanges) throws -> [WaitingChange] {
    try pending.all(of: ada, cancellation).changes
  }

  @Test func aPostAfterOneThatWaitsIsAChangeOfIt() throws {
    let pending = PendingChanges(path: path)
    _ = try pending.add(.create(draft("x"), clientID: "c-1"), for: ada, cancellation)
    let known = try #require(try waiting(pending).applied(to: []).first)
    #expect(known.isWaiting && known.place.text == "x")
    _ = try pending.add(.update(known, draft("y")), for: ada, cancellation)
    #expect(try waiting(pending).applied(to: []).map(\.place.text) == ["y"])
    // The service makes its own id.
    let first = try #require(try pending.begin(1))
    try pending.finish(first, stored: stored("s-9", "x", at: 7))
    #expect(try waiting(pending).map(\.change) == [.update(stored("s-9", "x", at: 7), draft("y"))])
  }

  /// The last of them is what is there at the end, even if it says what the first has said.
  @Test func aChainOfChangesKeepsWhatTheLastSays() throws {
    let pending = PendingChanges(path: path)
    _ = try pending.add(.create(draft("x"), clientID: "c-1"), for: ada, cancellation)
    for draft in [draft("y", "https://y"), draft("x"), draft("x", "https://z")] {
      let known = try #require(try waiting(pending).applied(to: []).first)
      _ = try pending.add(.update(known, draft), for: ada, cancellation)
    }
    var (time, last) = (Int64(7), [LocationDraft]())
    while let next = try waiting(pending).first {
      var location = stored("s-9", "?", at: time)
      if let known = next.change.known { #expect(known.isWaiting || known.updated == time - 1) }
      let draft = try #require(next.change.draft)
      location.take(draft)
      last.append(draft)
      try pending.finish(next, stored: location)
      time += 1
    }
    #expect(last == [draft("x"), draft("y", "https://y"), draft("x"), draft("x", "https://z")])
  }

  /// If the first can never be stored, the second still is. The control: a deletion of it is dropped.
  @Test func whatBuildsOnARefusedPostBecomesAPost() throws {
    for (isDeleted, left) in [(false, [LocationChange.create(draft("y"), clientID: "c-1")]), (true, [])] {
      let pending = PendingChanges(path: nil)
      _ = try pending.add(
        .create(draft("x", "https://gone"), clientID: "c-1"), checksLink: true, for: ada, cancellation)
      let known = try #require(try waiting(pending).applied(to: []).first)
      let second: LocationChange = isDeleted ? .delete(known) : .update(known, draft("y"))
      _ = try pending.add(second, for: ada, cancellation)
      try pending.refuse(try waiting(pending)[0])
      #expect(try waiting(pending).map(\.change) == left)
    }
  }

  /// A link that was refused does not come back by a change that only moves the place.
  @Test func aRefusedLinkIsInNoLaterChange() throws {
    let pending = PendingChanges(path: path)
    let known = stored("a", "x", at: 7)
    _ = try pending.add(.update(known, draft("x", "https://gone")), checksLink: true, for: ada, cancellation)
    let seen = try #require(try waiting(pending).applied(to: [known]).first)
    #expect(seen.url.text == "https://gone" && !seen.isWaiting)
    _ = try pending.add(.update(seen, draft("y", "https://gone")), for: ada, cancellation)
    try pending.refuse(try waiting(pending)[0])
    #expect(try waiting(pending).map(\.change) == [.update(known, draft("y"))])
  }

  @Test func aDeletedLocationIsThereNoMore() throws {
    let pending = PendingChanges(path: path)
    let known = stored("a", "x", at: 7)
    _ = try pending.add(.delete(known), for: ada, cancellation)
    #expect(try waiting(pending).applied(to: [known]).isEmpty)
    #expect(try waiting(pending).applied(to: [stored("b", "z", at: 8)]).map(\.id) == ["b"])
  }

  @Test func aChangeOfAPostThatWaitsNoLongerIsNotWritten() throws {
    let pending = PendingChanges(path: path)
    let known = Location.waiting(draft("x"), clientID: "c-1", owner: ada.key)
    #expect(try pending.add(.update(known, draft("y")), for: ada, cancellation) == nil)
    #expect(try waiting(pending).isEmpty)
    _ = try pending.add(.create(draft("x"), clientID: "c-1"), for: ada, cancellation)
    #expect(try pending.add(.update(known, draft("y")), for: ada, cancellation) != nil)
  }

  @Test func cancellingTakesOutWhatBuildsOnIt() throws {
    let pending = PendingChanges(path: path)
    _ = try pending.add(.create(draft("x"), clientID: "c-1"), for: ada, cancellation)
    _ = try pending.add(.create(draft("z"), clientID: "c-2"), for: ada, cancellation)
    let known = Location.waiting(draft("x"), clientID: "c-1", owner: ada.key)
    _ = try pending.add(.update(known, draft("y")), for: ada, cancellation)
    #expect(try pending.cancel(1).map(\.number) == [1, 3])
    #expect(try waiting(pending).map(\.number) == [2])
    #expect(try pending.cancel(1).isEmpty)
  }

  /// What may be stored is not taken out as if it were not. The control: what was not sent.
  @Test func whatMayBeStoredIsNotWithdrawn() throws {
    let pending = PendingChanges(path: path)
    for number in 1...3 { _ = try pending.add(change("c-\(number)"), for: ada, cancellation) }
    #expect(try pending.begin(1)?.mayBeStored == false)
    #expect(try pending.withdraw(1) == nil)
    // Another run of the program.
    let later = PendingChanges(path: path)
    #expect(try waiting(later).map(\.mayBeStored) == [true, false, false])
    let second = try #require(try later.begin(2))
    try later.postpone(second, because: "the server is down", wasSent: false)
    #expect(try waiting(later).map(\.mayBeStored) == [true, false, false])
    #expect(try waiting(later)[1].reason.text == "the server is down")
    #expect(try later.withdraw(2)?.number == 2 && later.withdraw(3)?.number == 3)
    #expect(try waiting(later).map(\.number) == [1])
    #expect(try later.begin(2) == nil, "what was taken out is not sent")
  }

  @Test func aChangeIsSentOnlyAfterItsLinkHasAnswered() throws {
    let pending = PendingChanges(path: path)
    _ = try pending.add(change("x"), checksLink: true, for: ada, cancellation)
    #expect(try pending.begin(1) == nil)
    try pending.linkAnswered(try waiting(pending)[0])
    #expect(try pending.begin(1)?.change == change("x"))
  }

  /// A link that does not answer here may have answered another program, which then sends the change. The control: no
  /// other program did.
  @Test func whatAnotherProgramSendsIsNotRefused() throws {
    let pending = PendingChanges(path: path)
    for place in ["x", "y"] { _ = try pending.add(change(place), checksLink: true, for: ada, cancellation) }
    let seen = try waiting(pending)
    let other = PendingChanges(path: path)
    try other.linkAnswered(seen[0])
    _ = try other.begin(1)
    try pending.postpone(seen[0], because: "the link does not answer")
    #expect(try waiting(pending).map(\.mayBeStored) == [true, false])
    #expect(try !pending.refuseUnsent(seen[0]) && pending.refuseUnsent(seen[1]))
    #expect(try waiting(pending).map(\.number) == [1])
  }

  /// A change whose link cannot be checked now waits, with what builds on it. Other changes need not wait for that link.
  @Test func oneLinkHoldsUpNoOtherChange() throws {
    let links = try LoopbackServer { _, connection in connection.reset() }
    let pending = PendingChanges(path: path)
    let manager = DataManager(
      [.init(.local, LocalService(path: folder.path + "/local.sqlite", now: { 1 }))],
      links: LinkCheck(through: KintoServer.client), pending: pending)
    let account = try manager.login(
      to: "local", .signUp(user: Untrusted("ada"), password: Secret("open sesame".utf8), name: nil), cancellation)
    // Of a program that was killed while it checked the link.
    let post = draft("x", links.address)
    _ = try pending.add(.create(post, clientID: "c-1"), checksLink: true, for: account, cancellation)
    // The locations come without it: a check may take a minute.
    let news = try manager.fetch(.newest, from: "local", cancellation)
    #expect(news.linkToCheck == Untrusted(links.address) && news.notices.isEmpty && links.requests.isEmpty)
    var checked: [Untrusted] = []
    let told = try manager.sendChecked(to: "local", cancellation) { checked.append($0) }.notices.map(\.neutralised)
    #expect(checked == [Untrusted(links.address)])
    try #require(told.count == 1)
    #expect(told[0].hasPrefix("not sent: x; "), "\(told)")
    #expect(told[0].hasSuffix("; it waits; try: outbox cancel c1, then the same with --unchecked"), "\(told)")
    let asked = links.requests.count
    #expect(try asked > 0 && manager.waiting(cancellation).changes.count == 1)
    let known = Location.waiting(post, clientID: "c-1", owner: account.key)
    let error = #expect(throws: ServiceError.self) {
      try manager.perform(.update(known, draft("y", links.address)), at: "local", checksLink: false, cancellation)
    }
    #expect(error?.reason.neutralised == "the change before it waits for its link")
    let posted = try manager.perform(.create(draft("z"), clientID: "c-2"), at: "local", checksLink: false, cancellation)
    #expect(!posted.isElsewhere && posted.dataset.locations.map(\.place.text) == ["z"])
    #expect(try manager.waiting(cancellation).changes.count == 2 && links.requests.count == asked)
    // The control: nobody needs a link that a later change replaces.
    let corrected = try manager.perform(.update(known, draft("y")), at: "local", checksLink: false, cancellation)
    #expect(corrected.dataset.locations.map(\.place.text).sorted() == ["y", "z"])
    #expect(try manager.waiting(cancellation).changes.isEmpty && links.requests.count == asked)
  }

  /// The disk fails right after the service has stored a post: the file still says that the service may have it. The next
  /// start looks for it there, and does not post it a second time. The control: a disk that works.
  @Test(arguments: [true, false]) func aStoredPostStaysUncertainIfTheDiskFails(fails: Bool) throws {
    // Nothing can be changed while the journal of the file cannot be written.
    let isWorking = Mutex(!fails)
    let service = CountingService { [path] in
      if !isWorking.withLock(\.self) { mkdir(path + "-journal", 0o700) }
    }
    let facts = ServiceFacts(name: "campus", dialect: "test", host: Untrusted("test"))
    func start() -> DataManager { DataManager([.init(facts, service)], pending: PendingChanges(path: path)) }
    let (user, secret) = (ada.user, Secret("x".utf8))
    var manager = start()
    let account = try manager.login(to: "campus", .signUp(user: user, password: secret, name: nil), cancellation)
    let failure = Result { () throws(ServiceError) in
      try manager.perform(change("c-1"), at: "campus", checksLink: false, cancellation)
    }
    func waiting() throws -> [Bool] {
      try PendingChanges(path: path).all(of: account, cancellation).changes.map(\.mayBeStored)
    }
    guard fails else {
      #expect(try failure.get().dataset.locations.count == 1 && waiting() == [])
      #expect(service.calls.withLock { $0 } == [false])
      return
    }
    #expect(throws: ServiceError.waits(nil)) { try failure.get() }
    // The disk still fails at the next start.
    manager = start()
    _ = try manager.login(to: "campus", .with(.password(user: user, secret)), cancellation)
    let notices = try manager.fetch(.newest, from: "campus", cancellation).notices.map(\.neutralised)
    #expect(notices.count == 1 && notices.allSatisfy { $0.hasPrefix("what waits cannot be read or sent: ") })
    #expect(service.calls.withLock { $0 } == [false])
    // It works again.
    try #require(rmdir(path + "-journal") == 0)
    #expect(try waiting() == [true])
    manager = start()
    _ = try manager.login(to: "campus", .with(.password(user: user, secret)), cancellation)
    isWorking.withLock { $0 = true }
    let news = try manager.fetch(.newest, from: "campus", cancellation)
    #expect(news.notices.map(\.neutralised) == ["sent 1 change that had to wait"])
    #expect(try waiting() == [] && news.dataset.locations.map(\.place.text) == ["c-1"])
    #expect(service.calls.withLock { $0 } == [false, true], "a later request looks for it first")
  }

  @Test func theFilesArePrivate() throws {
    let pending = PendingChanges(path: path)
    _ = try pending.whileAlone(.seconds(0), cancellation) { () throws(ServiceError) in
      try pending.add(change("x"), for: ada, cancellation)
    }
    for file in [path, path + ".lock"] {
      var status = stat()
      #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
  }
}
