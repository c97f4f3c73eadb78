/// A server that makes the connections to other servers, as in networks that allow no others.
package struct WebProxy: Sendable {
  /// Such as `http://proxy:3128` or `socks5h://proxy`.
  let address: String
  /// The hosts that are asked without it, separated by commas.
  let exceptions: String

  /// The proxy for https that the environment names, in the order that libcurl has; nil if there is none. Plain http
  /// goes only to this machine, and never through a proxy.
  package init?(variable: (String) -> String?) {
    func first(_ names: String...) -> String? { names.lazy.compactMap(variable).first { !$0.isEmpty } }
    guard let address = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY") else { return nil }
    self.address = address
    exceptions = first("no_proxy", "NO_PROXY") ?? ""
  }
}

/// How a request gets to its server.
struct WebRoute {
  var proxy: WebProxy?
  /// The address that is asked, also through the proxy; nil: what the host's name means where it is looked up.
  var address: SocketAddress?
}
