import GazetteerIndex

extension Session {
  /// Answers one statement. Changes nothing: what the answer changes is in its events.
  ///
  /// The commands are those of `table`, by default those in force. In a dry run, what a command would ask of the world outside is said instead of asked.
  package func answer(
    _ statement: Statement, in context: Context, by table: CommandTable? = nil
  ) throws(Failure) -> Reply {
    var name: String?
    var context = context
    context.limit = preferences.limit
    context.stopwatch?.enter(.parse)
    do {
      let command = try (table ?? commandTable).command(named: statement.words[0].text)
      name = command.name
      let arguments = try Arguments(statement.words.dropFirst(), for: command)
      if let page = arguments.help { return reply(Reply(.help(page)), by: command, arguments) }
      try command.checkConsent(context.allowed)
      switch context.favorites {
      case .old where command.needsFavorites || command.powers.contains(.favorites): return Reply(needs: .favorites)
      case .unreadable(let failure) where command.needsFavorites: throw failure
      default: break
      }
      let answer = try command.answer(arguments, self, context)
      return reply(context.isDryRun ? planned(answer) : answer, by: command, arguments)
    } catch {
      var failure = Failure(wrapping: error)
      failure.command = name
      throw failure
    }
  }

  private func reply(_ reply: Reply, by command: Command, _ arguments: Arguments) -> Reply {
    var reply = reply
    reply.command = command.name
    reply.format = arguments.format ?? preferences.format
    return reply
  }

  /// The reply in a dry run: what it asks of the world outside is said instead. Events that would ask something of it
  /// are left out, too.
  private func planned(_ reply: Reply) -> Reply {
    var session = self
    var reply = reply
    var plans: [Message] = []
    reply.events.removeAll { event in
      let asked = session.receive(event).compactMap(\.plan)
      plans += asked
      return !asked.isEmpty
    }
    plans += reply.effects.compactMap(\.plan)
    reply.effects.removeAll { $0.plan != nil }
    if !plans.isEmpty { reply.view = .text(plans.map { "would \($0)" }) }
    return reply
  }
}

extension Command {
  /// Refuses to go beyond reading without consent.
  fileprivate func checkConsent(_ allowed: Set<Power>) throws(Failure) {
    let missing = powers.subtracting(allowed)
    guard missing.isEmpty else { throw .notAllowed(name, missing) }
  }
}

extension Failure {
  /// A command goes beyond what it may do where it comes from.
  static func notAllowed(_ command: String, _ missing: Set<Power>) -> Failure {
    let powers = missing.sorted().map(\.rawValue).joined(separator: ",")
    return Failure(
      "\(own: command) is not allowed here", why: "it needs \(own: powers)", try: "gaz --allow=\(own: powers)")
  }

  /// What is said of an error that a command threw.
  init(wrapping error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as UsageError: self = error.failure
    case is Cancelled: self.init("interrupted", code: .interrupted)
    default: self.init("the command failed", why: "\(Untrusted("\(error)"))")
    }
  }
}
