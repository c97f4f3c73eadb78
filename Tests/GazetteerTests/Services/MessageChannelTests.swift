import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices

/// Messages to Matrix, a webhook, ntfy and programs: what they get, and what is known after each fault.
struct MessageChannelTests {
  private static let content = Array(
    """
    {"title":"2 places: Munich and Nowhere","text":"Join us?\\n1) Munich @ Bavaria geo:48.1,11.5\\n2) Nowhere",\
    "places":[{"n":1,"name":"Munich","address":"Bavaria","line":"1) Munich @ Bavaria","lat":48.1,"lon":11.5,\
    "geo":"geo:48.1,11.5","map":"https://www.openstreetmap.org/?mlat=48.1&mlon=11.5"},\
    {"n":2,"name":"Nowhere","address":"","line":"2) Nowhere"}]}
    """.utf8)

  private static let variables = [
    "GAZ_MATRIX_TOKEN": "planted-token", "GAZ_NTFY_TOKEN": "planted-token", "GAZ_WEBHOOK_TEAM_TOKEN": "planted-token",
  ]

  /// What a server of Matrix answers to an event.
  private static let event = "{\"event_id\":\"$1\"}"

  private func carry(
    _ address: String, _ server: LoopbackServer, mayHandOver: Bool = true,
    cancellation: Cancellation = Cancellation()
  ) -> (outcome: DeliveryOutcome, handedOver: Int) {
    let text = """
      [matrix]
      server = "\(server.address)/"
      [ntfy]
      server = "\(server.address)"
      [webhook.team]
      url = "\(server.address)/hook"
      """
    return ChannelFixture.carry(
      address, Self.content, by: ChannelFixture.channels(text, variables: Self.variables), mayHandOver: mayHandOver,
      cancellation: cancellation)
  }

  @Test func matrixGetsTheTextAndAnEventForEachPosition() throws {
    let server = try LoopbackServer.answering(200, [], Self.event)
    #expect(carry("matrix:!room:example.org", server).outcome == .sent)
    #expect(server.requests.map(\.method) == ["PUT", "PUT"])
    let base = "/_matrix/client/v3/rooms/%21room%3Aexample.org/send/m.room.message/key-1."
    #expect(server.requests.map(\.path) == [base + "0", base + "1"])
    #expect(server.requests.allSatisfy { $0.header("Authorization") == "Bearer planted-token" })
    #expect(
      server.requests.map(\.body) == [
        "{\"msgtype\":\"m.text\",\"body\":\"Join us?\\n1) Munich @ Bavaria geo:48.1,11.5\\n2) Nowhere\"}",
        "{\"msgtype\":\"m.location\",\"body\":\"1) Munich @ Bavaria geo:48.1,11.5\",\"geo_uri\":\"geo:48.1,11.5\"}",
      ])
  }

  /// A server of Matrix knows a repeated event by its transaction id, so a copy may be sent again after any fault.
  @Test func matrixGetsTheSameIdsAgain() throws {
    let server = try LoopbackServer { request, connection in
      // The second event is taken, but its answer is lost: four attempts, then a new run.
      if request.number < 5, request.number > 0 { connection.reset() } else { connection.answer(200, [], Self.event) }
    }
    let first = carry("matrix:!room:example.org", server)
    #expect(first.outcome.word == "unknown" && first.handedOver == 1)
    #expect(DeliveryAddress("matrix:!room:example.org")?.knowsRepeats == true)
    #expect(carry("matrix:!room:example.org", server).outcome == .sent)
    #expect(Set(server.requests.map { String($0.path.suffix(7)) }) == ["key-1.0", "key-1.1"])
  }

  @Test func anAliasOfMatrixIsLookedUp() throws {
    let server = try LoopbackServer { request, connection in
      connection.answer(200, [], request.method == "GET" ? "{\"servers\":[],\"room_id\":\"!r:h\"}" : Self.event)
    }
    #expect(carry("matrix:#walks:example.org", server).outcome == .sent)
    #expect(
      server.requests.map(\.path).prefix(2) == [
        "/_matrix/client/v3/directory/room/%23walks%3Aexample.org",
        "/_matrix/client/v3/rooms/%21r%3Ah/send/m.room.message/key-1.0",
      ])
  }

  /// A server that redirects to a host whose name has the token.
  @Test(arguments: ["matrix:#walks:example.org", "matrix:!room:example.org", "ntfy:dinner", "webhook:team"])
  func aRedirectDoesNotShowTheToken(address: String) throws {
    func reason(_ host: String) throws -> String {
      carry(address, try LoopbackServer.answering(302, ["Location: http://\(host).example.org/"])).outcome.reason
    }
    #expect(try reason("planted-token").contains("a host whose name repeats a secret"))
    #expect(try reason("other").contains("other.example.org"))
  }

  @Test func anUnknownAliasIsNotSent() throws {
    let server = try LoopbackServer.answering(404, [], "{\"errcode\":\"M_NOT_FOUND\"}")
    let (outcome, handedOver) = carry("matrix:#walks:example.org", server)
    #expect(outcome.word == "failed" && handedOver == 0)
    #expect(outcome.reason == "the room #walks:example.org was not found: 127.0.0.1 answered 404 (not found)")
  }

  @Test func aWebhookGetsTheMessageAsJSON() throws {
    let server = try LoopbackServer.answering(204)
    #expect(carry("webhook:team", server).outcome == .sent)
    let request = try #require(server.requests.first)
    #expect(request.method == "POST" && request.path == "/hook" && server.requests.count == 1)
    #expect(request.body == String(decoding: Self.content, as: UTF8.self))
    #expect(request.header("Content-Type") == "application/json" && request.header("Idempotency-Key") == "key-1")
  }

  @Test func ntfyGetsATopicATitleAndTheText() throws {
    let server = try LoopbackServer.answering(200, [], "{\"id\":\"m1\",\"event\":\"message\"}")
    #expect(carry("ntfy:walks", server).outcome == .sent)
    #expect(
      server.requests.map(\.body) == [
        "{\"topic\":\"walks\",\"title\":\"2 places: Munich and Nowhere\","
          + "\"message\":\"Join us?\\n1) Munich @ Bavaria geo:48.1,11.5\\n2) Nowhere\","
          + "\"click\":\"https://www.openstreetmap.org/?mlat=48.1&mlon=11.5\"}"
      ])
  }

  /// A web site at a wrong address accepts any request. Only a webhook has no answer of its own.
  @Test(arguments: [
    ("ntfy:walks", "<html>sorry</html>", "unknown"), ("ntfy:walks", "{\"id\":5}", "unknown"),
    ("ntfy:walks", "", "unknown"), ("matrix:!r:h", "<html>sorry</html>", "unknown"),
    ("matrix:!r:h", "{\"event_id\":5}", "unknown"), ("webhook:team", "<html>thanks</html>", "sent"),
  ])
  func onlyTheAnswerOfSuchAServerConfirmsAMessage(address: String, answer: String, word: String) throws {
    let server = try LoopbackServer.answering(200, [], answer)
    let outcome = carry(address, server).outcome
    #expect(outcome.word == word)
    #expect(outcome == .sent || outcome.reason.hasPrefix("127.0.0.1 did not confirm it; its answer has no "))
  }

  @Test(
    arguments: [
      ("ntfy:walks", 400, "failed", 1), ("ntfy:walks", 403, "failed", 1), ("ntfy:walks", 500, "unknown", 1),
      ("webhook:team", 404, "failed", 1), ("webhook:team", 502, "unknown", 1),
      ("matrix:!r:h", 403, "failed", 1), ("matrix:!r:h", 500, "unknown", 4),
    ]) func everyRefusalHasItsVerdict(address: String, status: Int, word: String, requests: Int) throws
  {
    let server = try LoopbackServer.answering(status)
    let (outcome, handedOver) = carry(address, server)
    #expect(outcome.word == word && handedOver == 1 && server.requests.count == requests)
    #expect(outcome.reason.contains("127.0.0.1 answered \(status)") && !outcome.reason.contains("planted"))
  }

  @Test(arguments: ["ntfy:walks", "webhook:team", "matrix:!r:h"])
  func aConnectionThatEndsLeavesADoubt(address: String) throws {
    let server = try LoopbackServer { _, connection in connection.reset() }
    #expect(carry(address, server).outcome.word == "unknown")
    // A request that is not known as a repeat is sent only once.
    #expect(server.requests.count == (address.hasPrefix("matrix") ? 4 : 1))
  }

  @Test(arguments: [("ntfy:walks", 429, "failed"), ("webhook:team", 503, "unknown"), ("matrix:!r:h", 503, "unknown")])
  func aServerThatWantsAPauseHasItsVerdict(address: String, status: Int, word: String) throws {
    let server = try LoopbackServer.answering(status, ["Retry-After: 3600"])
    let (outcome, _) = carry(address, server)
    #expect(outcome.word == word && outcome.reason.contains("answered \(status)") && server.requests.count == 1)
  }

  /// A part of a message is in the room, so nobody can say that nothing was sent.
  @Test func aMessageOfWhichOnlyAPartWasTakenIsUnknown() throws {
    let server = try LoopbackServer { request, connection in
      if request.number == 0 { connection.answer(200, [], Self.event) } else { connection.answer(403) }
    }
    let (outcome, _) = carry("matrix:!r:h", server)
    #expect(outcome.word == "unknown" && outcome.reason.hasPrefix("only a part was sent: 127.0.0.1 answered 403"))
  }

  /// Behind such a redirect, another page is read; the message is not there.
  @Test(arguments: [(301, "unknown", 1), (302, "unknown", 1), (303, "unknown", 1), (307, "sent", 2)])
  func aRedirectThatDropsTheMessageIsNoSuccess(status: Int, word: String, requests: Int) throws {
    let server = try LoopbackServer { request, connection in
      if request.path == "/login" { return connection.answer(200, [], "{\"id\":\"m1\"}") }
      connection.answer(status, ["Location: /login"])
    }
    for address in ["webhook:team", "ntfy:walks"] {
      #expect(carry(address, server).outcome.word == word, "\(address)")
    }
    #expect(server.requests.count == 2 * requests)
    #expect(server.requests.allSatisfy { $0.method == "POST" && !$0.body.isEmpty })
  }

  @Test func aRedirectDoesNotRepeatASecretAddress() throws {
    for location in ["/planted-token/", "ftp://planted-token/x", "https://planted-token.example.org/planted-token"] {
      let server = try LoopbackServer.answering(location.hasPrefix("/") ? 302 : 307, ["Location: \(location)"])
      let channels = ChannelFixture.channels(
        "[webhook.team]", variables: ["GAZ_WEBHOOK_TEAM_URL": server.address + "/planted-token"])
      let (outcome, _) = ChannelFixture.carry("webhook:team", Self.content, by: channels)
      #expect(outcome.reason == "the server answered with an unusable redirect")
      // Of an address that is no secret, the host is named, and nothing after it.
      let open = ChannelFixture.channels("[webhook.team]\nurl = \"\(server.address)/x\"")
      let reason = ChannelFixture.carry("webhook:team", Self.content, by: open).outcome.reason
      #expect(reason.hasPrefix("it was redirected") && !reason.contains("/planted-token"), "\(reason)")
      #expect(reason.contains("planted-token.example.org") == location.hasPrefix("https"), "the control: \(reason)")
    }
  }

  /// A server that takes a request on an open connection and then ends it, without an answer.
  @Test func nothingIsSentTwiceOverAnOpenConnection() throws {
    let taken = Mutex(0)
    let server = try LoopbackServer { _, connection in
      taken.withLock { $0 += 1 }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      if connection.waitForMore() { taken.withLock { $0 += 1 } }
    }
    let channels = ChannelFixture.channels("[webhook.team]\nurl = \"\(server.address)/hook\"")
    for _ in 0..<2 { #expect(ChannelFixture.carry("webhook:team", Self.content, by: channels).outcome == .sent) }
    #expect(taken.withLock { $0 } == 2)
    // The control: libcurl sends a request that may be repeated again.
    taken.withLock { $0 = 0 }
    let client = ChannelFixture.web()
    for _ in 0..<2 {
      _ = try client.answer(to: WebRequest(try WebAddress(Untrusted(server.address))), cancellation: Cancellation())
    }
    #expect(taken.withLock { $0 } == 3)
  }

  @Test(arguments: ["ntfy:walks", "webhook:team", "matrix:!r:h"])
  func withoutPermissionNothingIsSent(address: String) throws {
    let server = try LoopbackServer.answering()
    let (outcome, handedOver) = carry(address, server, mayHandOver: false)
    #expect(outcome.word == "failed" && handedOver == 1 && server.requests.isEmpty)
  }

  @Test(arguments: ["ntfy:walks", "webhook:team", "matrix:!r:h", "matrix:#r:h"])
  func aCancellationEndsEveryWait(address: String) throws {
    let server = try LoopbackServer { _, connection in connection.waitForClient() }
    let cancellation = Cancellation()
    Thread.detachNewThread {
      _ = SafetyLimit.wait { !server.requests.isEmpty }
      cancellation.cancel()
    }
    #expect(carry(address, server, cancellation: cancellation).outcome != .sent)
  }

  @Test func withoutATokenMatrixGetsNothing() throws {
    let server = try LoopbackServer.answering()
    let channels = ChannelFixture.channels("[matrix]\nserver = \"\(server.address)\"")
    let (outcome, _) = ChannelFixture.carry("matrix:!r:h", Self.content, by: channels)
    #expect(outcome.reason == "there is no token; set GAZ_MATRIX_TOKEN, or token-command" && server.requests.isEmpty)
  }

  /// The address of a webhook may be a secret: no message repeats it.
  @Test func aSecretAddressIsNotRepeated() throws {
    for url in ["ftp://planted-token.example.org/x", "planted-token", "https://planted token"] {
      let channels = ChannelFixture.channels("[webhook.team]", variables: ["GAZ_WEBHOOK_TEAM_URL": url])
      let (outcome, _) = ChannelFixture.carry("webhook:team", Self.content, by: channels)
      #expect(outcome.word == "failed" && !outcome.reason.contains("planted"), "\(outcome.reason)")
    }
  }

  @Test func whatIsNotConfiguredIsNotSent() {
    let channels = ChannelFixture.channels("")
    for address in ["mail:a@b", "ntfy:x", "matrix:!r:h", "webhook:x", "apprise:x"] {
      let (outcome, handedOver) = ChannelFixture.carry(address, Self.content, by: channels)
      #expect(outcome.word == "failed" && handedOver == 0)
    }
  }
}
