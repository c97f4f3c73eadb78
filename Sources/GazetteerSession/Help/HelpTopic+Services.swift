extension HelpTopic {
  static let services = HelpTopic(
    "services", "service", "secrets", "secret", "kinto", "parse", "udacity",
    summary: "Where locations are posted, and where passwords are looked up. local is inside gaz and needs nothing.",
    sections: [
      .init(
        "~/.config/gaz/services.toml",
        ("[campus]", "A name for the service; the lines after it describe it."),
        ("dialect = \"kinto\"", "The kind of its interface: kinto, parse or udacity."),
        ("url = \"https://…\"", "Its address, without what the interface adds."),
        ("bucket, collection", "Of kinto; by default gaz and locations."),
        ("application-id, rest-key", "Of parse."),
        ("password-command", "A command that prints the password, such as pass show campus.")),
      .init(
        "passwords, in this order",
        ("--token-stdin", "The first line of the standard input; without --user, it is a token."),
        ("GAZ_TOKEN_CAMPUS", "A variable of the environment, for the service campus; - becomes _."),
        ("GAZ_TOKEN", "The same for the only service of services.toml, or for local if there is none."),
        ("keyring", "The Secret Service of the desktop, by secret-tool; login --keep stores there."),
        ("password-command", "Of the service. Where nobody can be asked, it has a minute."),
        ("~/.config/gaz/credentials", "Where login --keep stores without a keyring; nobody else may reach it."),
        ("the terminal", "What you type is not shown, and is in no history, file or message.")),
      .init(
        "changes",
        ("waiting", "What cannot be sent waits; a new prompt says so, refresh and login send it, never twice."),
        ("outbox", "Lists what waits; outbox cancel c1 gives up the change c1. whoami counts the changes."),
        ("a link", "Is checked before a change is sent, also later. If it does not answer, nothing is stored."),
        ("an unknown host", "A link whose name is not found may be found later, so the change waits.")),
    ])
}
