import GazetteerIndex

extension Session {
  /// Answers one statement. Does not change the session: the changes are in the events of the reply.
  ///
  /// `table` has the commands, by default those that can be typed now. A dry run needs no powers: its reply says what
  /// the command would do outside the session, and which powers that takes.
  package func answer(
    _ statement: Statement, in context: Context, by table: CommandTable? = nil
  ) throws(Failure) -> Reply {
    var name: String?
    var asked: (command: Command, arguments: Arguments)?
    var missing: Set<Power> = []
    var context = context
    context.limit = preferences.limit
    context.stopwatch?.enter(.parse)
    do {
      let command = try (table ?? commandTable).command(named: statement.words[0].text)
      name = command.name
      let arguments = try Arguments(statement.words.dropFirst(), for: command)
      asked = (command, arguments)
      context.asksObject = (arguments.format ?? preferences.format).isObject
      if let help = arguments.help { return reply(Reply(help.page(of: command)), by: command, arguments) }
      missing = command.powers.subtracting(context.allowed)
      guard missing.isEmpty || context.isDryRun else { throw Failure.notAllowed(command.name, missing) }
      switch context.favorites {
      case .old where command.needsFavorites || command.powers.contains(.favorites): return Reply(needs: .favorites)
      case .unreadable(let failure) where command.needsFavorites: throw failure
      default: break
      }
      let named = try naming(arguments, context)
      asked = (command, named.arguments)
      var answer = try command.answer(named.arguments, self, context)
      answer.remarks = named.remarks
      if let remark = remark(on: statement, answer) { answer.notices.append(remark) }
      answer.map = try map(beside: answer, context)
      guard context.isDryRun else { return reply(answer, by: command, arguments) }
      var plan = planned(answer, allowed: context.allowed)
      plan.missingPowers.formUnion(missing)
      return reply(plan, by: command, arguments)
    } catch {
      var failure = Failure(wrapping: error)
      if let name, context.isDryRun, failure.code == .loginRequired, !plannedLogins.isEmpty {
        // A dry run logs nobody in, so nobody knows more about what would follow the login.
        var reply = Reply(.text(["would run \(quoted: statement.title) after the login"]))
        reply.command = name
        reply.missingPowers = missing
        return reply
      }
      if let choice = failure.choice, let name, let line = choice.line(in: statement) {
        failure = choice.failure(of: name, trying: line)
      }
      failure.command = name
      failure.missingPowers.formUnion(missing)
      if let (command, arguments) = asked, !failure.missingPowers.isEmpty, !context.isDryRun {
        failure.missingPowers = allMissing(failure.missingPowers, for: command, arguments, context)
      }
      throw advising(searchInsteadOf: statement, after: failure, context)
    }
  }

  /// All powers that a command lacks, as far as that is known before it has run. A command says one at a time what it
  /// lacks; whoever gives that must not be told about the next one only then.
  private func allMissing(
    _ first: Set<Power>, for command: Command, _ arguments: Arguments, _ context: Context
  ) -> Set<Power> {
    var context = context
    context.stopwatch = nil
    context.waiting = context.waiting ?? WaitingChanges()
    var missing = first
    while true {
      context.allowed.formUnion(missing)
      do {
        let reply = try command.answer(arguments, self, context)
        return missing.union(planned(reply, allowed: context.allowed).missingPowers)
      } catch {
        let more = Failure(wrapping: error).missingPowers
        guard !more.isSubset(of: missing) else { return missing }
        missing.formUnion(more)
      }
    }
  }

  private func reply(_ reply: Reply, by command: Command, _ arguments: Arguments) -> Reply {
    var reply = reply
    reply.command = command.name
    reply.format = arguments.format ?? preferences.format
    if reply.format != .table, let remark = reply.view?.remark { reply.notices.append(remark) }
    return reply
  }

  /// The reply in a dry run. It says what its effects would do, and has no such effects. Events that lead to such
  /// effects are left out too.
  private func planned(_ reply: Reply, allowed: Set<Power>) -> Reply {
    var session = self
    var reply = reply
    var planned: [Effect] = []
    reply.events.removeAll { event in
      let asked = session.receive(event).filter { $0.plan != nil }
      planned += asked
      return !asked.isEmpty
    }
    planned += reply.effects.filter { $0.plan != nil }
    reply.events += planned.compactMap { effect in
      if case .login(let request) = effect { .loginPlanned(service: request.service.name) } else { nil }
    }
    reply.effects.removeAll { $0.plan != nil }
    reply.missingPowers = Set(planned.compactMap(\.power)).subtracting(allowed)
    let plans = planned.compactMap(\.plan)
    if !plans.isEmpty { reply.view = .text(plans.map { "would \($0)" }) }
    return reply
  }
}

extension Session {
  /// The commands that can be typed now.
  package var commandTable: CommandTable { mode.commandTable }

  /// Whether the command of a statement has to do with places.
  package func isAboutPlaces(_ statement: Statement) -> Bool {
    commandTable.command(called: statement.words[0].text.text)?.isAboutPlaces ?? true
  }
}

extension Mode {
  fileprivate var commandTable: CommandTable {
    switch self {
    case .commands: .standard
    case .answering(_, let before): before.commandTable
    case .editingCategories: .editingCategories
    case .editingFavorite: .editingFavorite
    }
  }
}

extension Arguments.Help {
  fileprivate func page(of command: Command) -> HelpPage {
    switch self {
    case .command: HelpPage(of: command)
    case .fields: JSONShape.page
    }
  }
}
