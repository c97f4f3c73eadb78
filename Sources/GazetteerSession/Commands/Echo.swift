extension Command {
  static let echo = Command(
    "echo", "Print a text as a result.",
    takes: Inputs(
      TextParameter("TEXT", "The text; after -- it may contain words that start with --.", completes: .nothing)),
    family: .shell, synonyms: ["say", "printf"], examples: ["echo around the station:"], isAboutPlaces: false
  ) { _, _, text in
    Reply(.text(["\(text)"]))
  }
}
