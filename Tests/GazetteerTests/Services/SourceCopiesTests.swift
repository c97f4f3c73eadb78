import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices

@Suite struct SourceCopiesTests {
  private let folder: TemporaryFolder
  private let copies: SourceCopies
  private let address: WebAddress

  init() throws {
    folder = try TemporaryFolder()
    copies = SourceCopies(folder: folder.path + "/new/copies")
    address = try WebAddress(Untrusted("https://example.org/a.csv"))
  }

  private func client(isOffline: Bool = false) -> WebClient {
    WebClient(WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 }))
      .offline(if: isOffline)
  }

  private func open(_ address: String, at time: Int64 = 1000, isOffline: Bool = false) throws(ImportError) -> Dataset {
    try RemoteSource(
      Untrusted(address), through: client(isOffline: isOffline), copies: copies, now: { time }
    ).dataset(named: "x", cancellation: Cancellation())
  }

  // MARK: the files

  @Test func aCopyComesBackAsItIs() throws {
    let copy = SourceCopies.Copy(
      time: 7, etag: Untrusted("\"a b\""), lastModified: Untrusted("Sat, 21 Nov 2026 00:00:00 GMT"),
      ownTime: Untrusted("yesterday"), content: Array("\n\nid,name\n".utf8))
    try copies.save(copy, of: address)
    #expect(copies.copy(of: address) == copy)
    #expect(copies.copy(of: try WebAddress(Untrusted("https://example.org/b.csv"))) == nil)
  }

  @Test func aDamagedCopyIsNone() throws {
    try copies.save(SourceCopies.Copy(time: 7, content: Array("hello".utf8)), of: address)
    let file = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path + "/new/copies").first)
    let path = folder.path + "/new/copies/" + file
    let whole = try #require(FileManager.default.contents(atPath: path))
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      #expect(copies.copy(of: address) == nil, "\(length)")
    }
  }

  @Test func onlyTheUserCanReadACopy() throws {
    try copies.save(SourceCopies.Copy(time: 7, content: []), of: address)
    let file = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path + "/new/copies").first)
    var status = stat()
    #expect(stat(folder.path + "/new/copies/" + file, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  // MARK: their use

  @Test func aCopyIsOpenedWithoutANetwork() throws {
    let server = try LoopbackServer.answering(200, [], "id,name,lat,lon\n7,Here,48.1,11.5\n")
    #expect(throws: ImportError.web(.offline)) { try open(server.address, isOffline: true) }
    #expect(try open(server.address).about.localCopy == nil)
    let dataset = try open(server.address, at: 4600, isOffline: true)
    #expect(dataset.place(0).name == Untrusted("Here"))
    #expect(dataset.about.localCopy?.age == 3600)
    #expect(server.requests.count == 1)
  }

  @Test func theServerIsAskedOnlyForANewerVersion() throws {
    let tag = "\"v1\""
    let server = try LoopbackServer { request, connection in
      if request.header("If-None-Match") == tag { return connection.answer(304, ["ETag: \(tag)"]) }
      connection.answer(200, ["ETag: \(tag)"], "id,name,lat,lon\n7,Here,48.1,11.5\n")
    }
    for time in [Int64(1000), 2000] {
      let dataset = try open(server.address, at: time)
      #expect(dataset.count == 1)
      #expect(dataset.about.localCopy == nil)
    }
    #expect(server.requests.count == 2)
    // The server confirmed the copy at 2000.
    #expect(try open(server.address, at: 2060, isOffline: true).about.localCopy?.age == 60)
  }

  @Test(arguments: [500, 503])
  func aCopyIsOpenedIfTheServerFails(status: Int) throws {
    let server = try LoopbackServer { request, connection in
      if request.number == 0 { return connection.answer(200, [], "id,name,lat,lon\n7,Here,48.1,11.5\n") }
      connection.answer(status)
    }
    _ = try open(server.address)
    #expect(try open(server.address).about.localCopy != nil)
  }

  @Test(arguments: [401, 403, 404, 410])
  func aRefusalIsToldEvenIfThereIsACopy(status: Int) throws {
    let server = try LoopbackServer { request, connection in
      if request.number == 0 { return connection.answer(200, [], "id,name,lat,lon\n7,Here,48.1,11.5\n") }
      connection.answer(status)
    }
    _ = try open(server.address)
    #expect(throws: ImportError.web(.refused(host: Untrusted("127.0.0.1"), status: status))) {
      try open(server.address)
    }
  }

  @Test func theCopyOfACampusIsReplacedOnlyWhenItsTimeDiffers() throws {
    let times = ["monday", "monday", "tuesday"]
    let server = try LoopbackServer { request, connection in
      let name = "Hall \(request.number)"
      connection.answer(
        200, [],
        """
        {"0": {"_id": "0", "lastModified": "\(times[request.number])"},
         "1": {"_id": "1", "name": "\(name)", "coordX": "48.1", "coordY": "11.5", "category": "Hall"}}
        """)
    }
    var names: [String] = []
    for _ in times {
      _ = try open(server.address)
      names.append(try open(server.address, isOffline: true).place(0).name.text)
    }
    #expect(names == ["Hall 0", "Hall 0", "Hall 2"])
  }

  // MARK: newer versions

  private func newer(
    _ address: String, than about: DatasetAbout, isOffline: Bool = false
  ) throws(ImportError) -> Dataset? {
    try RemoteSource(
      Untrusted(address), through: client(isOffline: isOffline), copies: copies, now: { 5000 }
    ).dataset(newerThan: about, named: "x", cancellation: Cancellation())
  }

  private static func table(_ name: String) -> String { "id,name,lat,lon\n7,\(name),48.1,11.5\n" }

  @Test func onlyAnotherVersionIsANewerOne() throws {
    let names = ["Here", "Here", "There"]
    let server = try LoopbackServer { request, connection in
      connection.answer(200, [], Self.table(names[request.number]))
    }
    let old = try open(server.address).about
    #expect(try newer(server.address, than: old) == nil)
    #expect(try newer(server.address, than: old)?.place(0).name == Untrusted("There"))
    // The newest version is the copy now.
    #expect(try open(server.address, isOffline: true).place(0).name == Untrusted("There"))
  }

  @Test func aServerThatConfirmsTheCopySendsNothing() throws {
    let server = try LoopbackServer { request, connection in
      let tag = request.number < 2 ? "ETag: a" : "ETag: b"
      if let known = request.header("If-None-Match"), "ETag: \(known)" == tag { return connection.answer(304) }
      connection.answer(200, [tag], Self.table(tag))
    }
    let old = try open(server.address).about
    #expect(try newer(server.address, than: old) == nil)
    // Another session gets the new version, so the server confirms a copy that is not the version open here.
    _ = try open(server.address)
    #expect(try newer(server.address, than: old)?.place(0).name == Untrusted("ETag: b"))
    #expect(server.requests.last?.header("If-None-Match") == "b")
  }

  @Test func aCampusIsNewerOnlyIfItsTimeDiffers() throws {
    let times = ["monday", "monday", "tuesday"]
    let server = try LoopbackServer { request, connection in
      connection.answer(
        200, [],
        """
        {"0": {"_id": "0", "lastModified": "\(times[request.number])"},
         "1": {"_id": "1", "name": "Hall \(request.number)", "coordX": "48.1", "coordY": "11.5", "category": "Hall"}}
        """)
    }
    let old = try open(server.address).about
    #expect(try newer(server.address, than: old) == nil)
    #expect(try newer(server.address, than: old)?.place(0).name == Untrusted("Hall 2"))
  }

  @Test func aRefreshDoesNotUseTheCopyInsteadOfTheServer() throws {
    let server = try LoopbackServer.answering(200, [], Self.table("Here"))
    let old = try open(server.address).about
    #expect(throws: ImportError.web(.offline)) { try newer(server.address, than: old, isOffline: true) }
    // The control: opening does.
    #expect(try open(server.address, isOffline: true).about.localCopy != nil)
  }

  @Test func aBadAnswerIsNotKept() throws {
    let server = try LoopbackServer { request, connection in
      connection.answer(200, [], request.number == 0 ? Self.table("Here") : "<!DOCTYPE html><html></html>")
    }
    let old = try open(server.address).about
    #expect(throws: ImportError.webPage) { try newer(server.address, than: old) }
    #expect(try open(server.address, isOffline: true).place(0).name == Untrusted("Here"))
  }
}
