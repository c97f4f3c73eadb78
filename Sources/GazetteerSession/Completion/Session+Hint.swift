import GazetteerIndex

extension Session {
  /// What probably follows a line: the rest of the last word if only one word can complete it, or the rest of the most
  /// common command if several can. Empty for no hint. Does not look into folders or for places.
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

  /// What can follow the line, as the help shows it: `WHERE [--within R] …`; on a new row in quotes, how they end. Empty
  /// if nothing can follow, or if the user is typing a word that is not the name of a command.
  package func usage(for line: String) -> String {
    guard !isAsking else { return "" }
    if line.utf8.last == UInt8(ascii: "\n"), Statement.endsInQuotes(Untrusted(line)) {
      return "the quotes are open; \" closes them, Ctrl-C drops the line"
    }
    guard let partial = PartialLine(line, cursor: line.utf8.count) else { return "" }
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
  /// Whether its possible values can be found quickly.
  fileprivate var isHinted: Bool {
    switch completes {
    case .file, .placeName, .place, .nothing, nil: false
    default: true
    }
  }
}

extension CommandTable {
  /// The most common commands, for letters that start several.
  private static let usual = [
    "search", "near", "list", "open", "show", "select", "more", "help", "quit", "datasets", "use", "categories",
    "check", "favorite", "distance", "clear", "set",
  ]

  /// The rest of the command's name that starts with the word. If several do, the rest of the most common one.
  fileprivate func usualRest(of word: Word) -> String {
    let typed = word.text.text.lowercased()
    guard !word.isQuoted, (try? command(named: word.text)) == nil else { return "" }
    let names = commands.map(\.name).filter { $0.hasPrefix(typed) }
    let meant = names.count == 1 ? names.first : Self.usual.first(where: names.contains)
    return meant.map { String($0.dropFirst(typed.count)) } ?? ""
  }
}
