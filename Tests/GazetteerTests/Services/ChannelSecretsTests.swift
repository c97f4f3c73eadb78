import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Where the secrets of channels are looked up: in the environment, then in the keyring, then a command prints them.
struct ChannelSecretsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    // Knows one password, and writes down how it was called.
    try program(
      "secret-tool",
      """
      echo "$@" >> "\(folder.path)/words"
      [ "$*" = "lookup application gaz channel mail user max" ] || exit 1
      echo from-keyring; echo more
      """)
  }

  private func program(_ name: String, _ lines: String) throws {
    let path = try folder.file(name, "#!/bin/sh\n\(lines)\n")
    chmod(path, 0o755)
  }

  private func secret(
    _ source: ChannelConfiguration.SecretSource?, _ variables: [String: String]
  ) throws -> Secret? {
    let all = ["PATH": folder.path + ":/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]
      .merging(variables) { $1 }
    let surroundings = ChannelSurroundings(variable: { all[$0] }, web: .offline)
    return try #require(source).secret(surroundings, cancellation: Cancellation())
  }

  private static let configuration = ChannelFixture.configuration(
    """
    [mail]
    server = "smtps://mail.example.org"
    from = "max@example.org"
    user = "max"
    password-command = "echo from-command"
    [matrix]
    server = "https://matrix.example.org"
    [webhook.team]
    token-command = "echo from-command"
    """)

  private var password: ChannelConfiguration.SecretSource? {
    if case .server(let server)? = Self.configuration.mail?.route { server.password } else { nil }
  }

  private var calls: [String] {
    let text = try? String(contentsOfFile: folder.path + "/words", encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  @Test func theEnvironmentComesFirstThenTheKeyringThenTheCommand() throws {
    #expect(try secret(password, ["GAZ_MAIL_PASSWORD": "from-variable"]) == Secret("from-variable".utf8))
    #expect(calls.isEmpty)
    #expect(try secret(password, [:]) == Secret("from-keyring".utf8))
    #expect(calls == ["lookup application gaz channel mail user max"])
    // The control: another secret is not in the keyring.
    #expect(try secret(Self.configuration.webhooks["team"]?.token, [:]) == Secret("from-command".utf8))
    #expect(try secret(Self.configuration.matrix?.token, [:]) == nil)
    #expect(
      calls.dropFirst() == [
        "lookup application gaz channel webhook.team secret token",
        "lookup application gaz channel matrix secret token",
      ])
  }

  /// Without a session bus there is no keyring to ask, and the program would wait for one.
  @Test func withoutABusTheKeyringIsNotAsked() throws {
    #expect(try secret(password, ["DBUS_SESSION_BUS_ADDRESS": ""]) == Secret("from-command".utf8))
    #expect(try secret(password, ["PATH": "/nowhere"]) == Secret("from-command".utf8))
    #expect(calls.isEmpty)
  }
}
