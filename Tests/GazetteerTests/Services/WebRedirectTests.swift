import GazetteerIndex
import GazetteerServices
import Testing

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
}
