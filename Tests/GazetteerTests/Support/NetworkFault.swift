import Foundation
import Testing

@testable import GazetteerServices

/// What a server can do wrong, and what `open` must say about it.
struct NetworkFault: Sendable, CustomTestStringConvertible {
  enum Target: Sendable {
    case server
    /// The server, with TLS, which it does not understand.
    case encrypted
    case closedPort
    case address(String)
  }

  typealias Serve = @Sendable (LoopbackServer.Request, LoopbackServer.Connection) -> Void

  let name: String
  /// Why there are no places; "…" stands for any text, such as words of a library. nil: there are places.
  let why: String?
  let remedy: String?
  /// How often the server is asked, if the request may be repeated.
  let attempts: Int
  var target = Target.server
  var patience = WebPatience()
  let serve: Serve

  var testDescription: String { name }

  /// Whether its own server commits it.
  var isOfServer: Bool { if case .server = target { true } else { false } }

  init(
    _ name: String, _ why: String?, try remedy: String? = nil, attempts: Int = 1, at target: Target = .server,
    _ serve: @escaping Serve = { _, _ in }
  ) {
    (self.name, self.why, self.remedy, self.attempts, self.target) = (name, why, remedy, attempts, target)
    self.serve = serve
  }

  /// The same with shorter time limits.
  func within(total: Double = 60, idle: Int = 15, connecting: Double = 5) -> NetworkFault {
    var fault = self
    fault.patience.total = total
    fault.patience.idle = idle
    fault.patience.connecting = connecting
    return fault
  }

  /// A file with one place.
  static let table = "id,name,lat,lon\n7,Here,48.1,11.5\n"
  private static let packed = (try? gzip(Data(table.utf8))) ?? Data()
  private static let ok = "HTTP/1.1 200 OK\r\n"

  /// The fault of a server that sends a text, and closes the connection.
  private static func sending(
    _ name: String, _ why: String?, try remedy: String? = nil, attempts: Int = 1, _ text: String
  ) -> NetworkFault {
    NetworkFault(name, why, try: remedy, attempts: attempts) { _, connection in connection.send(text) }
  }

  /// An answer that was packed, with a header that says how.
  private static func packed(
    _ name: String, _ why: String?, _ body: Data, encoding: String = "gzip"
  ) -> NetworkFault {
    NetworkFault(name, why) { _, connection in
      connection.send(ok + "Content-Encoding: \(encoding)\r\nContent-Length: \(body.count)\r\n\r\n")
      connection.send(body)
    }
  }

  private static func redirect(
    _ name: String, _ why: String, try remedy: String? = nil, to location: String?
  ) -> NetworkFault {
    NetworkFault(name, why, try: remedy) { _, connection in
      connection.answer(302, location.map { ["Location: \($0)"] } ?? [])
    }
  }

  private static func status(
    _ status: Int, _ words: String, try remedy: String, attempts: Int = 1
  ) -> NetworkFault {
    NetworkFault("\(status)", "127.0.0.1 answered \(status) (\(words))", try: remedy, attempts: attempts) {
      _, connection in connection.answer(status, [], table)
    }
  }

  /// A server that sends a text, and nothing more.
  private static func silent(_ name: String, after text: String, attempts: Int = 1) -> NetworkFault {
    NetworkFault(name, "127.0.0.1 did not answer in time", try: "again later", attempts: attempts) { _, connection in
      connection.send(text)
      connection.waitForClient()
    }
  }

  /// A server that sends a text, and then a byte now and then.
  private static func trickling(_ name: String, after text: String) -> NetworkFault {
    NetworkFault(name, "127.0.0.1 did not answer in time", try: "again later") { _, connection in
      connection.send(text)
      while connection.send("x") { poll(nil, 0, 20) }
    }
  }

  static let all: [NetworkFault] = connections + times + bodies + encodings + heads + redirects + statuses + contents

  private static let cut = "127.0.0.1 ended the connection too early"

  private static let connections: [NetworkFault] = [
    NetworkFault(
      "connection refused", "127.0.0.1 does not accept connections", try: "check the port, or try again later",
      attempts: 4, at: .closedPort),
    NetworkFault(
      "unknown name", "the name nowhere.invalid was not found",
      try: "check the name, and the connection to the network", at: .address("https://nowhere.invalid/a.csv")),
    sending("closed without an answer", cut, try: "again later", attempts: 4, ""),
    sending("closed in the header", cut, try: "again later", attempts: 4, ok + "Content-Le"),
    sending("closed after a line of the header", cut, try: "again later", attempts: 4, ok),
    NetworkFault("reset before the answer", cut, try: "again later", attempts: 4) { _, connection in
      connection.reset()
    },
    NetworkFault("reset in the header", cut, try: "again later", attempts: 4) { _, connection in
      connection.send(ok + "Content-Le")
      connection.reset()
    },
    NetworkFault("reset in the body", cut, try: "again later", attempts: 4) { _, connection in
      connection.send(ok + "Content-Length: 100\r\n\r\n" + table)
      connection.reset()
    },
    NetworkFault(
      "reset in the TLS handshake", "no encrypted connection to 127.0.0.1: …", try: "check the port", at: .encrypted
    ) { _, connection in connection.reset() },
    NetworkFault(
      "no TLS on the port", "no encrypted connection to 127.0.0.1: …wrong version number…", try: "check the port",
      at: .encrypted
    ) { _, connection in connection.answer(200, [], table) },
  ]

  /// Faults that only a limit of time ends.
  static let times: [NetworkFault] = [
    silent("never answers", after: "").within(total: 0.3),
    silent("silent in the header", after: ok).within(total: 0.3),
    silent("silent in the body", after: ok + "Content-Length: 100\r\n\r\n" + table).within(total: 0.3),
    // libcurl counts whole seconds.
    silent("silent for longer than the limit", after: "", attempts: 4).within(idle: 1),
    trickling("trickling header", after: ok + "X-A: ").within(total: 0.3),
    trickling("trickling body", after: ok + "\r\n").within(total: 0.3),
    NetworkFault(
      "TLS handshake without an end", "127.0.0.1 did not answer in time", try: "again later", attempts: 4,
      at: .encrypted
    ) { _, connection in connection.waitForClient() }.within(connecting: 0.3),
  ]

  private static let broken = "the answer of 127.0.0.1 breaks the rules of HTTP"
  private static let tooLarge = "the answer has more than 64 MB"

  private static let bodies: [NetworkFault] = [
    sending("half a body", cut, try: "again later", attempts: 4, ok + "Content-Length: 100\r\n\r\n" + table),
    sending(
      "chunks without an end", cut, try: "again later", attempts: 4,
      ok + "Transfer-Encoding: chunked\r\n\r\n24\r\n\(table)\r\n"),
    sending(
      "a chunk without a length", broken, try: "tell those who run the server",
      ok + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n\(table)\r\n0\r\n\r\n"),
    sending(
      "a length that is no number", broken, try: "tell those who run the server",
      ok + "Content-Length: five\r\n\r\n" + table),
    sending(
      "two lengths", cut, try: "again later", attempts: 4,
      ok + "Content-Length: 36\r\nContent-Length: 100\r\n\r\n" + table),
    // The length says where the answer ends.
    sending("more than the length", nil, ok + "Content-Length: \(table.utf8.count)\r\n\r\n" + table + "8,\u{1}"),
    sending(
      "lines after the chunks", nil,
      ok + "Transfer-Encoding: chunked\r\n\r\n\(String(table.utf8.count, radix: 16))\r\n\(table)\r\n0\r\n"
        + "Content-Encoding: gzip\r\n\r\n"),
    sending(
      "without a length", nil, ok + "\r\n" + table),
    // It waits for the client, so the client must not wait for the body.
    NetworkFault("huge by its length", tooLarge) { _, connection in
      connection.send(ok + "Content-Length: 100000000000\r\n\r\n")
      connection.waitForClient()
    },
    NetworkFault("a length of more than 64 bits", tooLarge) { _, connection in
      connection.send(ok + "Content-Length: 100000000000000000000\r\n\r\n")
      connection.waitForClient()
    },
    NetworkFault("huge without a length", tooLarge) { _, connection in
      connection.send(ok + "\r\n")
      let megabyte = [UInt8](repeating: 0x61, count: 1 << 20)
      while connection.send(megabyte) {}
    },
  ]

  private static let badEncoding = "the answer of 127.0.0.1 cannot be unpacked"

  private static let encodings: [NetworkFault] = [
    packed("packed", nil, packed),
    packed("packed in two parts", nil, packed + ((try? gzip(Data("8,There,48.1,11.5\n".utf8))) ?? Data())),
    packed("says gzip, and is not", badEncoding, Data(table.utf8)),
    packed("gzip without its end", badEncoding, packed.dropLast(12)),
    packed("gzip without its checksum", badEncoding, packed.dropLast(8)),
    packed("gzip with a wrong checksum", badEncoding, packed.dropLast(8) + Data(count: 8)),
    packed("unknown encoding", badEncoding, Data(table.utf8), encoding: "br"),
    // 65 MB of zeros in 65 KB.
    packed("bomb", tooLarge, (try? gzip(Data(count: 65 << 20))) ?? Data()),
  ]

  private static let headTooLarge = "the header of 127.0.0.1 has more than 64 KB"

  private static let notHTTP = "127.0.0.1 does not speak HTTP"

  private static let heads: [NetworkFault] = [
    sending("SSH", notHTTP, try: "check the port", "SSH-2.0-OpenSSH_9.2\r\n"),
    sending("SMTP", notHTTP, try: "check the port", "220 mail ESMTP\r\n"),
    sending("TLS", notHTTP, try: "check the port", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}"),
    NetworkFault("header without an end", headTooLarge, try: "tell those who run the server") { _, connection in
      connection.send(ok)
      while connection.send("X-A: " + String(repeating: "a", count: 1000) + "\r\n") {}
    },
    NetworkFault("line without an end", headTooLarge, try: "tell those who run the server") { _, connection in
      connection.send(ok + "X-A: ")
      while connection.send(String(repeating: "a", count: 1000)) {}
    },
    NetworkFault("interim answers without an end", headTooLarge, try: "tell those who run the server") {
      _, connection in while connection.send("HTTP/1.1 103 X\r\nX-A: a\r\n\r\n") {}
    },
    sending("interim answer", nil, "HTTP/1.1 103 X\r\nContent-Encoding: x\r\n\r\n" + ok + "\r\n" + table),
  ]

  private static let noAddress = "it was redirected, but not to an http or https address"

  private static let redirects: [NetworkFault] = [
    redirect("redirects without an end", "there are too many redirects", to: "/again"),
    redirect("redirect without an address", noAddress, to: nil),
    redirect("redirect to another protocol", noAddress, to: "ftp://127.0.0.1/"),
    redirect("redirect to a file", noAddress, to: "file:///etc/passwd"),
    redirect("redirect with a password", noAddress, to: "https://user:x@127.0.0.1/"),
    redirect(
      "redirect to another machine without encryption", "the connection to example.org would not be encrypted",
      try: "https instead of http", to: "http://example.org/"),
  ]

  private static let statuses: [NetworkFault] = [
    status(401, "login required", try: "check the address"), status(403, "forbidden", try: "check the address"),
    status(404, "not found", try: "check the address"), status(410, "gone", try: "check the address"),
    status(429, "too many requests", try: "again later", attempts: 4),
    status(500, "error of the server", try: "again later", attempts: 4),
    status(503, "not available now", try: "again later", attempts: 4),
    NetworkFault(
      "429 for an hour", "127.0.0.1 wants no more requests for 3600 s", try: "again after 3600 s"
    ) { _, connection in connection.answer(429, ["Retry-After: 3600"]) },
    NetworkFault(
      "503 for 7 s, again and again", "127.0.0.1 wants no more requests for 7 s", try: "again after 7 s", attempts: 4
    ) { _, connection in connection.answer(503, ["Retry-After: 7"]) },
    NetworkFault("500, and then the answer", nil, attempts: 2) { request, connection in
      connection.answer(request.number == 0 ? 500 : 200, [], table)
    },
  ]

  private static let contents: [NetworkFault] = [
    sending("empty body", "it is empty", try: "a file with at least one record", ok + "Content-Length: 0\r\n\r\n"),
    sending(
      "web page", "it is a web page", try: "the address of the file itself",
      ok + "Content-Type: text/csv\r\n\r\n<!DOCTYPE html><html></html>"),
  ]
}
