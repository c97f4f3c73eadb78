import GazetteerIndex

extension Command {
  static let login = Command(
    "login", "Log in to a location service. The password is asked for and not shown.",
    takes: Inputs(
      OptionalParameter<Untrusted>(
        "SERVICE", "Its name; by default the last one, at first local, which is inside gaz.", completes: .service),
      Option<UserName>("user", "U", "Your user name there."),
      Flag("new", "Make the account first."),
      Option<Untrusted>("name", "TEXT", "Your full name, for a new account.", completes: .nothing, isText: true),
      Flag("keep", "Keep the password for the next logins: in the keyring or, without one, in a private file."),
      Flag("guest", "Only read, without an account."),
      Flag("token-stdin", "Read the password of the user from the standard input; without a user, a token.")),
    family: .account, synonyms: ["signin", "sign-in", "logon", "signup", "sign-up", "register"],
    examples: [
      "login --user ada --new --name \"Ada Lovelace\"", .after("login --user ada --new; logout", "login --user ada"),
      "login --guest",
    ],
    powers: [.account], atTimes: [.network]
  ) { session, context, service, user, isNew, name, keeps, isGuest, readsInput in
    let service = try session.service(named: service, context)
    if service.isRemote { try context.require(.network, for: "login") }
    guard !isGuest || user == nil && !isNew && !readsInput else {
      let other: Message = user != nil ? "a user" : isNew ? "--new" : "--token-stdin"
      throw Failure("--guest cannot be combined with \(other)", try: "login --guest", code: .usage)
    }
    guard !isGuest || service.hasGuests else {
      throw Failure("\(own: service.name) has no guests", try: "login \(own: service.name) --user NAME")
    }
    guard name == nil || isNew else {
      throw Failure("--name is only for a new account", try: "add --new", code: .usage)
    }
    guard !keeps || user != nil || !isGuest && !readsInput else {
      throw Failure(
        "only the password of a user can be kept", why: isGuest ? "a guest has none" : "this is a token",
        try: isGuest ? "login --guest" : "login --token-stdin, without --keep", code: .usage)
    }
    let way: LoginRequest.Way = isGuest ? .guest : isNew ? .signUp(name: name) : .password
    if isGuest { return Reply(events: [.loginAsked(LoginRequest(service, user: Untrusted(""), way))]) }
    guard let user = user?.text.trimmed, !user.isEmpty else {
      guard readsInput, user == nil, !isNew else {
        throw Failure("must specify a username", try: "login --user NAME, or login --guest", code: .usage)
      }
      return Reply(events: [.loginAsked(LoginRequest(service, user: Untrusted(""), .token, readsInput: true))])
    }
    return Reply(events: [.loginAsked(LoginRequest(service, user: user, way, readsInput: readsInput, keeps: keeps))])
  }
}

/// The name with which a user logs in. It may be empty, so that the command itself can say that it is missing.
package struct UserName: Readable, Equatable {
  package let text: Untrusted

  package static var expected: Message { "a user name" }
  package static var completes: Completes? { .nothing }

  package init(word: Untrusted) { text = word }
}
