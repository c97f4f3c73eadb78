import GazetteerSession

/// The help of the program itself, made from the descriptions of its flags.
enum UsagePage {
  static func page(isShort: Bool) -> HelpPage {
    let flags = FlagDescription.all.filter { !isShort || $0.isCommon }
    return HelpPage(
      title: "usage: gaz [FLAG…] [FILE…]    gaz replay FILE [--check|--update]",
      summary: "A gazetteer in your shell: opens the files, then asks for commands; help lists those.",
      sections: [.init(title: "flags", rows: flags.map { .init(term: $0.term, meaning: $0.help) })]
        + (isShort ? [] : further))
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
      .init(
        title: "environment",
        rows: [
          .init(term: "GAZ_HISTORY", meaning: "The history file; empty: none."),
          .init(
            term: "GAZ_NOW", meaning: "The time to use instead of now: 2026-01-01T12:00:00Z, or seconds since 1970."),
          .init(
            term: "GAZ_TOKEN_NAME", meaning: "The password of login for the service NAME, in capitals; - becomes _."),
          .init(
            term: "GAZ_TOKEN",
            meaning: "The same for the only service in services.toml, or for local without one; else it is not used."),
          .init(term: "COLUMNS", meaning: "The width of the output in characters."),
          .init(term: "GAZ_PAGER, PAGER", meaning: "The pager for tall results at the prompt; empty: none."),
          .init(term: "GAZ_EDITOR, VISUAL, EDITOR", meaning: "The editor for long lines (Ctrl-X Ctrl-E)."),
          .init(
            term: "NO_COLOR, CLICOLOR_FORCE, CLICOLOR",
            meaning: "Turn colors on or off; the first one that is set wins."),
          .init(term: "TZDIR", meaning: "The folder of the time zones."),
          .init(
            term: "XDG_CONFIG_HOME", meaning: "The folder of gaz/settings and gaz/rc; default: ~/.config."),
          .init(term: "XDG_DATA_HOME", meaning: "The folder of gaz/favorites.sqlite; default: ~/.local/share."),
          .init(
            term: "XDG_STATE_HOME", meaning: "The folder of gaz/history and gaz/session; default: ~/.local/state."
          ),
        ]),
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
}
