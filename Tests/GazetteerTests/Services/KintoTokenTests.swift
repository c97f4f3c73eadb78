import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerShell

/// D1: logging in to a real Kinto server with a token from another identity provider (OpenID Connect).
@Suite(.serialized, .enabled(if: KintoServer.isInstalled, KintoServer.absent)) struct KintoTokenTests {
  private let provider: LoopbackServer
  private let server: KintoServer
  private let folder: TemporaryFolder
  private static let token = "eyJ.planted-token.x"

  init() throws {
    // The provider knows one token. The server asks it whose token that is.
    provider = try LoopbackServer { request, connection in
      let address = "http://" + (request.header("Host") ?? "")
      switch request.path {
      case "/.well-known/openid-configuration":
        connection.answer(
          200, ["Content-Type: application/json"],
          #"{"issuer":"\#(address)","userinfo_endpoint":"\#(address)/user","authorization_endpoint":"\#(address)/a"}"#)
      case "/user" where request.header("Authorization") == "Bearer " + KintoTokenTests.token:
        connection.answer(200, ["Content-Type: application/json"], #"{"sub":"ada-7"}"#)
      default: connection.answer(401)
      }
    }
    server = try KintoServer(issuer: provider.address)
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/config/gaz", withIntermediateDirectories: true)
    _ = try folder.file(
      "config/gaz/services.toml", "[campus]\ndialect = \"kinto\"\nurl = \"\(server.address)\"\n")
  }

  @Test func aTokenOfAnotherProviderLogsIn() throws {
    let service = KintoService(
      name: "campus", web: KintoServer.client, base: try WebAddress(Untrusted(server.address)), bucket: "gaz",
      collection: "locations")
    let cancellation = Cancellation()
    let session = try service.login(.token(Secret(Self.token.utf8)), cancellation)
    #expect(session.account.key.text == "other:ada-7")
    #expect(try service.account(of: session, cancellation) == session.account)
    let draft = LocationDraft(place: Untrusted("Boston"), url: Untrusted("https://a.b"), coordinate: nil)
    let locations = service.locations(for: session)
    let posted = try locations.create(
      draft, clientID: "t-1", after: nil, by: session.account, cancellation)
    #expect(posted.owner.text == "other:ada-7")
    #expect(try locations.own(session.account, cancellation).locations == [posted])
    // The controls: another token, and no token.
    #expect(throws: ServiceError.badLogin(Untrusted("the token is not accepted"))) {
      try service.login(.token(Secret((Self.token + "y").utf8)), cancellation)
    }
    let guest = try service.locations(for: service.login(.guest, cancellation))
    #expect(throws: ServiceError.self) {
      try guest.create(draft, clientID: "t-2", after: nil, by: session.account, cancellation)
    }
  }

  @Test func theTokenComesFromTheStandardInput() throws {
    let environment = ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config"]
    let run = try ProgramRun(
      [
        "--no-input", "-c",
        "login campus --token-stdin; post 48,11 --url https://a.b --unchecked; locations --own; whoami",
      ],
      input: Array("\(Self.token)\n".utf8), environment: environment)
    #expect(run.code == 0 && run.text.contains("48,11") && run.text.contains("other:ada-7"), "\(run)")
    #expect(try server.count() == 1)
    #expect(!run.description.contains("planted"))
    let wrong = try ProgramRun(
      ["--no-input", "-c", "login campus --token-stdin"], input: Array("planted-wrong\n".utf8),
      environment: environment)
    let refusal = "gaz: not logged in to campus; the token is not accepted; try: login campus --token-stdin"
    #expect(wrong.code == 4 && wrong.complaint.hasPrefix(refusal), "\(wrong)")
    let kept = try ProgramRun(
      ["--no-input", "-c", "login campus --token-stdin --keep"], input: Array("\(Self.token)\n".utf8),
      environment: environment)
    #expect(
      kept.complaint
        == "gaz: only the password of a user can be kept; this is a token; try: login --token-stdin, without --keep\n")
  }
}
