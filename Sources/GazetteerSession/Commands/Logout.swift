import GazetteerIndex

extension Command {
  static let logout = Command(
    "logout", "End the session at a service.",
    takes: Inputs(
      OptionalParameter<Untrusted>("SERVICE", "By default the last one.", completes: .service),
      Flag("forget", "Also forget the password that login --keep has kept.")),
    family: .account, synonyms: ["signout", "sign-out", "logoff"], examples: ["logout", "logout local"],
    powers: [.account]
  ) { session, context, service, forgets in
    let service = try session.service(named: service, context)
    let account = try session.requiredAccount(at: service)
    if service.isRemote { try context.require(.network, for: "logout") }
    return Reply(effects: [.logout(service, forgetting: forgets ? account.user : nil)])
  }

  static let whoAmI = Command(
    "whoami", "Show the services to which you are logged in, and as whom.",
    family: .account, synonyms: ["who", "id"], examples: ["whoami"]
  ) { session, context in
    let rows = session.accounts.map { account in
      AccountsView.Row(
        account, context.services.first { $0.name == account.service }, isCurrent: account.service == session.service)
    }
    return Reply(AccountsView(rows: rows))
  }
}
