import GazetteerSession

/// The help of the program itself, made from the descriptions of its flags.
enum UsagePage {
  static let synopsis = ["gaz [FLAG…] [FILE… | COMMAND… | TEXT…]", "gaz replay FILE [--check|--update]"]

  static func page(isShort: Bool) -> HelpPage {
    let flags = FlagDescription.all.filter { !isShort || $0.isCommon }
    return HelpPage(
      title: "usage: " + synopsis.joined(separator: "    "),
      summary: "A gazetteer in your shell: opens the files, then asks for commands; help lists those.",
      sections: [words, .init(title: "flags", rows: flags.map { .init(term: $0.term, meaning: $0.help) })]
        + (isShort ? [] : further))
  }

  private static var words: HelpPage.Section {
    .init(
      title: "words",
      rows: [
        .init(term: "gaz", meaning: "Ask for commands."),
        .init(term: "gaz cities.json", meaning: "Open a file, or what looks like a path, then ask for commands."),
        .init(
          term: "gaz a.csv --name Site", meaning: "Open it as open does with its options --name, --crs and the like."),
        .init(term: "gaz near 48.1,11.5", meaning: "Run a command, then exit."),
        .init(term: "gaz paris tx --limit 3", meaning: "Search for anything else, then exit."),
      ])
  }

  private static var further: [HelpPage.Section] {
    [
      .init(
        title: "replay",
        rows: [
          .init(term: "gaz replay FILE", meaning: "Play a transcript or a script: print its lines and their answers."),
          .init(term: "--check", meaning: "Compare the answers with the transcript's; exit with 8 on a difference."),
          .init(term: "--update", meaning: "Write the answers into the transcript."),
        ]),
      .init(title: "environment", rows: variables.map { .init(term: $0, meaning: $1) }),
      .init(
        title: "exit codes",
        rows: [
          .init(term: "0", meaning: "Success."),
          .init(term: "1", meaning: "A command failed, or a list was empty with --fail-empty."),
          .init(term: "2", meaning: "Wrong usage."),
          .init(term: "3", meaning: "-f, source or stdin stopped on an error."),
          .init(term: "4", meaning: "A login or a key is needed."),
          .init(term: "5", meaning: "A service or the network cannot be reached."),
          .init(term: "6", meaning: "Data could not be loaded."),
          .init(term: "8", meaning: "A replay differs from its transcript."),
          .init(term: "130", meaning: "Interrupted."),
        ]),
    ]
  }

  /// The variables of the environment that people set for the program. Terminals and desktops set others.
  private static let variables: [(String, String)] = [
    ("GAZ_HISTORY", "The history file; empty: none."),
    ("GAZ_CACHE", "The most megabytes of copies of opened files; 0: none; default: 1024."),
    ("GAZ_NOW", "The time to use instead of now: 2026-01-01T12:00:00Z, or seconds since 1970."),
    ("GAZ_TOKEN_NAME", "The password of login for the service NAME, in capitals; - becomes _."),
    ("GAZ_TOKEN", "The same for the only service in services.toml, or for local without one; else it is not used."),
    ("GAZ_MAIL_PASSWORD", "The password of the mail server in channels.toml."),
    ("GAZ_MATRIX_TOKEN, GAZ_NTFY_TOKEN", "The tokens of these servers in channels.toml."),
    ("GAZ_WEBHOOK_NAME_URL", "The secret address of the section webhook.NAME; GAZ_APPRISE_NAME_URL: of apprise.NAME."),
    ("GAZ_OVERPASS_URL, GAZ_NOMINATIM_URL, GAZ_YELP_URL", "The addresses of other servers for places --from."),
    ("GAZ_YELP_KEY", "Your key for places --from yelp."),
    ("SSL_CERT_FILE", "The authorities that may sign certificates of servers."),
    (
      "http_proxy, https_proxy, all_proxy, no_proxy",
      "Proxies, and the hosts asked without one; also HTTPS_PROXY, ALL_PROXY, NO_PROXY."
    ),
    ("COLUMNS", "The width of the output in characters."),
    ("GAZ_PAGER, PAGER", "The pager for tall results at the prompt; empty: none."),
    ("GAZ_EDITOR, VISUAL, EDITOR", "The editor for long lines (Ctrl-X Ctrl-E)."),
    ("EDITRC", "The file with settings of the line editor; default: ~/.editrc."),
    ("NO_COLOR, CLICOLOR_FORCE, CLICOLOR", "Turn colors on or off; the first one that is set wins."),
    ("LC_ALL, LC_CTYPE, LANG", "The character set of the terminal; the first one that is set wins."),
    ("LC_MESSAGES", "Your language, for the names of places in it; LC_ALL goes before it, LANG after it."),
    ("TERM", "The kind of the terminal; dumb: only lines of text."),
    ("TZDIR", "The folder of the time zones."),
    ("HOME", "The home folder; without it, nothing is saved unless the next variables say where."),
    ("XDG_CONFIG_HOME", "The folder of gaz/settings and gaz/rc; default: ~/.config."),
    ("XDG_DATA_HOME", "The folder of gaz/favorites.sqlite; default: ~/.local/share."),
    ("XDG_STATE_HOME", "The folder of gaz/history and gaz/session; default: ~/.local/state."),
    (
      "XDG_CACHE_HOME", "The folder of gaz with copies of opened files and of what servers answered; default: ~/.cache."
    ),
    ("PATH, TMPDIR", "Where other programs are, and where a text is while an editor has it."),
  ]
}
