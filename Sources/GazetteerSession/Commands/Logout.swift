import GazetteerIndex

extension WaitingChanges {
  /// What waits for accounts to which the user is not logged in.
  func elsewhere(than accounts: [Account]) -> [Message] {
    let others = changes.filter { change in
      !accounts.contains { $0.service == change.service && $0.key == change.account }
    }
    return Dictionary(grouping: others) { [$0.service, $0.user.text] }.sorted {
      $0.key.lexicographicallyPrecedes($1.key)
    }.compactMap { _, changes -> Message? in
      guard let first = changes.first else { return nil }
      let user: Message = first.user.isEmpty ? "" : " --user \(cut: first.user)"
      return "\(Numeral.changesWait(changes.count)) to be sent; try: login \(own: first.service)\(user)"
    }
  }
}

extension Command {
  static let logout = Command(
    "logout", "End the session at a service, or stop logging in to it.",
    takes: Inputs(
      OptionalParameter<Untrusted>("SERVICE", "By default the last one.", completes: .service),
      Flag("forget", "Also forget the password that login --keep has kept.")),
    family: .account, synonyms: ["signout", "sign-out", "logoff"],
    examples: [.after("login --user ada --new", "logout"), .after("login --user ada --new", "logout local")],
    powers: [.account], atTimes: [.network]
  ) { session, context, service, forgets in
    let service = try session.serviceInUse(named: service, context)
    if session.logins[service.name] != nil, session.account(at: service.name) == nil, !forgets {
      return Reply(events: [.loginStopped(service: service.name)])
    }
    let account = try session.accountToLeave(at: service)
    if service.isRemote { try context.require(.network, for: "logout") }
    guard let waiting = context.waiting else { return Reply(needs: .changes()) }
    var reply = Reply(events: [.logoutAsked(LogoutRequest(service, forgetting: forgets ? account.user : nil))])
    let count = waiting.of(account).count
    if count > 0 { reply.notices = ["\(Numeral.changesWait(count)) for your next login; try: outbox"] }
    return reply
  }

  static let whoAmI = Command(
    "whoami", "Show the services to which you are logged in, and as whom.",
    family: .account, synonyms: ["who", "id"], examples: ["whoami"]
  ) { session, context in
    guard let waiting = context.waiting else { return Reply(needs: .changes()) }
    let rows = session.accounts.map { account in
      AccountsView.Row(
        account, context.services.first { $0.name == account.service }, isCurrent: account.service == session.service,
        waiting: waiting.of(account).count)
    }
    var reply = Reply(AccountsView(rows: rows, isLoggingIn: !session.logins.isEmpty))
    reply.notices = session.underWay + waiting.elsewhere(than: session.accounts)
    return reply
  }
}

extension Session {
  /// The account at a service, also while a login is to replace it.
  fileprivate func accountToLeave(at service: ServiceFacts) throws(Failure) -> Account {
    if let account = account(at: service.name) { return account }
    return try requiredAccount(at: service)
  }

  /// The logins and logouts that are under way.
  fileprivate var underWay: [Message] {
    jobs.compactMap { job in
      if let service = job.logoutService { return "logging out from \(own: service); to wait for it: wait" }
      return job.loginService.flatMap { logins[$0] }.map { "logging in to \($0.target); to wait for it: wait" }
    }
  }
}
