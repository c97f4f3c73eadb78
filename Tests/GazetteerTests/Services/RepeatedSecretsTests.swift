import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// A service that repeats a secret in its error is not quoted (S4).
@Suite struct RepeatedSecretsTests {
  private func message(_ text: String, status: Int = 400, _ headers: [WebRequest.Header], _ body: SecretBody? = nil)
    throws -> String?
  {
    let server = try LoopbackServer.answering(status, [], #"{"message": "\#(text)", "list": [{"a": "\#(text)"}]}"#)
    let web = WebClient(.init(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 }))
    let client = ServiceClient(
      try WebAddress(Untrusted(server.address)), of: "kinto", at: "services.toml", through: web, headers: headers)
    let reply = try client.send(body == nil ? .get : .post, "/", secret: body, Cancellation())
    let inList = reply.value["list"]?.list?.first?["a"]?.words?.hiding(reply.secrets)
    #expect(inList == reply.complaint("message"))
    return reply.complaint("message").text
  }

  private static let hidden = "the reason is not shown, because it repeats a secret"

  @Test(
    arguments: [
      ("Authorization", "Bearer planted-token", "no such token: planted-token"),
      ("Authorization", "Basic YWRhOnBsYW50ZWQtdG9rZW4=", "bad header Basic YWRhOnBsYW50ZWQtdG9rZW4="),
      ("Authorization", "Basic YWRhOnBsYW50ZWQtdG9rZW4=", "bad password planted-token for ada"),
      // Some libraries write "/" like this.
      ("Authorization", "Basic YWRhOj8/Pz8/Pz8/", #"bad header YWRhOj8\/Pz8\/Pz8\/"#),
      ("X-Parse-Session-Token", "r:planted", "invalid session r:planted"),
    ]) func aSecretOfAHeaderIsNotShown(name: String, value: String, text: String) throws
  {
    #expect(try message(text, [.init(name, .secret(Secret(value.utf8)))]) == Self.hidden)
    // The controls: without the secret, and where it is none.
    #expect(try message("no such user: ada", [.init(name, .secret(Secret(value.utf8)))]) == "no such user: ada")
    #expect(try message("hello planted", [.init(name, .plain(value))]) == "hello planted")
  }

  @Test func aSecretOfTheBodyIsNotShown() throws {
    let body = SecretBody(#"{"password":"#, Secret("planted-token".utf8), "}")
    #expect(try message("bad password planted-token", [], body) == Self.hidden)
    #expect(try message("bad password", [], body) == "bad password")
  }

  /// A redirect to a host whose name has the secret, as it is and percent-encoded.
  @Test(
    arguments: [
      ("Bearer Planted-Token", "planted-token"), ("Basic YWRhOlBsYW50ZWQtVG9rZW4=", "planted-token"),
      ("Bearer Planted-Token", "%70lanted%2Dtoken"), ("Bearer Planted-Token", "x.506c616e7465642d546f6b656e"),
    ]) func aHostWithASecretIsNotShown(value: String, name: String) throws
  {
    func reason(_ host: String) throws -> String {
      let server = try LoopbackServer.answering(302, ["Location: http://\(host).example.org/"])
      let web = WebClient(.init(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 }))
      var request = WebRequest(try WebAddress(Untrusted(server.address)))
      request.headers = [.init("Authorization", .secret(Secret(value.utf8)))]
      let error = #expect(throws: WebError.self) { try web.answer(to: request, cancellation: Cancellation()) }
      return error?.reason.neutralised ?? ""
    }
    #expect(try reason(name) == "the connection to a host whose name repeats a secret would not be encrypted")
    #expect(try reason("other") == "the connection to other.example.org would not be encrypted")
  }

  /// A password that is only in the body, or that the service got at the login.
  @Test(arguments: [true, false]) func aHostWithASecretOfTheBodyIsNotShown(isRead: Bool) throws {
    let server = try LoopbackServer.answering(302, ["Location: http://planted-token.example.org/"])
    let web = WebClient(.init(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 }))
    let secret = Secret("Planted-Token".utf8)
    let client = ServiceClient(
      try WebAddress(Untrusted(server.address)), of: "parse", at: "services.toml", through: web, headers: [],
      hiding: isRead ? [secret] : [])
    let error = #expect(throws: ServiceError.self) {
      try client.send(
        isRead ? .get : .post, "/", secret: isRead ? nil : SecretBody("{\"password\":", secret, "}"), Cancellation())
    }
    #expect(
      error?.reason.neutralised.contains("a host whose name repeats a secret") == true, "\(String(describing: error))")
  }

  /// The key of a provider, in an error and in an answer that says it is one.
  @Test(arguments: [200, 400, 401]) func theKeyOfAProviderIsNotShown(status: Int) throws {
    func reason(_ text: String) throws -> String {
      let server = try LoopbackServer.answering(status, [], #"{"error": {"description": "\#(text)"}}"#)
      let folder = try TemporaryFolder()
      let web = WebClient(.init(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 }))
      let providers = PlaceProviders(
        [ProviderSite(.yelp, base: server.address, key: Secret("planted-key".utf8))], through: web,
        copiesIn: folder.path, now: { 0 }, clock: { 0 }, pause: { _, _ in })
      let request = PlacesRequest(
        .yelp, around: try #require(Coordinate(latitude: 1, longitude: 2)), within: .miles(2), isFood: true,
        term: Untrusted(""))
      let error = #expect(throws: ProviderError.self) {
        try DataManager([], providers: providers).places(for: request, asksAgain: false, Cancellation())
      }
      #expect(server.requests.first?.header("Authorization") == "Bearer planted-key")
      return error?.reason.neutralised ?? ""
    }
    #expect(try reason("no such key: planted-key").hasSuffix("says: " + Self.hidden))
    #expect(try reason("no such key").hasSuffix("says: no such key"))
  }

  /// An answer with the key in a place is neither used nor kept. The control: without it, both.
  @Test(arguments: [true, false]) func anAnswerWithTheKeyIsNotUsed(repeats: Bool) throws {
    let name = repeats ? #"Caf\u00e9 planted-\u006bey"# : "Caf"
    let server = try LoopbackServer.answering(200, [], #"{"businesses": [{"id": "a", "name": "\#(name)"}]}"#)
    let folder = try TemporaryFolder()
    let web = WebClient(.init(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 }))
    let providers = PlaceProviders(
      [ProviderSite(.yelp, base: server.address, key: Secret("planted-key".utf8))], through: web,
      copiesIn: folder.path, now: { 0 }, clock: { 0 }, pause: { _, _ in })
    let request = PlacesRequest(
      .yelp, around: try #require(Coordinate(latitude: 1, longitude: 2)), within: .miles(2), isFood: true,
      term: Untrusted(""))
    let result = Result { try providers.answers(to: request, asksAgain: true, Cancellation()) }
    let copies = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains("/") }
    #expect(copies.isEmpty == repeats)
    switch result {
    case .success(let known): #expect(!repeats && known.answers.first?.places.count == 1)
    case .failure(let error):
      #expect((error as? ProviderError)?.reason.neutralised == "the answer of 127.0.0.1 has your key in it")
    }
  }
}
