import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// Where passwords are looked up and kept, besides the user's memory:
///
///     GAZ_TOKEN_NAME ─► the keyring ─► the command of the service ─► the file of credentials ─► the user is asked
struct SecretKeeping: Sendable {
  /// The secrets of services in the environment.
  private let tokens: [String: String]
  /// The variables in which they are.
  private let variables: [String: String]
  /// Whether `GAZ_TOKEN` is set.
  private let hasToken: Bool
  private let keyring: Keyring?
  private let file: CredentialsFile?
  /// Whether programs that know passwords can ask the user on the terminal. Then they have as much time as the user.
  private let mayAsk: Bool
  /// The command of each service that prints the password.
  private let commands: [String: String]

  /// - Parameter services: those that the user can log in to. `GAZ_TOKEN` is for the only one of them that is on the
  ///   network, so that no service gets what is for another one.
  ///   Not if the file of services has faults: what it means may be one that is left out.
  init(in environment: Environment, services: [ServiceFacts], hasFaults: Bool, commands: [String: String]) {
    func variable(_ name: String) -> String? { environment.variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    var variables: [String: String] = [:]
    for name in services.map(\.name) where variable(Self.variable(for: name)) != nil {
      variables[name] = Self.variable(for: name)
    }
    hasToken = variable("GAZ_TOKEN") != nil
    let remote = services.filter(\.isRemote)
    let meant = remote.isEmpty ? services : remote
    if !hasFaults, meant.count == 1, hasToken, variables[meant[0].name] == nil {
      variables[meant[0].name] = "GAZ_TOKEN"
    }
    self.variables = variables
    tokens = variables.compactMapValues(variable)
    mayAsk = environment.canAsk
    keyring = Keyring(variable: environment.variable, mayAsk: mayAsk)
    file = UserFiles(in: environment).credentials.map { CredentialsFile(path: $0) }
    self.commands = commands
  }

  /// The variable with the secret of a service: `GAZ_TOKEN_MY_CAMPUS`.
  static func variable(for service: String) -> String {
    "GAZ_TOKEN_" + service.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  /// What to set if nobody can be asked for a password.
  func advice(for service: String) -> Message {
    "add --token-stdin < FILE, or set \(own: Self.variable(for: service))"
  }

  /// What to try if a service does not accept the secret from a place.
  func advice(on place: Account.SecretPlace, for request: LoginRequest) -> Message {
    let name = request.service.name
    let login: Message = request.user.isEmpty ? "login \(own: name)" : "login \(own: name) --user \(cut: request.user)"
    switch place {
    case .memory where request.readsInput: return "\(login) --token-stdin, with another secret in the standard input"
    case .memory, .none: return "\(login), and type it again"
    case .environment: return "check \(own: variables[name] ?? Self.variable(for: name))"
    case .command: return "check password-command in services.toml"
    case .file, .keyring: return "gaz -c '\(login) --keep --token-stdin' < FILE, to replace the password that was kept"
    }
  }

  /// Why the variable `GAZ_TOKEN`, which is set, is not used for a service; nil if it is not set.
  func remark(on service: String) -> Message? {
    hasToken && tokens[service] == nil ? "GAZ_TOKEN may be for another service" : nil
  }

  /// The password of a user, and where it was; nil if it is nowhere.
  ///
  /// - Parameter isNew: whether the account does not exist yet. Then only the environment can have a password for it.
  func secret(
    of user: Untrusted, at service: String, isNew: Bool, _ cancellation: Cancellation
  ) throws(Failure) -> (Secret, Account.SecretPlace)? {
    if let token = tokens[service] { return (Secret(token.utf8), .environment) }
    guard !isNew else { return nil }
    if let found = keyring?.secret(Self.attributes(user, service), cancellation) { return (found, .keyring) }
    if let command = commands[service] {
      let end = HelperProgram(["/bin/sh", "-c", command], mayAsk: mayAsk).run(cancellation: cancellation)
      do throws(HelperProgram.End.Fault) {
        return (Secret(try end.firstLine()), .command)
      } catch {
        throw Failure(
          "the password-command of \(own: service) failed", why: error.reason,
          try: "run it in a shell: \(Untrusted(command).beginning)", code: .loginRequired)
      }
    }
    do throws(CredentialsFile.Fault) {
      return try file?.secret(of: user, at: service).map { ($0, Account.SecretPlace.file) }
    } catch {
      throw Failure(
        "\"\(filePath)\" is not used", why: error.reason, code: .loginRequired)
    }
  }

  /// The file of passwords, for messages.
  var filePath: Untrusted { Untrusted(file?.path ?? "") }

  /// Keeps a password for the next logins: in the keyring or, without one, in the file. The program of the keyring may not
  /// use the terminal, which is that of the prompt meanwhile.
  func keep(
    _ secret: Secret, of user: Untrusted, at service: String, _ cancellation: Cancellation
  ) throws(Failure) -> Account.SecretPlace {
    let label = "gaz: \(user.text) at \(service)"
    let isKept = keyring?.silent.keep(secret, Self.attributes(user, service), label: label, cancellation) ?? false
    if isKept { return .keyring }
    if cancellation.isCancelled { throw .interrupted }
    guard let file else { throw Failure("the password is not kept", why: "there is no home folder") }
    do throws(CredentialsFile.Fault) {
      try file.keep(secret, of: user, at: service)
      return .file
    } catch {
      throw Failure("the password is not kept in \"\(Untrusted(file.path))\"", why: error.reason)
    }
  }

  /// Forgets a password that was kept; false if none was. Throws if that is not certain.
  func forget(_ user: Untrusted, at service: String, _ cancellation: Cancellation) throws(Failure) -> Bool {
    let attributes = Self.attributes(user, service)
    let removal = keyring?.forget(attributes, cancellation) ?? .absent
    let wasInFile: Bool
    do throws(CredentialsFile.Fault) {
      wasInFile = try file?.forget(user, at: service) ?? false
    } catch {
      throw Failure("the password may still be in \"\(filePath)\"", why: error.reason)
    }
    guard case .unknown(let why) = removal else { return wasInFile || removal == .removed }
    throw Failure("the password may still be in the keyring", why: why, try: Keyring.remedy(attributes))
  }

  private static func attributes(_ user: Untrusted, _ service: String) -> [String] {
    ["application", "gaz", "service", service, "user", user.text]
  }
}
