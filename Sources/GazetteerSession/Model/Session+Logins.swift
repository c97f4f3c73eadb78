import GazetteerIndex

/// Logging in and out, which takes time.
///
///     .loginAsked ─► job ─► .loggedIn ─► the locations are fetched and listed
///     .logoutAsked ─► the account is gone here ─► job ─► .logoutEnded
extension Session {
  /// A service has one login at a time: the last.
  mutating func startLogin(_ request: LoginRequest) -> [Effect] {
    let service = request.service.name
    let stopped = stopLogin(at: service)
    logins[service] = request
    jobs.append(.loggingIn(service))
    return stopped + [.login(request)]
  }

  mutating func endLogin(at service: String, _ effects: Effect...) -> [Effect] {
    logins[service] = nil
    jobs.removeAll { $0 == .loggingIn(service) }
    return effects
  }

  mutating func stopLogin(at service: String) -> [Effect] {
    guard let request = logins[service] else { return [] }
    let doubt: Message = request.isSignUp ? "; the account may have been made: login without --new tells" : ""
    return endLogin(at: service, .stop(.loggingIn(service)), .notice("stopped logging in to \(request.target)\(doubt)"))
  }

  /// After a login, the locations of the service appear. A session that it replaces ends at the service last.
  mutating func start(_ account: Account, at service: ServiceFacts, _ notices: [Message]) -> [Effect] {
    var effects = endLogin(at: service.name) + end(service.name, keepingPlace: true) + [.adopt(account)]
    var former: Account?
    if let index = accounts.firstIndex(where: { $0.service == account.service }) {
      former = accounts[index]
      accounts[index] = account
    } else {
      accounts.append(account)
    }
    self.service = account.service
    steps.add(Untrusted("login \(account.service)"), instead: Untrusted("logout \(account.service)"))
    effects += notices.map { .notice($0) }
    var request = LocationsRequest(service, .newest, lists: true)
    request.endsLogin = account.isGuest && service.isRemote
    if !request.endsLogin { effects.append(.done(account.login(to: service))) }
    effects += startFetching(request)
    guard former?.isGuest == false else { return effects }
    return effects + startEnding(LogoutRequest(service, isReplaced: true))
  }

  /// The account is gone at once. That the service knows it too takes time.
  mutating func startLogout(_ request: LogoutRequest) -> [Effect] {
    let service = request.service.name
    let user = account(at: service).map { $0.isGuest ? " --guest" : " --user \($0.user.text)" }
    steps.add(Untrusted("logout \(service)"), instead: Untrusted("login \(service)\(user ?? "")"))
    var effects = stopLogin(at: service) + end(service)
    var request = request
    if self.service == service, let other = accounts.last?.service {
      self.service = other
      request.next = other
    }
    effects += startEnding(request)
    return effects
  }

  private mutating func startEnding(_ request: LogoutRequest) -> [Effect] {
    jobs.append(request.job)
    return [.logout(request)]
  }

  mutating func endLogout(_ request: LogoutRequest, _ failure: Failure?) -> [Effect] {
    jobs.removeAll { $0 == request.job }
    let service = request.service.name
    guard !request.isReplaced else { return failure == nil ? [] : [.notice(.formerGoesOn(at: service))] }
    if let failure { return [.report(failure)] }
    let next: Message = request.next.map { "; you are still logged in to \(own: $0)" } ?? ""
    return [.notice("logged out from \(own: service)\(next)")]
  }

  mutating func startVisit(_ request: VisitRequest) -> [Effect] {
    guard !jobs.contains(.visiting(request.url)) else {
      return [.notice("\(request.url.beginning) is being asked for already; to wait for it: wait")]
    }
    jobs.append(.visiting(request.url))
    return [.visit(request)]
  }

  mutating func endVisit(_ request: VisitRequest, isOpened: Bool) -> [Effect] {
    jobs.removeAll { $0 == .visiting(request.url) }
    let deed = request.deed(isOpened: isOpened)
    return [isOpened ? .done(deed) : .result(deed)]
  }

  mutating func endVisit(_ request: VisitRequest, _ failure: Failure) -> [Effect] {
    jobs.removeAll { $0 == .visiting(request.url) }
    return [.report(failure)]
  }
}

extension Account {
  /// What is said after a login.
  func login(to service: ServiceFacts) -> Deed {
    let greeting: Message =
      isGuest
      ? "using \(own: service.name) as a guest: you can read, but not post"
      : "logged in to \(own: service.name) as \(title)"
    return Deed([greeting], "accounts", [record(at: service, isCurrent: true)])
  }
}

extension Message {
  /// A session that a later login has replaced was not ended at its service.
  static func formerGoesOn(at service: String) -> Message {
    "your former session at \(own: service) was not ended there"
  }

  /// The session at the service lasts until the service ends it.
  package static func loggedOutOnlyHere(_ service: String) -> Message {
    "logged out here, but not at \(own: service)"
  }
}
