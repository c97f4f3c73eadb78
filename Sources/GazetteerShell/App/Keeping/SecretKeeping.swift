import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// Where passwords are looked up and kept, besides the user's memory:
///
///     GAZ_TOKEN ─► the keyring ─► the command of the service ─► the file of credentials ─► the user is asked
struct SecretKeeping: Sendable {
  private let token: String?
  private let keyring: Keyring?
  private let file: CredentialsFile?
  /// The command of each service that prints the password.
  private let commands: [String: String]

  init(in environment: Environment, commands: [String: String]) {
    token = environment.variable("GAZ_TOKEN").flatMap { $0.isEmpty ? nil : $0 }
    keyring = Keyring(variable: environment.variable, mayAsk: true)
    file = UserFiles(in: environment).credentials.map { CredentialsFile(path: $0) }
    self.commands = commands
  }

  /// The password of a user, and where it was; nil if it is nowhere.
  ///
  /// - Parameter isNew: whether the account does not exist yet. Then only the environment can have a password for it.
  func secret(
    of user: Untrusted, at service: String, isNew: Bool, _ cancellation: Cancellation
  ) throws(Failure) -> (Secret, Account.SecretPlace)? {
    if let token { return (Secret(token.utf8), .environment) }
    guard !isNew else { return nil }
    if let found = keyring?.secret(Self.attributes(user, service), cancellation) { return (found, .keyring) }
    if let command = commands[service] {
      let end = HelperProgram(["/bin/sh", "-c", command], mayAsk: true).run(cancellation: cancellation)
      guard case .exited(0, let output, _) = end, case let line = HelperProgram.firstLine(of: output), !line.isEmpty
      else {
        throw Failure(
          "the password-command of \(own: service) failed", try: "run it in a shell: \(Untrusted(command).beginning)",
          code: .loginRequired)
      }
      return (Secret(line), .command)
    }
    do throws(CredentialsFile.Fault) {
      return try file?.secret(of: user, at: service).map { ($0, Account.SecretPlace.file) }
    } catch {
      throw Failure(
        "\"\(Untrusted(file?.path ?? ""))\" is not used", why: error.reason, code: .loginRequired)
    }
  }

  /// Keeps a password for the next logins: in the keyring or, without one, in the file.
  func keep(_ secret: Secret, of user: Untrusted, at service: String) throws(Failure) -> Account.SecretPlace {
    let label = "gaz: \(user.text) at \(service)"
    if keyring?.keep(secret, Self.attributes(user, service), label: label, Cancellation()) == true { return .keyring }
    guard let file else { throw Failure("the password is not kept", why: "there is no home folder") }
    do throws(CredentialsFile.Fault) {
      try file.keep(secret, of: user, at: service)
      return .file
    } catch {
      throw Failure("the password is not kept in \"\(Untrusted(file.path))\"", why: error.reason)
    }
  }

  /// Forgets a password that was kept; false if none was.
  func forget(_ user: Untrusted, at service: String) throws(Failure) -> Bool {
    let isGone = keyring?.forget(Self.attributes(user, service), Cancellation()) ?? false
    do throws(CredentialsFile.Fault) {
      return try file?.forget(user, at: service) == true || isGone
    } catch {
      throw Failure("the password may still be in \"\(Untrusted(file?.path ?? ""))\"", why: error.reason)
    }
  }

  private static func attributes(_ user: Untrusted, _ service: String) -> [String] {
    ["application", "gaz", "service", service, "user", user.text]
  }
}
