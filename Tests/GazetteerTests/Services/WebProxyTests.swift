import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Which requests go through a proxy, and what the proxy learns.
@Suite struct WebProxyTests {
  /// A proxy that makes no connections, but notes which ones it should make.
  private let proxy: LoopbackServer

  init() throws { proxy = try LoopbackServer.answering(403) }

  private var asked: [String] { proxy.requests.map { "\($0.method) \($0.path)" } }

  private func error(
    _ address: String, _ reach: WebClient.Reach, exceptions: String = "",
    isPublic: @escaping @Sendable (SocketAddress) -> Bool = { $0.isPublic }
  ) -> WebError? {
    let variables = ["https_proxy": proxy.address, "no_proxy": exceptions]
    var surroundings = WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 })
    surroundings.proxy = WebProxy { variables[$0] }
    surroundings.isPublic = isPublic
    do throws(WebError) {
      let request = WebRequest(try WebAddress(Untrusted(address)))
      _ = try WebClient(surroundings).answer(to: request, reach, cancellation: Cancellation())
      return nil
    } catch {
      return error
    }
  }

  @Test func theRefusalOfAProxyIsTold() {
    guard case .proxyFailed(let reason)? = error("https://example.org/", .anywhere) else {
      Issue.record("no error")
      return
    }
    #expect(reason.text.contains("403"))
    #expect(asked == ["CONNECT example.org:443"])
  }

  @Test func aProxyThatIsNotThereIsTold() throws {
    let port = try LoopbackServer.closedPort()
    var surroundings = WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 })
    surroundings.proxy = WebProxy { $0 == "all_proxy" ? "http://127.0.0.1:\(port)" : nil }
    let request = WebRequest(try WebAddress(Untrusted("https://example.org/")))
    #expect {
      try WebClient(surroundings).answer(to: request, cancellation: Cancellation())
    } throws: { error in
      if case .proxyFailed? = error as? WebError { true } else { false }
    }
  }

  @Test(arguments: ["http://127.0.0.1", "http://localhost", "https://localhost", "https://127.0.0.1"])
  func thisMachineIsAskedDirectly(host: String) throws {
    let server = try LoopbackServer.answering()
    _ = error("\(host):\(server.port)/", .anywhere)
    #expect(server.requests.count == 1)
    #expect(asked.isEmpty)
  }

  @Test func exceptionsAreAskedDirectly() {
    // The control: `theRefusalOfAProxyIsTold`.
    #expect(error("https://a.nowhere.invalid/", .anywhere, exceptions: "nowhere.invalid") != nil)
    #expect(asked.isEmpty)
  }

  // MARK: addresses found in data

  /// libcurl knows without a server that names in `localhost` mean this machine.
  @Test(arguments: ["10.0.0.1", "169.254.169.254", "[fd00::1]", "[::ffff:192.168.1.1]", "own.localhost"])
  func aProxyDoesNotLeadIntoAPrivateNetwork(host: String) {
    let address = "https://\(host)/"
    let name = Untrusted(host.filter { $0 != "[" && $0 != "]" })
    #expect(error(address, .publicOnly) == .privateNetwork(host: name))
    #expect(asked.isEmpty)
    // The control: an address that the user typed may lead there.
    _ = error(address, .anywhere)
    #expect(asked.count == 1)
  }

  @Test func aPublicAddressIsAskedThroughTheProxy() {
    guard case .proxyFailed? = error("https://8.8.8.8/", .publicOnly) else {
      Issue.record("no error")
      return
    }
    #expect(asked == ["CONNECT 8.8.8.8:443"])
  }

  /// Otherwise the name could mean something else when the proxy looks it up.
  @Test func theProxyGetsTheAddressThatWasChecked() {
    _ = error("https://own.localhost/", .publicOnly, isPublic: { _ in true })
    #expect(asked == ["CONNECT 127.0.0.1:443"] || asked == ["CONNECT [0:0:0:0:0:0:0:1]:443"], "\(asked)")
  }

  @Test(
    arguments: [
      (["https_proxy": "a", "ALL_PROXY": "b"], "a"), (["HTTPS_PROXY": "a"], "a"), (["all_proxy": "b"], "b"),
      (["https_proxy": "", "ALL_PROXY": "b"], "b"), (["http_proxy": "c"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func theEnvironmentNamesTheProxy(variables: [String: String], address: String?) {
    #expect(WebProxy { variables[$0] }?.address(for: .https) == address)
  }

  @Test(
    arguments: [
      (["http_proxy": "a", "ALL_PROXY": "b"], "a"), (["HTTP_PROXY": "a"], nil), (["all_proxy": "b"], "b"),
      (["https_proxy": "c"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func plainHTTPHasAProxyOfItsOwn(variables: [String: String], address: String?) {
    #expect(WebProxy { variables[$0] }?.address(for: .http) == address)
  }
}
