import GazetteerIndex

extension Command {
  static let quit = Command(
    "quit", "End the session.",
    family: .shell, aliases: ["exit", "q"], synonyms: ["bye", ":q"], examples: ["quit"], isAboutPlaces: false
  ) { session, context in
    var reply = Reply(effects: [.quit])
    let services = Set(context.jobs.compactMap(\.id.postedTo)).sorted()
    if !services.isEmpty, context.waiting == nil { return Reply(needs: .changes()) }
    for service in services {
      // A change that was just made may not be saved yet.
      let count = max(1, context.waiting?.changes.count { $0.service == service } ?? 0)
      reply.notices.append(
        """
        \(Numeral.changesWait(count)) in the outbox; your next login to \(own: service) goes on with \
        \(own: count == 1 ? "it" : "them")
        """)
    }
    reply.notices += session.jobs.compactMap(\.logoutService).map { service -> Message in
      "\(Message.loggedOutOnlyHere(service)), because that was not over yet"
    }
    for case .endingFormer(let service) in session.jobs { reply.notices.append(.formerGoesOn(at: service)) }
    return reply
  }
}
