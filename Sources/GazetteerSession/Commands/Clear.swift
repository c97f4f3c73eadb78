extension Command {
  static let clear = Command(
    "clear", "Clear the screen, as Ctrl-L does.",
    family: .shell, synonyms: ["cls"], examples: ["clear"], isAboutPlaces: false
  ) { _, _ in
    Reply(effects: [.clear])
  }
}
