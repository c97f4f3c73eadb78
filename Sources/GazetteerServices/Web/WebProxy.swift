/// A server that makes the connections to other servers, as in networks that allow no others.
package struct WebProxy: Sendable {
  /// For `https`, such as `http://proxy:3128` or `socks5h://proxy`.
  private let secureAddress: String?
  /// For `http`.
  private let plainAddress: String?
  /// The hosts that are asked without it, separated by commas.
  let exceptions: String

  /// The proxies that the environment names, in the order that libcurl has; nil if there are none. `HTTP_PROXY` is not
  /// read, because in a program that a web server runs it can be the header `Proxy` of a stranger's request.
  package init?(variable: (String) -> String?) {
    func first(_ names: String...) -> String? { names.lazy.compactMap(variable).first { !$0.isEmpty } }
    secureAddress = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    plainAddress = first("http_proxy", "all_proxy", "ALL_PROXY")
    guard secureAddress != nil || plainAddress != nil else { return nil }
    exceptions = first("no_proxy", "NO_PROXY") ?? ""
  }

  func address(for scheme: WebAddress.Scheme) -> String? {
    switch scheme {
    case .https: secureAddress
    case .http: plainAddress
    }
  }
}

/// How a request gets to its server.
struct WebRoute {
  /// The address of the proxy; nil: directly.
  var proxy: String?
  /// The hosts that are asked without the proxy, separated by commas.
  var exceptions = ""
  /// The address that is asked, also through the proxy; nil: what the host's name means where it is looked up.
  var address: SocketAddress?
}
