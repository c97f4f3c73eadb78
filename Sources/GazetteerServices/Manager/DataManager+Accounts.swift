import GazetteerIndex

/// Who the user is. Nothing here reads or changes records.
extension DataManager {
  /// How to log in.
  package enum Login: Sendable {
    case with(Credentials)
    case signUp(user: Untrusted, password: Secret, name: Untrusted?)
  }

  /// Logs in. An earlier session ends if this succeeds.
  package func login(
    to service: String, _ login: Login, _ cancellation: Cancellation
  ) throws(ServiceError) -> Account {
    try use(managed(service), cancellation) { accounts, state throws(ServiceError) in
      let session: ServiceSession
      switch login {
      case .with(let credentials):
        if case .password(let user, let password) = credentials {
          guard !user.isEmpty else { throw .noUser }
          guard !password.isEmpty else { throw .noPassword }
        }
        session = try accounts.login(credentials, cancellation)
      case .signUp(let user, let password, let name):
        guard !user.isEmpty else { throw .noUser }
        guard !password.isEmpty else { throw .noPassword }
        session = try accounts.signUp(user: user, password: password, name: name, cancellation)
      }
      // The new session works, even if the old one cannot be ended.
      if let old = state.session { try? accounts.logout(old, cancellation) }
      state.session = session
      state.feed = LocationFeed()
      return session.account
    }
  }

  /// Ends the session, also at the service. If the service cannot be reached, the session still ends here.
  package func logout(from service: String, _ cancellation: Cancellation) throws(ServiceError) {
    try use(managed(service), cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session else { throw .loginRequired }
      state.session = nil
      state.feed = LocationFeed()
      try accounts.logout(session, cancellation)
    }
  }

  /// Asks the service who is logged in.
  package func whoAmI(at service: String, _ cancellation: Cancellation) throws(ServiceError) -> Account {
    try use(managed(service), cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session else { throw .loginRequired }
      return try accounts.account(of: session, cancellation)
    }
  }
}
