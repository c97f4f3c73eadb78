import GazetteerIndex

/// What has come of an answer so far.
final class WebAnswer {
  /// The header that says what `content` can unpack. libcurl could unpack more, but takes a part for the whole.
  static let accepted = "Accept-Encoding: gzip"

  private enum Part {
    /// Before the header, or between an interim answer, such as "100 Continue", and the next one.
    case start
    case head(isInterim: Bool)
    case body
  }

  let mayConnect: (SocketAddress) -> Bool
  let progress: (Int, Int) -> Void
  /// Whether `mayConnect` forbade the last connection.
  var isRefused = false
  private(set) var headers = WebHeaders()
  private(set) var isTooLarge = false
  private(set) var headIsTooLarge = false
  private(set) var hasBegun = false
  private let limit: Int
  private let body: ByteBuffer
  private var part = Part.start
  /// The bytes of all headers, also of interim answers, of which there could be any number.
  private var headBytes = 0

  /// - Parameter limit: the most bytes of the content.
  init(limit: Int, mayConnect: @escaping (SocketAddress) -> Bool, progress: @escaping (Int, Int) -> Void) {
    self.limit = limit
    // And the zeros that readers expect.
    body = ByteBuffer(most: limit + 64)
    self.mayConnect = mayConnect
    self.progress = progress
  }

  /// Whether the empty line after the header has come. libcurl does not miss it.
  var hasWholeHeader: Bool { if case .body = part { true } else { false } }
  var isInHead: Bool { hasBegun && !hasWholeHeader }

  /// Returns whether more is wanted.
  func addHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    hasBegun = true
    headBytes += line.count + 2
    headIsTooLarge = headBytes > WebConnection.headLimit
    switch part {
    case .start:
      // "101 Switching Protocols" is the last answer.
      let status = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix(3)
      headers = WebHeaders()
      part = .head(isInterim: status.first == UInt8(ascii: "1") && !status.elementsEqual("101".utf8))
    case .head(let isInterim) where line.isEmpty: part = isInterim ? .start : .body
    case .head: headers.add(line)
    // Further lines may follow chunks. They could contradict the header.
    case .body: break
    }
    return !headIsTooLarge
  }

  /// Returns whether more is wanted.
  func add(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    isTooLarge = body.count + bytes.count > limit
    if !isTooLarge { body.append(bytes) }
    return !isTooLarge
  }

  /// The content, unpacked.
  func content(from host: Untrusted, _ cancellation: Cancellation) throws(WebError) -> WebContent {
    switch headers["content-encoding"]?.text.lowercased() {
    case nil, "", "identity": return WebContent(body)
    // The answer to HEAD, for example.
    case "gzip" where body.count == 0, "x-gzip" where body.count == 0: return WebContent(body)
    case "gzip", "x-gzip": break
    default: throw .badEncoding(host: host)
    }
    // What matters is how much comes out, not how well it was packed.
    let limits = Inflation.Limits(ratio: .max, freeBytes: .max, ratioOfLarge: .max, largeBytes: .max, bytes: limit)
    do throws(ArchiveError) {
      return WebContent(try Inflation.inflated(body.slice, .gzip, cancellation, limits: limits))
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .tooLarge: throw .tooLarge(limit: limit)
      default: throw .badEncoding(host: host)
      }
    }
  }
}
