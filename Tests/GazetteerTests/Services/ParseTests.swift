import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices

/// A server that follows the rules of Parse for users, sessions and the class StudentLocation.
final class ParseStandIn: Sendable {
  private struct State {
    var users: [String: (id: String, password: String, first: String, last: String)] = [:]
    var sessions: [String: String] = [:]
    var records: [[String: Any]] = []
    var count = 0
    var millisecond = 1_700_000_000_000
  }

  // Used only under the lock.
  private struct Guarded: @unchecked Sendable { var state = State() }
  private let guarded = Mutex(Guarded())
  /// Whether the clock stands still, so that times are equal.
  let standsStill = Mutex(false)

  var records: Int { guarded.withLock { $0.state.records.count } }

  private static func iso(_ millisecond: Int) -> String { ServiceTime.text(Int64(millisecond) * 1000) }

  func answer(_ request: LoopbackServer.Request, _ connection: LoopbackServer.Connection) {
    let (status, body) = take(request)
    connection.answer(status, ["Content-Type: application/json"], body)
  }

  /// Does what a request asks for, and returns the answer.
  func take(_ request: LoopbackServer.Request) -> (status: Int, body: String) {
    let standsStill = standsStill.withLock(\.self)
    return guarded.withLock { guarded -> (Int, String) in
      if !standsStill { guarded.state.millisecond += 1 }
      let (status, body) = Self.answer(request, &guarded.state)
      let json = (try? JSONSerialization.data(withJSONObject: body)) ?? Data()
      return (status, String(decoding: json, as: UTF8.self))
    }
  }

  private static func answer(_ request: LoopbackServer.Request, _ state: inout State) -> (Int, [String: Any]) {
    guard request.header("X-Parse-Application-Id") == "app", request.header("X-Parse-REST-API-Key") == "key" else {
      return (403, ["error": "unauthorized"])
    }
    guard let parts = URLComponents(string: request.path) else { return (400, [:]) }
    let body = (try? JSONSerialization.jsonObject(with: Data(request.body.utf8))) as? [String: Any] ?? [:]
    let user = request.header("X-Parse-Session-Token").flatMap { state.sessions[$0] }
    let words = parts.path.split(separator: "/").map(String.init)
    switch (request.method, words) {
    case ("POST", ["users"]):
      guard let name = body["username"] as? String, !name.isEmpty else {
        return (400, ["code": 200, "error": "username is required"])
      }
      guard let password = body["password"] as? String else {
        return (400, ["code": 201, "error": "password is required"])
      }
      guard state.users[name] == nil else {
        return (400, ["code": 202, "error": "Account already exists for this username."])
      }
      state.users[name] = (
        "u\(state.users.count)", password, body["firstName"] as? String ?? "", body["lastName"] as? String ?? ""
      )
      return login(name, 201, &state)
    case ("POST", ["login"]):
      guard let name = body["username"] as? String, state.users[name]?.password == body["password"] as? String,
        state.users[name] != nil
      else { return (404, ["code": 101, "error": "Invalid username/password."]) }
      return login(name, 200, &state)
    case ("POST", ["logout"]), ("GET", ["users", "me"]):
      guard let user, let facts = state.users[user] else {
        return (400, ["code": 209, "error": "Invalid session token"])
      }
      if request.method == "POST" {
        state.sessions[request.header("X-Parse-Session-Token") ?? ""] = nil
        return (200, [:])
      }
      return (
        200, ["objectId": facts.id, "username": user, "firstName": facts.first, "lastName": facts.last]
      )
    case _ where words.starts(with: ["classes", "StudentLocation"]):
      return answer(request.method, parts, words.count > 2 ? words[2] : nil, body, user, &state)
    default: return (404, ["error": "no such path"])
    }
  }

  private static func login(_ name: String, _ status: Int, _ state: inout State) -> (Int, [String: Any]) {
    let token = "r:\(state.sessions.count)-\(name)"
    state.sessions[token] = name
    let facts = state.users[name]
    return (
      status,
      [
        "objectId": facts?.id ?? "", "sessionToken": token, "username": name, "firstName": facts?.first ?? "",
        "lastName": facts?.last ?? "", "createdAt": iso(state.millisecond),
      ]
    )
  }

  private static func answer(
    _ method: String, _ parts: URLComponents, _ id: String?, _ body: [String: Any], _ user: String?,
    _ state: inout State
  ) -> (Int, [String: Any]) {
    let index = id.flatMap { id in state.records.firstIndex { $0["objectId"] as? String == id } }
    if id != nil, index == nil { return (404, ["code": 101, "error": "Object not found."]) }
    switch method {
    case "GET":
      if let index { return (200, state.records[index]) }
      var values: [String: String] = [:]
      for item in parts.queryItems ?? [] {
        guard ["where", "order", "limit", "skip"].contains(item.name) else {
          return (400, ["code": 102, "error": "Invalid parameter for query: \(item.name)"])
        }
        values[item.name] = item.value
      }
      let condition =
        (values["where"].flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) }) as? [String: Any]
      let matching = state.records.filter { matches($0, condition ?? [:]) }
      let order = (values["order"] ?? "").split(separator: ",")
      let sorted = matching.sorted { left, right in
        for key in order {
          let name = String(key.drop { $0 == "-" })
          let (a, b) = (left[name] as? String ?? "", right[name] as? String ?? "")
          if a != b { return key.first == "-" ? a > b : a < b }
        }
        return false
      }
      let page = sorted.dropFirst(Int(values["skip"] ?? "") ?? 0).prefix(Int(values["limit"] ?? "") ?? 100)
      return (200, ["results": Array(page)])
    case "POST":
      guard user != nil else { return (403, ["code": 119, "error": "Permission denied"]) }
      state.count += 1
      let time = iso(state.millisecond)
      // Ids are not in the order of time.
      let id = String((state.count &* 7919) % 100_003, radix: 36)
      state.records.append(body.merging(["objectId": id, "createdAt": time, "updatedAt": time]) { $1 })
      return (201, ["objectId": id, "createdAt": time])
    case "PUT", "DELETE":
      guard let index, let user, state.users[user]?.id == state.records[index]["uniqueKey"] as? String else {
        return (403, ["code": 119, "error": "Permission denied"])
      }
      if method == "DELETE" {
        state.records.remove(at: index)
        return (200, [:])
      }
      let time = iso(state.millisecond)
      state.records[index].merge(body.merging(["updatedAt": time]) { $1 }) { $1 }
      return (200, ["updatedAt": time])
    default: return (400, [:])
    }
  }

  private static func matches(_ record: [String: Any], _ condition: [String: Any]) -> Bool {
    condition.allSatisfy { key, wanted in
      let value = record[key] as? String ?? ""
      guard let comparisons = wanted as? [String: Any] else { return value == wanted as? String }
      return comparisons.allSatisfy { comparison, date in
        let limit = (date as? [String: Any])?["iso"] as? String ?? ""
        return comparison == "$gte" ? value >= limit : comparison == "$lte" ? value <= limit : false
      }
    }
  }
}

/// Locations at a server that speaks Parse.
@Suite struct ParseTests {
  private let standIn = ParseStandIn()
  private let server: LoopbackServer
  private let cancellation = Cancellation()
  private let password = Secret("open \"sesame\"".utf8)

  init() throws { server = try LoopbackServer { [standIn] in standIn.answer($0, $1) } }

  private func service(key: String = "key") throws -> ParseService {
    ParseService(
      name: "map", web: KintoServer.client, base: try WebAddress(Untrusted(server.address)),
      applicationID: "app", restKey: Secret(key.utf8))
  }

  private func signUp(_ user: String) throws -> ServiceSession {
    try service().signUp(user: Untrusted(user), password: password, name: Untrusted("Ada Lovelace"), cancellation)
  }

  private func draft(_ place: String) -> LocationDraft {
    LocationDraft(
      place: Untrusted(place), url: Untrusted("https://example.org"),
      coordinate: Coordinate(latitude: 42.25, longitude: -71))
  }

  @Test func sessionsBeginAndEndAtTheServer() throws {
    let session = try signUp("ada")
    #expect(session.account.fullName.text == "Ada Lovelace" && session.account.key.text == "u0")
    let again = try service().login(.password(user: Untrusted("ada"), password), cancellation)
    #expect(try service().account(of: again, cancellation) == session.account)
    let byToken = try service().login(.token(try #require(again.token)), cancellation)
    #expect(byToken.account == session.account)
    try service().logout(again, cancellation)
    #expect(throws: ServiceError.loginRequired) { try service().account(of: again, cancellation) }
    try service().logout(again, cancellation)
    #expect(throws: ServiceError.badLogin(Untrusted("Invalid username/password."))) {
      try service().login(.password(user: Untrusted("ada"), Secret("x".utf8)), cancellation)
    }
    #expect(throws: ServiceError.badLogin(Untrusted("Invalid session token"))) {
      try service().login(.token(Secret("r:none".utf8)), cancellation)
    }
    #expect(throws: ServiceError.badLogin(Untrusted("unauthorized"))) {
      try service(key: "wrong").login(.password(user: Untrusted("ada"), password), cancellation)
    }
    #expect(throws: ServiceError.accountTaken(user: Untrusted("ada"))) { try signUp("ada") }
  }

  @Test func locationsArePostedChangedAndDeleted() throws {
    let session = try signUp("ada")
    let locations = try service().locations(for: session)
    let posted = try locations.create(draft("Boston"), clientID: "c-1", by: session.account, cancellation)
    #expect(try locations.create(draft("Boston"), clientID: "c-1", by: session.account, cancellation) == posted)
    #expect(standIn.records == 1)
    let guest = try service().locations(for: try service().login(.guest, cancellation))
    #expect(try guest.newest(limit: 100, cancellation).locations == [posted])
    #expect(try guest.own(session.account, cancellation).locations == [posted])
    let changed = try locations.update(posted, to: draft("Paris"), by: session.account, cancellation)
    #expect(try guest.newest(limit: 100, cancellation).locations == [changed])
    #expect(throws: ServiceError.changedMeanwhile) {
      try locations.update(posted, to: draft("Rome"), by: session.account, cancellation)
    }
    #expect(throws: ServiceError.changedMeanwhile) {
      try locations.delete(posted, by: session.account, cancellation)
    }
    #expect(standIn.records == 1)
    let bob = try signUp("bob")
    #expect(throws: ServiceError.notYours) {
      try service().locations(for: bob).delete(changed, by: bob.account, cancellation)
    }
    for _ in 0..<2 { try locations.delete(changed, by: session.account, cancellation) }
    #expect(standIn.records == 0)
    #expect(throws: ServiceError.gone) {
      try locations.update(changed, to: draft("Rome"), by: session.account, cancellation)
    }
  }

  /// 250 locations have the same time, across two borders of pages.
  @Test func equalTimesLoseNothing() throws {
    let session = try signUp("ada")
    let locations = try service().locations(for: session)
    for number in 0..<420 {
      standIn.standsStill.withLock { $0 = (60..<310).contains(number) }
      _ = try locations.create(draft("\(number)"), clientID: "c-\(number)", by: session.account, cancellation)
    }
    var feed = LocationFeed()
    _ = try feed.load(from: locations, as: .guest(of: "map"), cancellation)
    #expect(feed.pool.records.count == 100)
    while feed.hasOlder, !feed.hasStopped { _ = try feed.fetchOlder(from: locations, cancellation) }
    #expect(Set(feed.pool.records.map(\.place.text)) == Set((0..<420).map(String.init)))
    #expect(Set(feed.pool.records.map(\.updated)).count == 420 - 250)
  }

  /// N2: 30 % of the answers are lost, and the program is killed and starts again.
  @Test func droppedAnswersLoseNothingAndRepeatNothing() throws {
    _ = try signUp("ada")
    let drops = Drops(seed: 5)
    let proxy = try LoopbackServer.dropping(answersOf: server.port) { _ in drops.next() }
    let service = ParseService(
      name: "map", web: KintoServer.client, base: try WebAddress(Untrusted(proxy.address)), applicationID: "app",
      restKey: Secret("key".utf8))
    let login = DataManager.Login.with(.password(user: Untrusted("ada"), password))
    try PostingThroughLosses.post(150, to: service, as: login, draft)
    #expect(drops.count > 50, "the control: answers were lost")
    #expect(standIn.records == 150)
  }

  /// What the service has stored is never posted again, whatever its answer was. The control: it answers as it should.
  @Test(arguments: [
    "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/x\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 302 Found\r\nLocation: mailto:ada@example.org\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 307 Moved\r\nLocation: http://name.invalid/\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 201 Created\r\nConnection: close\r\n\r\n", "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}", nil,
  ])
  func anUnusableAnswerIsNoReasonToPostAgain(answer: String?) throws {
    _ = try signUp("ada")
    let wasAsked = Mutex(false)
    let proxy = try LoopbackServer { [standIn] request, connection in
      let isFirst =
        request.method == "POST" && request.path.contains("StudentLocation") && answer != nil
        && wasAsked.withLock { asked in
          defer { asked = true }
          return !asked
        }
      guard isFirst, let answer else { return standIn.answer(request, connection) }
      _ = standIn.take(request)
      connection.send(answer)
    }
    let service = ParseService(
      name: "map", web: KintoServer.client, base: try WebAddress(Untrusted(proxy.address)), applicationID: "app",
      restKey: Secret("key".utf8))
    let folder = try TemporaryFolder()
    let facts = ServiceFacts(name: "map", dialect: "parse", host: Untrusted("127.0.0.1"))
    let manager = DataManager(
      [.init(facts, service)], links: LinkCheck(through: KintoServer.client),
      pending: PendingChanges(path: folder.path + "/changes.sqlite"))
    _ = try manager.login(to: "map", .with(.password(user: Untrusted("ada"), password)), cancellation)
    let post = LocationChange.create(draft("Boston"), clientID: "c-1")
    if answer == nil {
      _ = try manager.perform(post, at: "map", checksLink: false, cancellation)
    } else {
      #expect(throws: ServiceError.self) { try manager.perform(post, at: "map", checksLink: false, cancellation) }
      #expect(try manager.waiting(cancellation).changes.map(\.mayBeStored) == [true])
    }
    _ = try manager.fetch(.newest, from: "map", cancellation)
    #expect(standIn.records == 1)
    #expect(try manager.waiting(cancellation).changes.isEmpty)
  }

  /// D8: a record without an owner is left out and counted; one that is not on the globe is kept without its position.
  @Test(arguments: [
    (#"{"uniqueKey":"k","mapString":"x","latitude":1,"longitude":2}"#, true, true),
    (#"{"uniqueKey":"k","mapString":"x","latitude":91,"longitude":2}"#, true, false),
    (#"{"uniqueKey":"k","mapString":"x","latitude":"1","longitude":2}"#, true, false),
    (#"{"uniqueKey":"k"}"#, true, false), (#"{"uniqueKey":7,"latitude":1e400,"longitude":0}"#, true, false),
    (#"{"uniqueKey":"","mapString":"x"}"#, false, false), (#"{"uniqueKey":null,"mapString":"x"}"#, false, false),
    (#"{"mapString":"x"}"#, false, false), (#"[]"#, false, false),
  ])
  func recordsAreKeptIfTheyHaveAnOwner(json: String, isKept: Bool, hasPosition: Bool) throws {
    let record = try JSONDocument.value(of: Array(json.utf8))
    let page = LocationRecord.page(
      [record],
      { LocationRecord.location($0, id: Untrusted("1"), created: nil, updated: 5, hiding: SecretForms([])) },
      time: { _ in 5 }, limit: 100)
    #expect(page.locations.count == (isKept ? 1 : 0) && page.ownerless.count == (isKept ? 0 : 1))
    #expect((page.locations.first?.coordinate != nil) == hasPosition)
    let dataset = LocationDataset(.local, page.locations, leftOut: page.ownerless.count)
    #expect(dataset.about.skipped == page.ownerless.count)
    #expect(dataset.about.unplaced == (isKept && !hasPosition ? 1 : 0))
  }

  @Test(arguments: ["{\"a\":1", "{\"a\":1}x", "[1,]", "nul", ""]) func whatIsNotJSONIsRefused(text: String) {
    #expect(throws: JSONError.self) { try JSONDocument.value(of: Array(text.utf8)) }
  }
}
