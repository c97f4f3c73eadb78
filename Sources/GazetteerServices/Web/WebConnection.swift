import CCurl
import GazetteerIndex
import Glibc

/// Exchanges requests and answers with servers, one at a time. Connections stay open for the next request.
final class WebConnection {
  private let web: OpaquePointer
  private let agent: String
  private let certificates: String?

  /// - Parameters:
  ///   - agent: how the program introduces itself to servers.
  ///   - certificates: a file of certificates to trust besides those of the system.
  init(agent: String, certificates: String?) throws(WebError) {
    guard let web = gaz_web_open() else { throw .noLibrary }
    self.web = web
    self.agent = agent
    self.certificates = certificates
  }

  deinit { gaz_web_close(web) }

  /// Sends a request and gets its answer. Redirects are not followed.
  ///
  /// - Parameters:
  ///   - lines: the header.
  ///   - mayConnect: whether a connection to an address is allowed.
  ///   - progress: gets how many bytes have come, and how many there are; 0 if unknown.
  func exchange(
    _ request: WebRequest, lines: [[UInt8]], patience: WebPatience, mayConnect: @escaping (SocketAddress) -> Bool,
    progress: @escaping (Int, Int) -> Void, cancellation: Cancellation
  ) throws(WebError) -> WebReply {
    let host = request.address.host
    let answer = Answer(limit: request.limit, mayConnect: mayConnect, progress: progress)
    var exchange = gaz_exchange()
    exchange.connect_milliseconds = Int((patience.connecting * 1000).rounded(.up))
    exchange.idle_seconds = patience.idle
    exchange.total_milliseconds = max(1, Int(patience.total * 1000))
    exchange.context = Unmanaged.passUnretained(answer).toOpaque()
    exchange.on_header = { WebConnection.answer($0)?.addHeader(UnsafeBufferPointer(start: $1, count: $2)) }
    exchange.on_bytes = { WebConnection.answer($0)?.add(UnsafeBufferPointer(start: $1, count: $2)) ?? false }
    exchange.on_progress = { WebConnection.answer($0)?.progress(Int($1), Int($2)) }
    exchange.may_connect = { context, address in
      guard let address, let answer = WebConnection.answer(context) else { return false }
      answer.isRefused = !answer.mayConnect(SocketAddress(address))
      return !answer.isRefused
    }
    let stop = WebStop(web)
    let registration = cancellation.onCancel { stop() }
    let result = perform(request, lines: lines, &exchange)
    registration.end()
    if cancellation.isCancelled { throw .cancelled }
    if answer.isTooLarge { throw .tooLarge(limit: request.limit) }
    if answer.isRefused, result == GAZ_WEB_NOT_CONNECTED { throw .privateNetwork(host: host) }
    let failure = withUnsafeBytes(of: exchange.failure) { Untrusted(bytes: $0.prefix { $0 != 0 }) }
    if let error = WebError(result, host: host, failure: failure) { throw error }
    guard answer.hasWholeHeader else { throw .cutOff(host: host) }
    return WebReply(
      status: exchange.status, address: request.address, headers: answer.headers, body: Array(answer.body.slice))
  }

  private func perform(_ request: WebRequest, lines: [[UInt8]], _ exchange: inout gaz_exchange) -> gaz_web_result {
    let strings = CStrings([request.address.text.bytes, Array(request.method.rawValue.utf8), Array(agent.utf8)])
    let header = CStrings(lines)
    let file = certificates.map { CStrings([Array($0.utf8)]) }
    exchange.url = strings[0]
    exchange.method = strings[1]
    exchange.user_agent = strings[2]
    exchange.ca_file = file?[0]
    defer { withExtendedLifetime((strings, header, file)) {} }
    return header.withList { list in
      exchange.headers = list
      guard let body = request.body else { return gaz_web_perform(web, &exchange) }
      return (body + [0]).withUnsafeBufferPointer { bytes in
        exchange.body = bytes.baseAddress
        exchange.body_size = body.count
        return gaz_web_perform(web, &exchange)
      }
    }
  }

  private static func answer(_ context: UnsafeMutableRawPointer?) -> Answer? {
    context.map { Unmanaged<Answer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// What has come so far.
  private final class Answer {
    let limit: Int
    let mayConnect: (SocketAddress) -> Bool
    let progress: (Int, Int) -> Void
    var headers = WebHeaders()
    /// Whether the empty line after the header has come. libcurl does not miss it.
    var hasWholeHeader = false
    let body = ByteBuffer()
    var isTooLarge = false
    var isRefused = false

    init(limit: Int, mayConnect: @escaping (SocketAddress) -> Bool, progress: @escaping (Int, Int) -> Void) {
      self.limit = limit
      self.mayConnect = mayConnect
      self.progress = progress
    }

    func addHeader(_ line: UnsafeBufferPointer<UInt8>) {
      // A new header follows an interim answer, such as "100 Continue".
      if line.starts(with: "HTTP/".utf8) { headers = WebHeaders() }
      hasWholeHeader = line.isEmpty
      headers.add(line)
    }

    func add(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      isTooLarge = body.count + bytes.count > limit
      if !isTooLarge { body.append(bytes) }
      return !isTooLarge
    }
  }
}

extension WebError {
  init?(_ result: gaz_web_result, host: Untrusted, failure: Untrusted) {
    switch result {
    case GAZ_WEB_OK: return nil
    case GAZ_WEB_NOT_RESOLVED: self = .notResolved(host: host)
    case GAZ_WEB_NOT_CONNECTED: self = .notConnected(host: host)
    case GAZ_WEB_TIMED_OUT: self = .timedOut(host: host)
    case GAZ_WEB_NOT_TRUSTED: self = .notTrusted(host: host, reason: failure)
    case GAZ_WEB_TLS_FAILED: self = .noTLS(host: host, reason: failure)
    case GAZ_WEB_CUT_OFF: self = .cutOff(host: host)
    case GAZ_WEB_BAD_ENCODING: self = .badEncoding(host: host)
    case GAZ_WEB_NOT_HTTP: self = .notHTTP(host: host)
    default: self = .other(reason: failure)
    }
  }
}
