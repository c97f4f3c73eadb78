import GazetteerIndex

extension Session {
  /// The statements of a line as they can be run, each with a command. Throws if one of them cannot be understood, so
  /// that nothing of the line runs.
  ///
  /// - Parameter mayLeaveOutCommand: whether the line is a search if it begins with no command.
  package func understood(
    _ line: [Statement], mayLeaveOutCommand: Bool, _ cancellation: Cancellation = Cancellation()
  ) throws(Failure) -> [Statement] {
    var line = line
    if mayLeaveOutCommand, mode == .commands, let first = line.first, first.beginsWithoutCommand {
      try checkForMistype(first, cancellation)
      line[0] = first.withCommand
    }
    // A single statement is checked when it runs.
    guard line.count > 1, !isAsking else { return line }
    // The commands that can be typed may change within the line; when they do depends on what the commands find.
    var tables = commandTable.nested == nil ? [commandTable] : [commandTable, .standard]
    for (index, statement) in line.enumerated() {
      let previous = index > 0 ? line[index - 1] : nil
      switch try check(statement, after: previous, among: tables) {
      case "edit-categories": tables.insert(.editingCategories, at: 0)
      case "edit-favorite": tables.insert(.editingFavorite, at: 0)
      default: break
      }
    }
    return line
  }

  /// Checks that a command of one of the tables can read the words of a statement. Returns its name.
  private func check(_ statement: Statement, among tables: [CommandTable]) throws(Failure) -> String {
    for table in tables.dropFirst().reversed() {
      if let name = try? check(statement, by: table) { return name }
    }
    return try check(statement, by: tables[0])
  }

  /// The same. If the words may belong to a free text before them, the error says how to quote it.
  private func check(
    _ statement: Statement, after previous: Statement?, among tables: [CommandTable]
  ) throws(Failure) -> String {
    do throws(Failure) {
      return try check(statement, among: tables)
    } catch {
      guard let previous, !previous.leavesOutCommand, error.why == nil, let word = statement.words.first,
        tables[0].command(called: word.text.text) == nil,
        let text = previous.endOfText(among: tables)
      else { throw error }
      throw Failure(
        "\(quoted: word.text) is not a command", why: "';' ends a command, so nothing of the line was run",
        try: "for a text with ';', quotes: \"\(cut: text); \(cut: statement.words.text)\"", code: .usage)
    }
  }

  private func check(_ statement: Statement, by table: CommandTable) throws(Failure) -> String {
    var name: String?
    do {
      let command = try table.command(named: statement.words[0].text)
      name = command.name
      var arguments = try Arguments(statement.words.dropFirst(), for: command)
      // What a name means can depend on the commands before it.
      try arguments.replaceNames { _, _ in Untrusted(".") }
      if arguments.help == nil { try command.check(arguments) }
      return command.name
    } catch {
      var failure = Failure(wrapping: error)
      failure.command = name
      throw failure
    }
  }
}

extension Statement {
  /// Whether its first word is not the name of a command of the main prompt.
  package var beginsWithoutCommand: Bool { CommandTable.standard.command(called: words[0].text.text) == nil }

  /// The command that it means with its name left out: `near` for a point, otherwise `search`.
  var withCommand: Statement {
    let point = Array(words.prefix { !$0.isOption })
    guard point.isPoint else {
      return Statement(words: [Word(Untrusted("search"))] + words, leavesOutCommand: true)
    }
    return Statement(
      words: [Word(Untrusted("near")), Word(point.text)] + words.dropFirst(point.count), leavesOutCommand: true)
  }

  /// The words that are not options, as far as that is clear without the command.
  var searchedText: Untrusted {
    let search = try? Arguments(words[...], for: .search)
    return search.map { Untrusted(bytes: Array($0.left.map(\.bytes).joined(separator: " ".utf8))) }
      ?? Array(words.prefix { !$0.isOption }).text
  }
}

extension Word {
  /// Whether it is an option or ends the options.
  var isOption: Bool { OptionWord(self) != nil || !isQuoted && text.isShortOption }
}

extension [Word] {
  /// Whether they name a point by its coordinates or by a link, even if it is wrong.
  fileprivate var isPoint: Bool {
    do {
      if case .point = try PointReference(word: text).reference { return true }
      return false
    } catch {
      return !(error is Malformed)
    }
  }
}

extension Statement {
  /// The free text with which it may end: the words after its last option, or else after its command.
  fileprivate func endOfText(among tables: [CommandTable]) -> Untrusted? {
    guard let command = tables.lazy.compactMap({ $0.command(called: words[0].text.text) }).first else { return nil }
    let start = words.lastIndex { OptionWord($0) != nil } ?? 0
    guard start + 1 < words.count, [.keep, .tell].contains(command.family) else { return nil }
    return Array(words[(start + 1)...]).text
  }
}
