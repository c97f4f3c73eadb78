extension Command {
  static let wait = Command(
    "wait", "Wait until nothing goes on in the background any more; Ctrl-C ends only the wait.",
    family: .data, examples: ["wait"]
  ) { _, _ in
    var reply = Reply(effects: [.wait])
    reply.hasResult = false
    return reply
  }
}
