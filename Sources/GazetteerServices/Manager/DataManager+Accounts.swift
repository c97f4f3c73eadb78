import GazetteerIndex

/// Who the user is. Nothing here reads or changes records.
extension DataManager {
  /// How to log in.
  package enum Login: Sendable {
    case with(Credentials)
    case signUp(user: Untrusted, password: Secret, name: Untrusted?)
  }

  /// Logs in. The session is used from `adopt` on; an earlier one goes on until then.
  package func requestSession(
    at service: String, _ login: Login, _ cancellation: Cancellation
  ) throws(ServiceError) -> Account {
    let managed = try managed(service)
    return try use(managed, cancellation) { accounts, _ throws(ServiceError) in
      let session: ServiceSession
      switch login {
      case .with(let credentials):
        if case .password(let user, let password) = credentials {
          guard !user.isEmpty else { throw .noUser }
          guard !password.isEmpty else { throw .noPassword }
        }
        // It becomes a line of a header, which cannot have them.
        if case .token(let token) = credentials, token.hasControlCharacters {
          throw .badLogin(Untrusted("the token has control characters"))
        }
        session = try accounts.login(credentials, cancellation)
      case .signUp(let user, let password, let name):
        guard !user.isEmpty else { throw .noUser }
        guard !password.isEmpty else { throw .noPassword }
        session = try accounts.signUp(user: user, password: password, name: name, cancellation)
      }
      managed.known.change { known in
        // A login that was stopped after the service had answered.
        if let unused = known.candidate { known.former.append(unused) }
        known.candidate = session
      }
      return session.account
    }
  }

  /// Uses the session of the last login, if it is of this account. An earlier one has ended then, but not at the service.
  /// Does not wait.
  package func adopt(_ account: Account) {
    guard let managed = try? managed(account.service) else { return }
    managed.known.change { known in
      guard let session = known.candidate, session.account.key == account.key else { return }
      known.candidate = nil
      known.use(session)
    }
  }

  /// Ends the session here, but not at the service, and that of a login that was stopped. Does not wait.
  package func leave(_ service: String) {
    guard let managed = try? managed(service) else { return }
    managed.known.change { known in
      if let unused = known.candidate { known.former.append(unused) }
      known.candidate = nil
      known.use(nil)
    }
  }

  /// The sessions that have ended here, and not yet at the service. Each is returned only once. Does not wait.
  package func formerSessions(at service: String) -> [ServiceSession] {
    guard let managed = try? managed(service) else { return [] }
    return managed.known.change { known in
      defer { known.former = [] }
      return known.former
    }
  }

  /// Ends sessions at their service. What still uses one of them ends first. If one cannot be ended, the others are.
  package func end(
    _ former: [ServiceSession], at service: String, _ cancellation: Cancellation
  ) throws(ServiceError) {
    let managed = try managed(service)
    let accounts = try managed.entry.accounts()
    try use(managed, cancellation) { _, _ in }
    var failure: ServiceError?
    for session in former {
      do throws(ServiceError) { try accounts.logout(session, cancellation) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  /// Asks the service who is logged in.
  package func whoAmI(at service: String, _ cancellation: Cancellation) throws(ServiceError) -> Account {
    try use(managed(service), cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session else { throw .loginRequired }
      return try accounts.account(of: session, cancellation)
    }
  }
}
