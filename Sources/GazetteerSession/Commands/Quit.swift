import GazetteerIndex

extension Command {
  static let quit = Command(
    "quit", "End the session.",
    family: .shell, aliases: ["exit", "q"], synonyms: ["bye", ":q"], examples: ["quit"]
  ) { session, context in
    var reply = Reply(effects: [.quit])
    for service in Set(context.jobs.compactMap(\.id.postedTo)).sorted() {
      reply.notices.append("a change still waits in the outbox; your next login to \(own: service) goes on with it")
    }
    reply.notices += session.jobs.compactMap(\.logoutService).map { service -> Message in
      "\(Message.loggedOutOnlyHere(service)), because that was not over yet"
    }
    for case .endingFormer(let service) in session.jobs { reply.notices.append(.formerGoesOn(at: service)) }
    return reply
  }
}
