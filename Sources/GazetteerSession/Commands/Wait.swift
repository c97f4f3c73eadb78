extension Command {
  static let wait = Command(
    "wait", "Wait until everything that is being opened is open.",
    family: .data, examples: ["wait"]
  ) { _, _ in
    Reply(effects: [.wait])
  }
}
