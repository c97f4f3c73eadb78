import Foundation
import Synchronization
import Testing

@testable import GazetteerIndex
@testable import GazetteerServices

/// What is sent, and what comes back. The faults of servers are in `NetworkFaultTests`.
@Suite struct WebClientTests {
  /// The waits between attempts, instead of waiting.
  private final class Waits: Sendable {
    private let seconds = Mutex<[Double]>([])
    var all: [Double] { seconds.withLock { $0 } }
    var sum: Double { all.reduce(0, +) }
    func add(_ wait: Double) { seconds.withLock { $0.append(wait) } }
  }

  private let waits = Waits()

  /// A client whose clock goes forward only while it waits between attempts.
  private func client() -> WebClient {
    let waits = waits
    return WebClient(
      WebClient.Surroundings(
        agent: "gaz/test", clock: { waits.sum }, pause: { seconds, _ in waits.add(seconds) }, random: { 1 }))
  }

  private func get(
    _ text: String, _ client: WebClient? = nil, reach: WebClient.Reach = .anywhere, limit: Int = 64 << 20
  ) throws(WebError) -> WebReply {
    var request = WebRequest(try WebAddress(Untrusted(text)))
    request.limit = limit
    return try (client ?? self.client()).answer(to: request, reach, cancellation: Cancellation())
  }

  private func error(
    _ text: String, _ client: WebClient? = nil, reach: WebClient.Reach = .anywhere, limit: Int = 64 << 20
  ) -> WebError? {
    do throws(WebError) {
      _ = try get(text, client, reach: reach, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  private static let host = Untrusted("127.0.0.1")

  // MARK: requests

  @Test func anAnswerHasItsStatusItsHeaderAndItsBody() throws {
    let server = try LoopbackServer.answering(404, ["X-Colour:  blue "], "nothing here")
    let reply = try get(server.address + "/a?b=c#part")
    #expect(reply.status == 404)
    #expect(reply.headers["x-colour"] == Untrusted("blue"))
    #expect(String(decoding: reply.body, as: UTF8.self) == "nothing here")
    #expect(server.requests.map(\.path) == ["/a?b=c"])
    #expect(server.requests.first?.header("User-Agent") == "gaz/test")
  }

  @Test func aBodyAndHeadersAreSent() throws {
    let server = try LoopbackServer.answering(201)
    var request = WebRequest(try WebAddress(Untrusted(server.address + "/new")))
    request.method = .post
    request.headers = [WebRequest.Header("Content-Type", .plain("application/json"))]
    request.body = Array("{\"a\": \"é\"}".utf8)
    #expect(try client().answer(to: request, cancellation: Cancellation()).status == 201)
    let sent = try #require(server.requests.first)
    #expect(sent.method == "POST")
    #expect(sent.body == "{\"a\": \"é\"}")
    #expect(sent.header("Content-Type") == "application/json")
  }

  @Test(arguments: ["a\r\nX-Other: b", "a\nb", "a\u{0}b"])
  func aHeaderIsOneLine(value: String) throws {
    let server = try LoopbackServer.answering()
    var request = WebRequest(try WebAddress(Untrusted(server.address)))
    request.headers = [WebRequest.Header("X-A", .secret(Secret(value.utf8)))]
    #expect(throws: WebError.self) { try client().answer(to: request, cancellation: Cancellation()) }
    #expect(server.requests.isEmpty)
  }

  // MARK: addresses

  @Test(arguments: [
    ("", "malformed"), ("//", "malformed"), ("https://", "malformed"), ("https://user@host/", "namesUser"),
    ("https://user:secret@host/", "namesUser"), ("https://a:b@c@host?x", "namesUser"), ("https://host:0/", "malformed"),
    ("https://host:70000/", "malformed"),
    ("https://a b/", "malformed"), ("https://a/\r\nX: y", "malformed"), ("ftp://host/a", "otherScheme"),
    ("file:///etc/passwd", "malformed"), ("http://example.org/", "unprotected"),
  ])
  func badAddressesAreRefused(text: String, kind: String) {
    #expect(error(text).map { "\($0)".hasPrefix(kind) } == true, "\(text)")
  }

  @Test(
    arguments: [
      ("https://ada:secret@host/a@b", "https://…@host/a@b"), ("http://ada@host", "http://…@host"),
      ("https://a:b@c@host?x@y", "https://…@host?x@y"), ("https://host/@a", "https://host/@a"), ("a@b", "a@b"),
    ]) func aPasswordInAnAddressIsNotShown(text: String, shown: String)
  {
    #expect(Untrusted(text).withoutUserInfo.text == shown)
    #expect(error(text).map { "\($0.reason)".contains("secret") } != true)
  }

  @Test func anAddressIsNormalised() throws {
    let address = try WebAddress(Untrusted("HTTPS://Example.ORG/a/../b?c=ü#d"))
    #expect(address.origin.host == "example.org")
    #expect(address.origin.port == 443)
    #expect(address.path == "/b")
    #expect(try WebAddress(Untrusted("/x"), relativeTo: address).text.text == "https://example.org/x")
  }

  @Test func nothingIsSentWhenOffline() throws {
    let server = try LoopbackServer.answering()
    #expect(error(server.address, client().offline(if: true)) == .offline)
    #expect(server.requests.isEmpty)
  }

  // MARK: sizes

  @Test func aBombIsStoppedAtTheLimit() throws {
    // 10 MB of zeros in 10 KB.
    let packed = try gzip(Data(count: 10 << 20))
    let server = try LoopbackServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n")
      connection.send(packed)
    }
    #expect(error(server.address, limit: 1 << 20) == .tooLarge(limit: 1 << 20))
    // The control: what counts is the size, not how well it was packed.
    #expect(try get(server.address, limit: 10 << 20).body.count == 10 << 20)
  }

  // MARK: redirects

  @Test(arguments: [301, 302, 303, 307, 308])
  func redirectsAreFollowed(status: Int) throws {
    let server = try LoopbackServer { request, connection in
      if request.path == "/new/place" { return connection.answer(200, [], "here") }
      connection.answer(status, ["Location: ../new/place"])
    }
    let reply = try get(server.address + "/old/place")
    #expect(String(decoding: reply.body, as: UTF8.self) == "here")
    #expect(reply.address.path == "/new/place")
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func secretsStayAtTheirOrigin(status: Int) throws {
    let other = try LoopbackServer.answering(200)
    let location = "\(other.address)/"
    let first = try LoopbackServer { request, connection in
      switch request.path {
      case "/same": connection.answer(status, ["Location: /end"])
      case "/port": connection.answer(status, ["Location: \(location)"])
      case "/name":
        connection.answer(status, ["Location: http://localhost:\(request.header("Host")!.dropFirst(10))/end"])
      default: connection.answer(200)
      }
    }
    for path in ["/same", "/port", "/name"] {
      var request = WebRequest(try WebAddress(Untrusted(first.address + path)))
      request.headers = [
        WebRequest.Header("Authorization", .secret(Secret("Bearer 1".utf8))),
        WebRequest.Header("X-Parse-Session-Token", .secret(Secret("r:2".utf8))),
        WebRequest.Header("X-Plain", .plain("3")),
      ]
      _ = try client().answer(to: request, cancellation: Cancellation())
      let last = try #require(path == "/port" ? other.requests.last : first.requests.last)
      let isSame = path == "/same"
      #expect(last.header("Authorization") == (isSame ? "Bearer 1" : nil), "\(path)")
      #expect(last.header("X-Parse-Session-Token") == (isSame ? "r:2" : nil), "\(path)")
      #expect(last.header("X-Plain") == "3", "\(path)")
    }
  }

  @Test func aBodyIsNotSentToAnotherOrigin() throws {
    let other = try LoopbackServer.answering()
    let location = "\(other.address)/"
    let server = try LoopbackServer.answering(307, ["Location: \(location)"])
    var request = WebRequest(try WebAddress(Untrusted(server.address)))
    request.method = .post
    request.body = Array("secret".utf8)
    #expect(throws: WebError.badRedirect(to: Untrusted("127.0.0.1"))) {
      try client().answer(to: request, cancellation: Cancellation())
    }
    #expect(other.requests.isEmpty)
  }

  // MARK: attempts

  @Test(arguments: [408, 429, 500, 502, 503, 504])
  func aBusyServerIsAskedAgain(status: Int) throws {
    let server = try LoopbackServer { request, connection in connection.answer(request.number < 3 ? status : 200) }
    #expect(try get(server.address).status == 200)
    #expect(waits.all == [1, 2, 4])
  }

  @Test func afterFourAttemptsTheAnswerIsGivenAsItIs() throws {
    let server = try LoopbackServer.answering(503)
    #expect(try get(server.address).status == 503)
    #expect(server.requests.count == 4)
  }

  /// A server may have acted on an attempt whose answer was lost, whatever it says about the next one. The control: a
  /// request that only reads.
  @Test(arguments: [true, false]) func aLostAnswerIsNotForgottenAfterARefusal(isChange: Bool) throws {
    let server = try LoopbackServer { request, connection in
      if request.number == 0 { connection.reset() } else { connection.answer(503) }
    }
    var request = WebRequest(try WebAddress(Untrusted(server.address)))
    guard isChange else {
      #expect(try client().answer(to: request, cancellation: Cancellation()).status == 503)
      return
    }
    request.method = .put
    (request.body, request.isRepeatable) = ([], true)
    #expect(throws: WebError.cutOff(host: Untrusted("127.0.0.1"))) {
      try client().answer(to: request, cancellation: Cancellation())
    }
    #expect(server.requests.count == 4)
  }

  @Test func theServerSaysHowLongToWait() throws {
    let server = try LoopbackServer { request, connection in
      connection.answer(request.number == 0 ? 429 : 200, ["Retry-After: 7"])
    }
    #expect(try get(server.address).status == 200)
    #expect(waits.all == [7])
  }

  /// The moment is a date of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`.
  @Test(arguments: [(-3600, nil), (45, 0.5...45), (1800, nil)] as [(Double, ClosedRange<Double>?)])
  func theServerSaysUntilWhenToWait(seconds: Double, wait: ClosedRange<Double>?) throws {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let date = format.string(from: Date(timeIntervalSinceNow: seconds))
    let server = try LoopbackServer { request, connection in
      connection.answer(request.number == 0 ? 503 : 200, ["Retry-After: \(date)"])
    }
    if seconds > 60 {
      #expect(throws: WebError.self) { try get(server.address) }
      #expect(waits.all.isEmpty, "it is longer than a request may take")
    } else {
      #expect(try get(server.address).status == 200)
      // A moment that is over means no wish: the usual wait.
      #expect(waits.all.count == 1 && (wait ?? 0...1).contains(waits.all[0]), "\(waits.all)")
    }
  }

  @Test func aChangeIsSentOnlyOnceUnlessItMayBeRepeated() throws {
    let server = try LoopbackServer { _, connection in connection.reset() }
    var request = WebRequest(try WebAddress(Untrusted(server.address)))
    request.method = .post
    request.body = []
    #expect(throws: WebError.self) { try client().answer(to: request, cancellation: Cancellation()) }
    #expect(server.requests.count == 1)
    request.isRepeatable = true
    #expect(throws: WebError.self) { try client().answer(to: request, cancellation: Cancellation()) }
    #expect(server.requests.count == 5)
  }

  /// A request that may not be repeated has a new connection, which nobody uses again. The control: other requests
  /// leave theirs open for the next one.
  @Test func aChangeLeavesNoConnectionOpen() throws {
    let connections = OpenConnections()
    let server = try LoopbackServer { _, connection in
      connections.count.withLock { $0 += 1 }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      connection.waitForClient()
      connections.count.withLock { $0 -= 1 }
    }
    let client = client()
    var request = WebRequest(try WebAddress(Untrusted(server.address)))
    #expect(try client.answer(to: request, cancellation: Cancellation()).status == 200)
    #expect(SafetyLimit.wait { connections.now == 1 })
    request.method = .post
    request.body = []
    for _ in 0..<20 { _ = try client.answer(to: request, cancellation: Cancellation()) }
    #expect(server.requests.count == 21)
    #expect(SafetyLimit.wait { connections.now == 1 }, "\(connections.now) are open")
  }

  private final class OpenConnections: Sendable {
    let count = Mutex(0)
    var now: Int { count.withLock { $0 } }
  }

  // MARK: private networks

  @Test func anAddressInDataDoesNotReachThisMachine() throws {
    let server = try LoopbackServer.answering()
    #expect(error(server.address, reach: .publicOnly) != nil)
    #expect(server.requests.isEmpty)
    #expect(try get(server.address).status == 200)
  }

  @Test func anAddressInDataDoesNotUseAnOpenConnection() throws {
    let server = try LoopbackServer { _, connection in
      repeat { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi") } while connection.waitForMore()
    }
    let client = client()
    for _ in 1...2 { #expect(try get(server.address, client).status == 200) }
    // The control: there is an open connection, and other requests use it.
    #expect(server.requests.count == 1)
    #expect(error(server.address, client, reach: .publicOnly) == .privateNetwork(host: Self.host))
  }

  @Test(
    arguments: [
      ([1, 1, 1, 1], true), ([8, 8, 8, 8], true), ([172, 32, 0, 1], true), ([100, 128, 0, 1], true),
      ([10, 0, 0, 1], false), ([127, 0, 0, 1], false), ([169, 254, 169, 254], false), ([172, 16, 0, 1], false),
      ([172, 31, 255, 255], false), ([192, 168, 1, 1], false), ([100, 64, 0, 1], false), ([0, 0, 0, 0], false),
      ([198, 18, 0, 1], false), ([224, 0, 0, 1], false), ([255, 255, 255, 255], false), ([], false),
      ([0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11], true),
      ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], false),
      ([0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], false),
      ([0xFD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], false),
      ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127, 0, 0, 1], false),
      ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 8, 8, 8, 8], true),
      ([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 1], false),
    ] as [([UInt8], Bool)])
  func privateAddressesAreKnown(bytes: [UInt8], isPublic: Bool) {
    #expect(SocketAddress(bytes: bytes).isPublic == isPublic)
  }

  // MARK: secrets

  @Test func aSecretIsNeverPrinted() {
    let secret = Secret("hunter2".utf8)
    var dumped = ""
    dump((secret, [secret], WebRequest.Header("A", .secret(secret))), to: &dumped)
    for text in ["\(secret)", "\([secret])", String(reflecting: secret), dumped] {
      #expect(!text.contains("hunter2") && !text.contains("104"))
    }
  }
}
