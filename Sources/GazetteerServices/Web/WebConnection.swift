import CCurl
import GazetteerIndex
import Glibc

/// Exchanges requests and answers with servers, one at a time. Connections stay open for the next request.
final class WebConnection {
  /// The most bytes of a header. Usual servers send at most 16 KB.
  static let headLimit = 64 << 10

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
  ///   - route: how to get to the server.
  ///   - mayConnect: whether a connection to an address is allowed.
  ///   - progress: gets how many bytes have come, and how many there are; 0 if unknown.
  func exchange(
    _ request: WebRequest, lines: [[UInt8]], patience: WebPatience, route: WebRoute = WebRoute(),
    mayConnect: @escaping (SocketAddress) -> Bool, progress: @escaping (Int, Int) -> Void, cancellation: Cancellation
  ) throws(WebError) -> WebReply {
    let host = request.address.host
    let answer = WebAnswer(limit: request.limit, mayConnect: mayConnect, progress: progress)
    var exchange = gaz_exchange()
    exchange.connect_milliseconds = Int((patience.connecting * 1000).rounded(.up))
    exchange.idle_seconds = patience.idle
    exchange.total_milliseconds = max(1, Int(patience.total * 1000))
    exchange.context = Unmanaged.passUnretained(answer).toOpaque()
    exchange.limit = Int64(request.limit)
    exchange.on_header = { WebConnection.answer($0)?.addHeader(UnsafeBufferPointer(start: $1, count: $2)) ?? false }
    exchange.on_bytes = { WebConnection.answer($0)?.add(UnsafeBufferPointer(start: $1, count: $2)) ?? false }
    exchange.on_progress = { WebConnection.answer($0)?.progress(Int($1), Int($2)) }
    exchange.may_connect = { context, address in
      guard let address, let answer = WebConnection.answer(context) else { return false }
      answer.isRefused = !answer.mayConnect(SocketAddress(address))
      return !answer.isRefused
    }
    let stop = WebStop(web)
    let registration = cancellation.onCancel { stop() }
    let result = perform(request, lines: lines, route, &exchange)
    registration.end()
    if cancellation.isCancelled { throw .cancelled }
    if answer.isTooLarge || result == GAZ_WEB_TOO_LARGE { throw .tooLarge(limit: request.limit) }
    if answer.headIsTooLarge || result == GAZ_WEB_TOO_LONG && answer.isInHead { throw .headTooLarge(host: host) }
    if answer.isRefused, result == GAZ_WEB_NOT_CONNECTED { throw .privateNetwork(host: host) }
    if answer.hasBegun, result == GAZ_WEB_NOT_HTTP { throw .malformedAnswer(host: host) }
    let failure = withUnsafeBytes(of: exchange.failure) { Untrusted(bytes: $0.prefix { $0 != 0 }) }
    if route.proxy != nil, result == GAZ_WEB_NOT_CONNECTED { throw .proxyFailed(reason: failure) }
    if let error = WebError(result, host: host, failure: failure) { throw error }
    guard answer.hasWholeHeader else { throw .cutOff(host: host) }
    let peer = withUnsafeBytes(of: exchange.peer) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return WebReply(
      status: exchange.status, address: request.address, host: host, headers: answer.headers,
      content: try answer.content(from: host, cancellation),
      retryAfter: exchange.retry_after > 0 ? Double(exchange.retry_after) : nil,
      peer: route.proxy == nil ? SocketAddress(numeric: peer) : nil)
  }

  /// The addresses that the host of a request has here. Nothing is sent.
  func addresses(
    of request: WebRequest, patience: WebPatience, cancellation: Cancellation
  ) throws(WebError) -> [SocketAddress] {
    var found: [SocketAddress] = []
    do throws(WebError) {
      _ = try exchange(
        request, lines: [], patience: patience,
        mayConnect: { address in
          found.append(address)
          return false
        }, progress: { _, _ in }, cancellation: cancellation)
    } catch {
      guard case .privateNetwork = error else { throw error }
      return found
    }
    throw .notResolved(host: request.address.host)
  }

  private func perform(
    _ request: WebRequest, lines: [[UInt8]], _ route: WebRoute, _ exchange: inout gaz_exchange
  ) -> gaz_web_result {
    let strings = CStrings([
      request.address.text.bytes, Array(request.method.rawValue.utf8), Array(agent.utf8),
      Array((route.proxy ?? "").utf8), Array(route.exceptions.utf8),
      Array((route.address.map { "::\($0.host):" } ?? "").utf8),
    ])
    let header = CStrings(lines + [Array(WebAnswer.accepted.utf8)])
    let file = certificates.map { CStrings([Array($0.utf8)]) }
    exchange.url = strings[0]
    exchange.method = strings[1]
    exchange.user_agent = strings[2]
    exchange.proxy = strings[3]
    exchange.no_proxy = strings[4]
    exchange.connect_to = route.address == nil ? nil : strings[5]
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

  private static func answer(_ context: UnsafeMutableRawPointer?) -> WebAnswer? {
    context.map { Unmanaged<WebAnswer>.fromOpaque($0).takeUnretainedValue() }
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
    case GAZ_WEB_PROXY_FAILED: self = .proxyFailed(reason: failure)
    default: self = .other(reason: failure)
    }
  }
}
