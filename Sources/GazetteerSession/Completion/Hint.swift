import GazetteerIndex

extension Session {
  /// What likely follows a line, to be taken over as it is: the rest of the only word that the last one can become, and of
  /// the usual command where it can become several. Empty for nothing. Looks neither into files nor for places.
  package func hint(for line: String, in context: CompletionContext) -> String {
    guard !isAsking, let partial = PartialLine(line, cursor: line.utf8.count), let typed = partial.typed else {
      return ""
    }
    let slot = Slot(partial, in: commandTable)
    switch slot.expected {
    case .command: return commandTable.usualRest(of: typed.word)
    case .parameter(let input) where !input.isHinted: return ""
    case .value(let input, _) where !input.isHinted: return ""
    case .nothing: return ""
    case .parameter, .value, .optionName: break
    }
    guard let completion = completion(of: line, cursor: line.utf8.count, in: context), completion.total == 1,
      let only = completion.candidates.first?.replacement
    else { return "" }
    let written = partial.text(in: completion.range)
    return only.hasPrefix(written) ? String(only.dropFirst(written.count)) : ""
  }

  /// How the line may go on, in the words of the help: `WHERE [--within R] …`. Not to be taken over. Empty where a word is
  /// being typed, but for the name of a command, and where nothing can follow.
  package func usage(for line: String) -> String {
    guard !isAsking, let partial = PartialLine(line, cursor: line.utf8.count) else { return "" }
    if let typed = partial.typed {
      guard partial.before.isEmpty, !typed.word.isQuoted, (try? commandTable.command(named: typed.word.text)) != nil
      else { return "" }
      let usage = usage(for: line + " ")
      return usage.isEmpty ? "" : " " + usage
    }
    let slot = Slot(partial, in: commandTable)
    guard let command = slot.command else { return "" }
    if case .value(let input, _) = slot.expected { return input.placeholder }
    let missing = command.inputs.filter(\.isParameter).dropFirst(slot.parameters.count)
    let options = command.inputs.filter { !$0.isParameter && slot.given[$0.name] == nil }
    let shown = (Array(missing) + options.prefix(2)).map(\.usage)
    return (shown + (options.count > 2 ? ["…"] : [])).joined(separator: " ")
  }
}

extension InputDescription {
  /// Whether it is quickly said what its value can be.
  fileprivate var isHinted: Bool {
    switch completes {
    case .file, .placeName, .place, .nothing, nil: false
    default: true
    }
  }
}

extension CommandTable {
  /// What is typed most often, where a letter may begin several commands.
  private static let usual = [
    "search", "near", "list", "open", "show", "select", "more", "help", "quit", "map", "datasets", "use", "categories",
    "check", "favorite", "distance", "clear", "set",
  ]

  /// What follows the beginning of a command's name: of the only one that begins so, or of the most usual.
  fileprivate func usualRest(of word: Word) -> String {
    let typed = word.text.text
    guard !word.isQuoted, (try? command(named: word.text)) == nil else { return "" }
    let names = commands.map(\.name).filter { $0.hasPrefix(typed) }
    let meant = names.count == 1 ? names.first : Self.usual.first(where: names.contains)
    return meant.map { String($0.dropFirst(typed.count)) } ?? ""
  }
}
