import GazetteerIndex

/// How mails and messages are sent, from a file that the user writes: a small part of TOML.
///
///     [mail]
///     server = "smtp://mail.example.org:587"
///     user = "max"
///     from = "Max Muster <max@example.org>"
///     password-command = "pass show mail"
///
/// The file has no secrets: they are in the environment or in the keyring, or the commands in the file print them.
package struct ChannelConfiguration: Sendable {
  /// Where a secret is: in an environment variable; otherwise in the keyring; otherwise, a command prints it.
  package struct SecretSource: Equatable, Sendable {
    package let variable: String
    /// The attributes that it has in the keyring, besides `application gaz`: `channel mail user max`.
    package var attributes: [String] = []
    /// A shell command.
    package let command: String?

    package init(variable: String, attributes: [String] = [], command: String?) {
      self.variable = variable
      self.attributes = attributes
      self.command = command
    }
  }

  package struct Mail: Equatable, Sendable {
    package enum Route: Equatable, Sendable {
      case server(MailServer)
      /// A program that is used like sendmail, and its first arguments.
      case program([String])
    }

    package let sender: NamedMailAddress
    package let route: Route
  }

  package struct MailServer: Equatable, Sendable {
    package let host: String
    package let port: Int
    /// Whether the connection is encrypted from its start (`smtps:`); otherwise it becomes encrypted by STARTTLS.
    package let isSecure: Bool
    /// How this machine introduces itself.
    package let ownName: String
    /// nil: the server wants no login.
    package let user: String?
    package let password: SecretSource
  }

  /// An address for the program apprise.
  package struct Apprise: Equatable, Sendable {
    package let address: SecretSource
    /// The program, by its name or path.
    package let program: String
  }

  /// A server that takes requests.
  package struct Server: Equatable, Sendable {
    /// The address of the server; nil: it is a secret.
    package let address: Untrusted?
    package let addressSource: SecretSource
    package let token: SecretSource
  }

  package internal(set) var mail: Mail?
  package internal(set) var matrix: Server?
  package internal(set) var ntfy: Server?
  /// By their names.
  package internal(set) var webhooks: [String: Server] = [:]
  package internal(set) var apprises: [String: Apprise] = [:]
  /// What is wrong in the file.
  package internal(set) var problems: [Message] = []

  package init() {}

  /// The ways that are set up: `matrix`, `ntfy`, `webhook:NAME`, `apprise:NAME`.
  package var ways: Set<String> {
    var ways = Set(webhooks.keys.map { "webhook:\($0)" } + apprises.keys.map { "apprise:\($0)" })
    if matrix != nil { ways.insert("matrix") }
    if ntfy != nil { ways.insert("ntfy") }
    return ways
  }

  /// The configuration of a carrier that takes everything.
  package static let everything: ChannelConfiguration = {
    let nowhere = SecretSource(variable: "", command: nil)
    let server = Server(address: nil, addressSource: nowhere, token: nowhere)
    var configuration = ChannelConfiguration()
    configuration.mail = NamedMailAddress(written: Untrusted("Me <me@example.org>")).map {
      Mail(sender: $0, route: .program([]))
    }
    (configuration.matrix, configuration.ntfy) = (server, server)
    return configuration
  }()

  /// Reads a file. A missing one is empty. What is wrong is in `problems`, and the rest is used.
  package static func read(_ path: String?) -> ChannelConfiguration {
    guard let path else { return ChannelConfiguration() }
    do throws(SystemError) {
      let bytes = try OpenFile.contents(of: path, limit: 1 << 20) ?? []
      return ChannelConfiguration(Untrusted(bytes: bytes), of: path)
    } catch {
      var configuration = ChannelConfiguration()
      configuration.problems = ["\"\(Untrusted(path))\" cannot be read; \(own: error.reason)"]
      return configuration
    }
  }
}
