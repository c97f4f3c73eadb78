import Foundation
import GazetteerIndex
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
    #expect(try later.all(of: ada, cancellation).whole.map(\.change) == all)
    #expect(try later.isNeeded(by: ada, cancellation) && !later.isNeeded(by: bob, cancellation))
    for pending in try later.all(of: ada, cancellation).whole { try later.remove(pending.number) }
    #expect(try !later.isNeeded(by: ada, cancellation))
  }

  @Test func aDamagedOneIsCountedAndKept() throws {
    let pending = PendingChanges(path: path)
    for place in ["x", "y"] { _ = try pending.add(change(place), for: ada, cancellation) }
    let database = try Database(path: path, cancellation: cancellation)
    try database.run(
      "UPDATE changes SET change = CAST(replace(CAST(change AS TEXT), 'x', 'z') AS BLOB) WHERE number = 1")
    let all = try pending.all(of: ada, cancellation)
    #expect(all.whole.map(\.change) == [change("y")] && all.damaged == 1)
  }

  /// If the file cannot be used, nothing is posted, but locations are still read.
  @Test func aDamagedFileDoesNotStopReading() throws {
    try Data("not a database".utf8).write(to: URL(fileURLWithPath: path))
    let facts = ServiceFacts(name: "campus", dialect: "test", host: Untrusted("test"))
    let manager = LocationManager(
      [.init(facts, LocalService(name: "campus", path: nil, now: { 1 }))], pending: PendingChanges(path: path))
    let login = LocationManager.Login.signUp(user: ada.user, password: Secret("x".utf8), name: nil)
    _ = try manager.login(to: "campus", login, cancellation)
    #expect(throws: ServiceError.self) {
      try manager.perform(change("x"), at: "campus", checksLink: false, cancellation)
    }
    let notices = try manager.fetch(.newest, from: "campus", cancellation).notices.map(\.neutralised)
    #expect(notices.count == 1 && notices.allSatisfy { $0.hasPrefix("what waits was not sent: ") })
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "not a database")
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
