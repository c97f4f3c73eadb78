extension Command {
  static let wait = Command(
    "wait", "Wait until no dataset is being opened and no message is being sent.",
    family: .data, examples: ["wait"]
  ) { _, _ in
    var reply = Reply(effects: [.wait])
    reply.hasResult = false
    return reply
  }
}
