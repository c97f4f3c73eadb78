import GazetteerIndex

/// A request to a server.
package struct WebRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  /// A line of the header. Its name and value have no line ends.
  package struct Header: Sendable {
    package enum Value: Sendable {
      case plain(String)
      /// Sent only to the origin of the request, not to servers to which it redirects.
      case secret(Secret)
    }

    let name: String
    let value: Value

    package init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }

    /// The line as it is sent; nil if it would be more than one line.
    var line: [UInt8]? {
      let bytes =
        switch value {
        case .plain(let text): Array(text.utf8)
        case .secret(let secret): secret.bytes
        }
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
      return Array(name.utf8) + Array(": ".utf8) + bytes
    }

    var isSecret: Bool { if case .secret = value { true } else { false } }
  }

  package var method = Method.get
  package var address: WebAddress
  package var headers: [Header] = []
  package var body: [UInt8]?
  /// Whether the server does the same if it gets the request twice, as for a request with an idempotency key. Requests
  /// that only read are always repeatable.
  package var isRepeatable = false
  /// Whether it matters if the content has arrived: a redirect that would drop it is an error, and the last answer of a
  /// busy server is returned as it is.
  package var mustArrive = false
  /// Whether it may go unencrypted to other machines, as the check of a link may. It then goes only to public addresses.
  package var mayBeUnencrypted = false
  /// The most bytes of the answer, unpacked.
  package var limit = 64 << 20
  /// The secrets that are not in its header: in its body, or known to the server from an earlier request.
  var otherSecrets: [Secret] = []
  /// The name with which the user logs in; empty if unknown.
  var user = Untrusted("")

  package init(_ address: WebAddress) { self.address = address }

  /// Whether it may go unencrypted, and has nothing that others on the way must not read or change.
  var goesUnencrypted: Bool {
    mayBeUnencrypted && headers.isEmpty && body == nil && (method == .get || method == .head)
  }

  /// Whether it may change something at the server, and nobody looks at how often it was tried.
  var isChange: Bool { method != .get && method != .head && !mustArrive }

  var mayRepeat: Bool { isRepeatable || method == .get || method == .head }
}

/// The answer of a server.
package struct WebReply: Sendable {
  /// The status of HTTP: 200 for success.
  package let status: Int
  /// The address that answered, after redirects.
  package let address: WebAddress
  /// Its host, for messages.
  package var host: Untrusted
  package let headers: WebHeaders
  let content: WebContent
  /// A copy of the content.
  package var body: [UInt8] { Array(content.bytes) }
  /// After how many seconds the server wants the next request; nil if it does not say.
  let retryAfter: Double?
  /// Who answered; nil if unknown, as through a proxy.
  let peer: SocketAddress?
}

/// The content of an answer, unpacked. It may be large, so it is passed on without copies.
// Unchecked: it never changes.
final class WebContent: @unchecked Sendable {
  /// Followed by the zeros that readers expect.
  let bytes: UnsafeBufferPointer<UInt8>
  private let buffer: ByteBuffer

  init(_ buffer: ByteBuffer) {
    self.buffer = buffer
    bytes = buffer.terminated
  }
}

/// The header of an answer.
package struct WebHeaders: Sendable {
  private var values: [(name: String, value: Untrusted)] = []

  /// Reads a line `Name: value`; other lines are ignored.
  mutating func add(_ line: some Sequence<UInt8>) {
    let parts = Array(line).split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    let name = String(decoding: parts[0], as: UTF8.self).lowercased()
    values.append((name, Untrusted(bytes: parts[1]).trimmed))
  }

  /// The first value of a header, ignoring the case of its name.
  package subscript(name: String) -> Untrusted? { values.first { $0.name == name.lowercased() }?.value }
}
