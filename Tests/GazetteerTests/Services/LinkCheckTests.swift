import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Links of http, which are checked although nothing else goes unencrypted to other machines. A server on this machine
/// plays one on another: libcurl knows without a name server that names in `localhost` mean this machine, and a test says
/// which addresses are public.
@Suite struct LinkCheckTests {
  private static let everywhere: @Sendable (SocketAddress) -> Bool = { _ in true }

  private func client(
    isPublic: @escaping @Sendable (SocketAddress) -> Bool = everywhere, proxy: String? = nil
  ) -> WebClient {
    var surroundings = WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 })
    surroundings.isPublic = isPublic
    surroundings.proxy = WebProxy { $0 == "http_proxy" ? proxy : nil }
    return WebClient(surroundings)
  }

  private func error(of link: String, _ reach: WebClient.Reach, _ client: WebClient) -> LinkError? {
    do throws(LinkError) {
      try LinkCheck(through: client).check(Untrusted(link), reach, Cancellation())
      return nil
    } catch {
      return error
    }
  }

  private func error(of request: WebRequest, _ client: WebClient) -> WebError? {
    do throws(WebError) {
      _ = try client.answer(to: request, cancellation: Cancellation())
      return nil
    } catch {
      return error
    }
  }

  private static let host = "own.localhost"
  private static let reaches: [WebClient.Reach] = [.anywhere, .publicOnly]

  @Test(arguments: reaches) func aPublicLinkOfHTTPIsChecked(reach: WebClient.Reach) throws {
    let server = try LoopbackServer.answering()
    #expect(error(of: "http://\(Self.host):\(server.port)/a", reach, client()) == nil)
    #expect(server.requests.map { "\($0.method) \($0.path)" } == ["HEAD /a"])
    let names = server.requests[0].text.components(separatedBy: "\r\n").dropFirst().compactMap { line in
      line.split(separator: ":").first.map(String.init)
    }
    #expect(Set(names) == ["Host", "User-Agent", "Accept", "Accept-Encoding"], "nothing else is told")
  }

  /// The control of the test above: what is no check of a link stays protected.
  @Test func otherRequestsDoNotGoUnencrypted() throws {
    let server = try LoopbackServer.answering()
    var request = WebRequest(try WebAddress(Untrusted("http://\(Self.host):\(server.port)/")))
    let refusal = WebError.unprotected(host: Untrusted(Self.host))
    #expect(error(of: request, client()) == refusal)
    request.mayBeUnencrypted = true
    let changes: [(inout WebRequest) -> Void] = [
      { $0.method = .post }, { $0.body = [1] }, { $0.headers = [.init("A", .plain("b"))] },
      { $0.headers = [.init("Authorization", .secret(Secret("planted".utf8)))] },
    ]
    for change in changes {
      var changed = request
      change(&changed)
      #expect(error(of: changed, client()) == refusal)
    }
    #expect(server.requests.isEmpty)
    #expect(error(of: request, client()) == nil)
  }

  @Test(arguments: reaches) func aLinkOfHTTPDoesNotLeadIntoAPrivateNetwork(reach: WebClient.Reach) throws {
    let server = try LoopbackServer.answering()
    let link = "http://\(Self.host):\(server.port)/"
    let refusal = LinkError.inaccessible(.privateNetwork(host: Untrusted(Self.host)))
    #expect(error(of: link, reach, client(isPublic: { $0.isPublic })) == refusal)
    for host in ["10.0.0.1", "192.168.1.1", "169.254.169.254", "[fd00::1]", "[::ffff:10.0.0.1]"] {
      let name = Untrusted(host.filter { $0 != "[" && $0 != "]" })
      let found = error(of: "http://\(host)/", reach, client(isPublic: { $0.isPublic }))
      #expect(found == .inaccessible(.privateNetwork(host: name)))
    }
    #expect(server.requests.isEmpty)
  }

  /// As before: this machine is asked for the user's own links, but not for those of others.
  @Test func thisMachineIsAskedOnlyForOnesOwnLinks() throws {
    let server = try LoopbackServer.answering()
    let client = client(isPublic: { $0.isPublic })
    #expect(
      error(of: server.address, .publicOnly, client)
        == .inaccessible(.privateNetwork(host: Untrusted("127.0.0.1"))))
    #expect(server.requests.isEmpty)
    #expect(error(of: server.address, .anywhere, client) == nil)
  }

  @Test func aRedirectOfALinkDoesNotLeadToThisMachine() throws {
    let home = try LoopbackServer(on: 0x7F00_0002) { _, connection in connection.answer() }
    let first = try LoopbackServer.answering(302, ["Location: http://127.0.0.2:\(home.port)/"])
    let link = "http://\(Self.host):\(first.port)/"
    let isPublic: @Sendable (SocketAddress) -> Bool = { $0.bytes == [127, 0, 0, 1] }
    #expect(
      error(of: link, .anywhere, client(isPublic: isPublic))
        == .inaccessible(.privateNetwork(host: Untrusted("127.0.0.2"))))
    #expect(home.requests.isEmpty)
    // The control: to a public server it may lead.
    #expect(error(of: link, .anywhere, client()) == nil)
    #expect(home.requests.count == 1)
  }

  // MARK: through a proxy

  /// Otherwise the name could mean something else when the proxy looks it up.
  @Test func aProxyGetsTheAddressThatWasChecked() throws {
    let proxy = try LoopbackServer.answering(403)
    let client = client(proxy: proxy.address)
    guard case .inaccessible(.proxyFailed)? = error(of: "http://own.localhost/", .anywhere, client) else {
      Issue.record("no error")
      return
    }
    let asked = proxy.requests.map { "\($0.method) \($0.path)" }
    #expect(asked == ["CONNECT 127.0.0.1:80"] || asked == ["CONNECT [0:0:0:0:0:0:0:1]:80"], "\(asked)")
    // An address is what it is.
    _ = error(of: "http://8.8.8.8/", .anywhere, client)
    #expect(proxy.requests.last.map { "\($0.method) \($0.path)" }?.hasSuffix(" http://8.8.8.8/") == true)
  }

  @Test(arguments: ["10.0.0.1", "own.localhost"]) func aProxyDoesNotLeadIntoAPrivateNetwork(host: String) throws {
    let proxy = try LoopbackServer.answering(403)
    let client = client(isPublic: { $0.isPublic }, proxy: proxy.address)
    let refusal = LinkError.inaccessible(.privateNetwork(host: Untrusted(host)))
    #expect(error(of: "http://\(host)/", .anywhere, client) == refusal)
    #expect(proxy.requests.isEmpty)
  }

  /// Nobody knows whom the proxy has asked, so its redirects lead to public servers only.
  @Test func aRedirectThroughAProxyDoesNotLeadToThisMachine() throws {
    let home = try LoopbackServer.answering()
    let proxy = try LoopbackServer.answering(302, ["Location: \(home.address)/"])
    let client = client(isPublic: { !$0.isLoopback }, proxy: proxy.address)
    #expect(
      error(of: "http://8.8.8.8/", .anywhere, client) == .inaccessible(.privateNetwork(host: Untrusted("127.0.0.1"))))
    #expect(proxy.requests.map(\.method) == ["HEAD"])
    #expect(home.requests.isEmpty)
  }
}
