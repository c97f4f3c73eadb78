extension Command {
  static let echo = Command(
    "echo", "Print words, among the results.",
    takes: TextParameter("TEXT", "What to print; after -- also words that begin with --.", completes: .nothing),
    family: .shell, synonyms: ["say", "printf"], examples: ["echo around the station:"]
  ) { _, _, text in
    Reply(.text(["\(text)"]))
  }
}
