import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Which request follows a redirect.
@Suite struct WebRedirectTests {
  @Test(
    arguments: [
      (301, .post, "GET"), (301, .put, "PUT"), (301, .delete, "DELETE"), (301, .head, "HEAD"), (302, .post, "GET"),
      (302, .patch, "PATCH"), (303, .post, "GET"), (303, .put, "GET"), (303, .head, "HEAD"), (307, .post, "POST"),
      (308, .put, "PUT"),
    ] as [(Int, WebRequest.Method, String)])
  func aRedirectKeepsTheMethodUnlessTheAnswerIsElsewhere(status: Int, method: WebRequest.Method, then: String) throws {
    let server = try LoopbackServer { request, connection in
      if request.path == "/new" { return connection.answer(200) }
      connection.answer(status, ["Location: /new"])
    }
    var request = WebRequest(try WebAddress(Untrusted(server.address + "/old")))
    request.method = method
    if [.post, .put, .patch].contains(method) { request.body = Array("content".utf8) }
    let surroundings = WebClient.Surroundings(
      agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 })
    _ = try WebClient(surroundings).answer(to: request, cancellation: Cancellation())
    #expect(server.requests.map(\.method) == [method.rawValue, then])
    #expect(server.requests.last?.body == (["POST", "PUT", "PATCH"].contains(then) ? "content" : ""))
  }

  /// One server of this machine plays a public one.
  @Test func aPublicServerDoesNotRedirectIntoAPrivateNetwork() throws {
    let home = try LoopbackServer(on: 0x7F00_0002) { _, connection in connection.answer(200, [], "private") }
    let location = "http://127.0.0.2:\(home.port)/"
    let first = try LoopbackServer.answering(302, ["Location: \(location)"])
    var surroundings = WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 })
    let request = WebRequest(try WebAddress(Untrusted(first.address)))
    surroundings.isPublic = { $0.bytes == [127, 0, 0, 1] }
    #expect(throws: WebError.privateNetwork(host: Untrusted("127.0.0.2"))) {
      try WebClient(surroundings).answer(to: request, cancellation: Cancellation())
    }
    #expect(home.requests.isEmpty)
    // The control: a server in a private network may do it.
    surroundings.isPublic = { _ in false }
    #expect(try WebClient(surroundings).answer(to: request, cancellation: Cancellation()).status == 200)
    #expect(home.requests.count == 1)
  }
}
