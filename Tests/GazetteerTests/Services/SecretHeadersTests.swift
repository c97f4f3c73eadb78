import Foundation
import Testing

@testable import GazetteerIndex
@testable import GazetteerServices

/// No header with a secret follows a redirect to another host, port or scheme (S6): five kinds of redirects, three of
/// borders.
@Suite struct SecretHeadersTests {
  enum Border: CaseIterable { case host, port, scheme }

  private static let secrets = ["authorization": "Bearer 1", "x-parse-session-token": "r:2", "cookie": "XSRF=3"]

  private let certificates: TLSServer.Certificates
  /// Encrypted; prints the headers of each request.
  private let encrypted: ServerProcess
  private let encryptedPort: Int

  init() throws {
    certificates = try TLSServer.Certificates()
    encrypted = try ServerProcess(
      "https_server.py", certificates.files(.good), by: URL(fileURLWithPath: "/usr/bin/python3"))
    encryptedPort = try encrypted.next(Int.self)
  }

  private func send(to address: String) throws -> Int {
    var request = WebRequest(try WebAddress(Untrusted(address)))
    request.headers =
      Self.secrets.map { .init($0.key, .secret(Secret($0.value.utf8))) } + [.init("X-Plain", .plain("4"))]
    var surroundings = WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 })
    surroundings.certificates = certificates.authority
    return try WebClient(surroundings).answer(to: request, cancellation: Cancellation()).status
  }

  @Test(arguments: [301, 302, 303, 307, 308], Border.allCases)
  func secretsDoNotCross(status: Int, border: Border) throws {
    let other = try LoopbackServer.answering(200)
    let port = encryptedPort
    let first = try LoopbackServer { request, connection in
      guard request.path == "/first" else { return connection.answer(200) }
      let own = request.header("Host")?.split(separator: ":").last ?? ""
      let location =
        switch border {
        case .host: "http://localhost:\(own)/end"
        case .port: "\(other.address)/end"
        case .scheme: "https://localhost:\(port)/end"
        }
      connection.answer(status, ["Location: \(location)"])
    }
    #expect(try send(to: first.address + "/first") == 200)
    let last: [String: String?]
    switch border {
    case .host: last = headers(of: try #require(first.requests.last { $0.path == "/end" }))
    case .port: last = headers(of: try #require(other.requests.last { $0.path == "/end" }))
    case .scheme: last = try encrypted.next([String: String].self)
    }
    for name in Self.secrets.keys { #expect(last[name, default: nil] == nil, "\(name)") }
    #expect(last["x-plain"] == "4")
    #expect(headers(of: try #require(first.requests.first))["authorization"] == "Bearer 1")
  }

  private func headers(of request: LoopbackServer.Request) -> [String: String?] {
    var headers: [String: String?] = [:]
    for name in Array(Self.secrets.keys) + ["x-plain"] { headers[name] = .some(request.header(name)) }
    return headers
  }

  /// The control: the servers see secrets that are sent to them.
  @Test(arguments: [301, 302, 303, 307, 308]) func secretsStayWithTheirServer(status: Int) throws {
    let first = try LoopbackServer { request, connection in
      connection.answer(request.path == "/first" ? status : 200, request.path == "/first" ? ["Location: /end"] : [])
    }
    #expect(try send(to: first.address + "/first") == 200)
    let last = headers(of: try #require(first.requests.last { $0.path == "/end" }))
    for (name, value) in Self.secrets { #expect(last[name] == value) }
    #expect(try send(to: "https://localhost:\(encryptedPort)/") == 200)
    let direct = try encrypted.next([String: String].self)
    for (name, value) in Self.secrets { #expect(direct[name] == value) }
  }

  /// Others could read what follows a redirect from an encrypted server to one that is not.
  @Test(arguments: [301, 302, 303, 307, 308]) func nothingFollowsOutOfAnEncryptedConnection(status: Int) throws {
    let plain = try LoopbackServer.answering(200)
    let folder = try TemporaryFolder()
    _ = try folder.file("first", "HTTP/1.0 \(status) Moved\r\nLocation: \(plain.address)/\r\n\r\n")
    let server = try TLSServer(certificates, .good, answers: folder.path)
    #expect(throws: WebError.unprotected(host: Untrusted("127.0.0.1"))) { try send(to: server.address + "/first") }
    #expect(plain.requests.isEmpty)
  }
}
