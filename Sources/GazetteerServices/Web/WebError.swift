import GazetteerIndex

/// Why there is no answer from a server.
package enum WebError: Error, Equatable, Sendable {
  case noLibrary
  case offline
  case malformed(Untrusted)
  /// It names a user, perhaps with a password.
  case namesUser
  /// Neither http nor https.
  case otherScheme(Untrusted)
  /// http to another machine.
  case unprotected(host: Untrusted)
  /// An address found in data that leads into a private network.
  case privateNetwork(host: Untrusted)
  case notResolved(host: Untrusted)
  case notConnected(host: Untrusted)
  /// No answer, or the rest of it did not come, within the time limits.
  case timedOut(host: Untrusted)
  case notTrusted(host: Untrusted, reason: Untrusted)
  case noTLS(host: Untrusted, reason: Untrusted)
  /// The connection ended before the answer did.
  case cutOff(host: Untrusted)
  case badEncoding(host: Untrusted)
  case notHTTP(host: Untrusted)
  /// The header was HTTP, but the rest is not: a length that is no number, a malformed chunk.
  case malformedAnswer(host: Untrusted)
  /// The header has more bytes than `WebConnection.headLimit`.
  case headTooLarge(host: Untrusted)
  /// The proxy made no connection.
  case proxyFailed(reason: Untrusted)
  /// The server answered with an error.
  case refused(host: Untrusted, status: Int)
  /// The answer has more bytes than this.
  case tooLarge(limit: Int)
  case tooManyRedirects
  /// A redirect to nothing that can be asked, or of a request that must not go to this host. The rest of the address is not kept,
  /// because the server may have put a secret of the request there.
  case badRedirect(to: Untrusted?)
  /// The server wants no more requests for so many seconds.
  case busy(host: Untrusted, seconds: Int)
  case cancelled
  case other(reason: Untrusted)
}

extension WebError {
  /// What went wrong. It follows what could not be done in a message.
  package var reason: Message {
    switch self {
    case .noLibrary: "the library libcurl is not installed"
    case .offline: "gaz is offline"
    case .malformed(let text): "\"\(text.beginning)\" is not an address"
    case .namesUser: "the address must not have a user name or a password"
    case .otherScheme(let text): "\"\(text.beginning)\" is neither an https nor an http address"
    case .unprotected(let host): "the connection to \(host) would not be encrypted"
    case .privateNetwork(let host): "\(host) is in a private network"
    case .notResolved(let host): "the name \(host) was not found"
    case .notConnected(let host): "\(host) does not accept connections"
    case .timedOut(let host): "\(host) did not answer in time"
    case .notTrusted(let host, let reason): "the certificate of \(host) is not trusted: \(reason)"
    case .noTLS(let host, let reason): "no encrypted connection to \(host): \(reason)"
    case .cutOff(let host): "\(host) ended the connection too early"
    case .badEncoding(let host): "the answer of \(host) cannot be unpacked"
    case .notHTTP(let host): "\(host) does not speak HTTP"
    case .malformedAnswer(let host): "the answer of \(host) breaks the rules of HTTP"
    case .headTooLarge(let host): "the header of \(host) has more than \(WebConnection.headLimit >> 10) KB"
    case .proxyFailed(let reason): "no connection through the proxy: \(reason)"
    case .refused(let host, let status): "\(host) answered \(status)\(own: Self.meaning(of: status))"
    case .tooLarge(let limit): "the answer has more than \(limit >> 20) MB"
    case .tooManyRedirects: "there are too many redirects"
    case .badRedirect(let host?): "it was redirected to \(host.beginning)"
    case .badRedirect(nil): "it was redirected, but not to an http or https address"
    case .busy(let host, let seconds): "\(host) wants no more requests for \(seconds) s"
    case .cancelled: "it was cancelled"
    case .other(let reason): reason.isEmpty ? "the library libcurl failed" : "\(reason)"
    }
  }

  /// What to try.
  package var remedy: Message? {
    switch self {
    case .noLibrary: "apt install libcurl4"
    case .offline: "start gaz without --offline"
    case .malformed, .namesUser, .otherScheme: "https://HOST/PATH"
    case .unprotected: "https instead of http"
    case .privateNetwork, .badEncoding, .tooLarge, .tooManyRedirects, .badRedirect, .cancelled, .other: nil
    case .notHTTP, .noTLS: "check the port"
    case .malformedAnswer, .headTooLarge: "tell those who run the server"
    case .proxyFailed: "check https_proxy, or name the host in no_proxy"
    case .notResolved: "check the name, and the connection to the network"
    case .notConnected: "check the port, or try again later"
    case .timedOut, .cutOff: "again later"
    case .refused(_, let status):
      (400...499).contains(status) && status != 408 && status != 429 ? "check the address" : "again later"
    case .notTrusted: "set SSL_CERT_FILE if the server has a certificate of your own"
    case .busy(_, let seconds): "again after \(seconds) s"
    }
  }

  /// The usual words for a status of HTTP.
  private static func meaning(of status: Int) -> String {
    switch status {
    case 400: " (bad request)"
    case 401: " (login required)"
    case 403: " (forbidden)"
    case 404: " (not found)"
    case 410: " (gone)"
    case 429: " (too many requests)"
    case 500: " (error of the server)"
    case 502, 503, 504: " (not available now)"
    default: ""
    }
  }

  /// Whether the server could not be asked, or could not answer now. Then a copy of an earlier answer can be used.
  package var isAboutTheConnection: Bool {
    switch self {
    case .offline, .notResolved, .notConnected, .timedOut, .cutOff, .busy, .noLibrary, .proxyFailed: true
    case .refused(_, let status): status >= 500
    default: false
    }
  }

  /// Whether the server has certainly not got the request.
  package var isBeforeSending: Bool {
    switch self {
    case .noLibrary, .offline, .malformed, .namesUser, .otherScheme, .unprotected, .privateNetwork, .notResolved,
      .notConnected,
      .notTrusted, .noTLS:
      true
    default: false
    }
  }

  /// Whether the server put the request off: it says that it did nothing.
  package var isPutOff: Bool {
    switch self {
    case .busy: true
    case .refused(_, let status): status == 408 || status == 429 || status == 503
    default: false
    }
  }

  /// Whether the server itself could not answer now, and not the network.
  package var isOfTheServer: Bool {
    if isPutOff { return true }
    if case .refused(_, let status) = self { return status >= 500 }
    return false
  }

  /// Whether the same request may succeed soon.
  var isTemporary: Bool {
    switch self {
    case .notConnected, .cutOff, .timedOut: true
    default: false
    }
  }
}

extension WebError {
  /// The same without what repeats a secret.
  func hiding(_ secrets: SecretForms) -> WebError {
    func shown(_ host: Untrusted) -> Untrusted { host.hidingHost(secrets) }
    return switch self {
    case .malformed(let text): .malformed(text.hiding(secrets))
    case .otherScheme(let text): .otherScheme(text.hiding(secrets))
    case .unprotected(let host): .unprotected(host: shown(host))
    case .privateNetwork(let host): .privateNetwork(host: shown(host))
    case .notResolved(let host): .notResolved(host: shown(host))
    case .notConnected(let host): .notConnected(host: shown(host))
    case .timedOut(let host): .timedOut(host: shown(host))
    case .notTrusted(let host, let reason): .notTrusted(host: shown(host), reason: reason.hiding(secrets))
    case .noTLS(let host, let reason): .noTLS(host: shown(host), reason: reason.hiding(secrets))
    case .cutOff(let host): .cutOff(host: shown(host))
    case .badEncoding(let host): .badEncoding(host: shown(host))
    case .notHTTP(let host): .notHTTP(host: shown(host))
    case .malformedAnswer(let host): .malformedAnswer(host: shown(host))
    case .headTooLarge(let host): .headTooLarge(host: shown(host))
    case .proxyFailed(let reason): .proxyFailed(reason: reason.hiding(secrets))
    case .refused(let host, let status): .refused(host: shown(host), status: status)
    case .badRedirect(let host): .badRedirect(to: host.map(shown))
    case .busy(let host, let seconds): .busy(host: shown(host), seconds: seconds)
    case .other(let reason): .other(reason: reason.hiding(secrets))
    case .noLibrary, .offline, .namesUser, .tooLarge, .tooManyRedirects, .cancelled: self
    }
  }
}
