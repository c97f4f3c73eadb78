import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc
import Synchronization

/// Logging in and out. At the prompt, the service is asked in the background.
extension Interpreter {
  /// Logs in. Asks for the password first if it is not given otherwise.
  func login(_ request: LoginRequest, for cause: Cause) -> Outcome {
    let (data, secrets, name) = (data, secrets, request.service.name)
    let (secret, place): (Secret, Account.SecretPlace)
    do throws(Failure) {
      try check(request)
      (secret, place) = try self.secret(for: request)
    } catch {
      return receive([.loginFailed(request, error.of("login"))], for: cause)
    }
    if !desk.passwords.contains(secret) { desk.passwords.append(secret) }
    let keeping = PasswordKeeping()
    let job = Job<Event>("logging in to \(request.target)") { cancellation in
      do throws(ServiceError) {
        var account = try data.requestSession(at: name, request.login(with: secret), cancellation)
        var notices = data.takeNotices(unless: cancellation)
        if !account.isGuest, !cancellation.isCancelled {
          account.secret = secrets.keep(secret, for: request, in: place, &notices, cancellation)
          if account.secret != place, !keeping.end() { _ = try? secrets.forget(request.user, at: name, Cancellation()) }
        }
        return .loggedIn(account, request.service, notices: notices)
      } catch {
        let failure = Failure(login: error, to: request, advice: secrets.advice(on: place, for: request))
        return .loginFailed(request, failure.of("login"), notices: data.takeNotices(unless: cancellation))
      }
    }
    commandsBefore[.loggingIn(name)] = commands
    keepings[name] = (keeping, request.user)
    return run(job, as: .loggingIn(name), interrupted: .loginFailed(request, .interrupted.of("login")), for: cause)
  }

  /// Forgets the password that a login has kept which the user has stopped. An earlier one was not kept: it would have
  /// been used.
  func forgetKept(at service: String) {
    guard let (keeping, user) = keepings.removeValue(forKey: service), keeping.stop() else { return }
    let secrets = secrets
    _ = wait.end(of: Job("forgetting the password") { try? secrets.forget(user, at: service, $0) })
  }

  /// Throws if the service cannot be used as it is described, before anybody types a password for it.
  private func check(_ request: LoginRequest) throws(Failure) {
    guard request.service.isRemote else { return }
    if environment.isOffline { throw Failure(login: .network(.offline), to: request, advice: nil) }
    let (data, name) = (data, request.service.name)
    let job = Job("logging in to \(own: name)") { _ in
      Swift.Result { () throws(ServiceError) in try data.check(name) }
    }
    guard let result = wait.result(of: job) else { throw .interrupted }
    do throws(ServiceError) { try result.get() } catch { throw Failure(login: error, to: request, advice: nil) }
  }

  /// The password or the token, and where it was: on the standard input if that was asked for, else where passwords are
  /// kept. If it is nowhere, the user is asked. The prompt waits meanwhile, because the program that knows the password
  /// may ask for something on the terminal.
  private func secret(for request: LoginRequest) throws(Failure) -> (Secret, Account.SecretPlace) {
    if request.way == .guest { return (Secret([UInt8]()), .none) }
    if request.readsInput { return (try secretFromInput(for: request), .memory) }
    let (secrets, name, user) = (secrets, request.service.name, request.user)
    let isNew = request.way != .password
    let job = Job("looking for the password of \(user.beginning)") { cancellation in
      Swift.Result { () throws(Failure) in try secrets.secret(of: user, at: name, isNew: isNew, cancellation) }
    }
    guard let found = wait.result(of: job, isNamed: true) else { throw .interrupted }
    if let found = try found.get() { return found }
    let secret = try askForSecret("password of \(cut: user) at \(own: name): ", for: request)
    guard !secret.isEmpty else { throw .noPassword(request) }
    if isNew, try askForSecret("the same again: ", for: request) != secret {
      throw Failure(notLoggedIn: name, why: "the passwords differ", try: "\(request.command), and type it twice")
    }
    return (secret, .memory)
  }

  private func askForSecret(_ prompt: Message, for request: LoginRequest) throws(Failure) -> Secret {
    let service = request.service.name
    if !flags.takesNoInput, !desk.pastedSecrets.isEmpty {
      tell("\(prompt)(pasted)")
      return desk.pastedSecrets.removeFirst()
    }
    desk.secretsAsked += 1
    switch flags.takesNoInput ? nil : desk.readSecret?(prompt.neutralised) {
    case .secret(let secret)?: return secret
    case .tooLong?:
      throw Failure(
        notLoggedIn: service, why: "the password has more than \(SecretInput.longest) bytes", try: request.command)
    case .interrupted?: throw .interrupted
    case .endOfFile?: throw .noPassword(request)
    case nil:
      throw Failure(
        "nobody can be asked for the password", why: secrets.remark(on: service), try: secrets.advice(for: service),
        code: .loginRequired)
    }
  }

  /// The first line of the standard input.
  private func secretFromInput(for request: LoginRequest) throws(Failure) -> Secret {
    guard !readsStandardInput else {
      throw Failure(
        "no password was read from the standard input", why: "the commands come from there",
        try: "gaz -c 'login --user NAME --token-stdin' < FILE")
    }
    do throws(LineSource.Failure) {
      let line = try LineSource(descriptor: STDIN_FILENO, waiting: wait.isReadable).next()
      if let line, !line.bytes.isEmpty { return Secret(line.bytes) }
    } catch {
      throw .unusableInput(error)
    }
    throw .noPassword(request)
  }

  /// Ends a session at its service, after it has ended here.
  func logout(_ request: LogoutRequest, for cause: Cause) -> Outcome {
    let (data, name) = (data, request.service.name)
    if !request.isReplaced { data.leave(name) }
    // Those of another logout are not its business.
    let former = data.formerSessions(at: name)
    var outcome = Outcome()
    if let user = request.forgetting {
      outcome.add(say(forget(Set([user, typedUsers[name] ?? user]), at: name, for: cause)))
    }
    let title: Message = request.isReplaced ? "ending your former session at" : "logging out from"
    let job = Job<Event>("\(title) \(own: name)") { cancellation in
      do throws(ServiceError) {
        try data.end(former, at: name, cancellation)
        return .logoutEnded(request, failure: nil)
      } catch {
        guard error != .cancelled else { return .logoutEnded(request, failure: .interruptedLogout(name)) }
        return .logoutEnded(
          request, failure: .loggedOutOnlyHere(name, why: error.reason, code: .serviceUnavailable))
      }
    }
    outcome.add(
      run(job, as: request.job, interrupted: .logoutEnded(request, failure: .interruptedLogout(name)), for: cause))
    return outcome
  }

  /// Forgets the passwords that are kept for the names of a user.
  private func forget(_ users: Set<Untrusted>, at service: String, for cause: Cause) -> Outcome {
    let secrets = secrets
    let job = Job("forgetting the password at \(own: service)") { cancellation in
      Swift.Result { () throws(Failure) in
        var wereKept = false
        for user in users { wereKept = try secrets.forget(user, at: service, cancellation) || wereKept }
        return wereKept
      }
    }
    do throws(Failure) {
      // Also after Ctrl-C, which ends the program of the keyring, the job says what is certain.
      guard let result = wait.end(of: job).result else {
        throw Failure(
          "the password may still be kept", why: "it was interrupted",
          try: "login \(own: service) --user NAME, then logout --forget")
      }
      return notice(try result.get() ? "the password was forgotten" : "no password was kept", for: cause)
    } catch {
      return self.error(error.of("logout"), for: cause)
    }
  }
}

extension SecretKeeping {
  /// After a login, keeps the password if the user wants that. If it cannot be kept, the login is still valid.
  ///
  /// - Parameter notices: gets what the user should know about it.
  fileprivate func keep(
    _ secret: Secret, for request: LoginRequest, in place: Account.SecretPlace, _ notices: inout [Message],
    _ cancellation: Cancellation
  ) -> Account.SecretPlace {
    guard request.keeps else { return place }
    guard place == .memory else {
      if place == .environment || place == .command {
        notices.append("the password is not kept, because it was not typed")
      }
      return place
    }
    do throws(Failure) {
      let place = try keep(secret, of: request.user, at: request.service.name, cancellation)
      notices.append(place == .file ? "the password is kept in \"\(filePath)\"" : "the password is kept in the keyring")
      return place
    } catch {
      notices.append(error.message)
      return place
    }
  }
}

/// Whether a login has kept a password, or was stopped before that.
final class PasswordKeeping: Sendable {
  private enum Stage {
    case open
    case kept
    case stopped
  }

  private let stage = Mutex(Stage.open)

  /// The password is kept. Returns false if the login was stopped before.
  func end() -> Bool {
    stage.withLock { stage in
      guard stage == .open else { return false }
      stage = .kept
      return true
    }
  }

  /// The user has stopped the login. Returns whether the password is kept.
  func stop() -> Bool {
    stage.withLock { stage in
      defer { stage = .stopped }
      return stage == .kept
    }
  }
}

extension Failure {
  fileprivate static func interruptedLogout(_ service: String) -> Failure {
    loggedOutOnlyHere(service, why: "it was interrupted", code: .interrupted)
  }

  /// The session at the service lasts until the service ends it.
  fileprivate static func loggedOutOnlyHere(_ service: String, why: Message, code: ExitCode) -> Failure {
    Failure(.loggedOutOnlyHere(service), why: why, code: code).of("logout")
  }
}

extension LoginRequest {
  /// The command that logs in in this way.
  var command: Message {
    let base: Message = user.isEmpty ? "login \(own: service.name)" : "login \(own: service.name) --user \(cut: user)"
    switch way {
    case .signUp: return "\(base) --new"
    case .token: return "\(base) --token-stdin"
    case .guest: return "\(base) --guest"
    case .password: return base
    }
  }

  fileprivate func login(with secret: Secret) -> DataManager.Login {
    switch way {
    case .guest: .with(.guest)
    case .token: .with(.token(secret))
    case .password: .with(.password(user: user, secret))
    case .signUp(let name): .signUp(user: user, password: secret, name: name)
    }
  }
}
