import GazetteerIndex

/// How a word that is no command is near to one.
private enum Nearness {
  /// It has three letters or more, with which the name or alias of a command begins.
  case beginning
  /// One letter away from the name or alias of a command.
  case oneLetterAway
  /// What a command is called elsewhere.
  case synonym
}

extension Session {
  /// Throws if the first word of a line without a command is near to a command, and no place is called like the words.
  func checkForMistype(_ statement: Statement, _ cancellation: Cancellation) throws(Failure) {
    let (first, text) = (statement.words[0], statement.searchedText)
    guard let nearness = nearness(of: first) else { return }
    let isOneWord = text == first.text
    var query = Query(text)
    // `new` and `del` also begin names, whose other words may have typing errors: `new yrok`, `del roi`.
    query.precision = isOneWord || nearness == .oneLetterAway ? .exact : .asNeeded
    do throws(Cancelled) {
      let found = try catalog.search(query, limit: 20, mayCountRoughly: true, cancellation: cancellation)
      guard !(isOneWord ? isName(nearness, found) : found.hits.contains { isMeant($0, by: first.text) }) else { return }
    } catch {
      throw Failure(wrapping: error)
    }
    throw UsageError.mistypedCommand(first.text, meant: commandTable.meant(by: first.text.text), text: text).failure
  }

  /// nil for an option, for a quoted word and for one that is near to no command.
  private func nearness(of word: Word) -> Nearness? {
    guard !word.isQuoted, OptionWord(word) == nil else { return nil }
    let text = word.text.text
    if text.count > 2, !commandTable.beginning(with: text).isEmpty { return .beginning }
    if commandTable.isOneLetterAway(from: text) { return .oneLetterAway }
    return commandTable.synonymous(text).isEmpty ? nil : .synonym
  }

  /// Whether a single word is what the found places are called: it is the name, such as `quito`, or its first words, such
  /// as `new`. The beginning of a command, such as `lis`, may also be that of any word of a name.
  private func isName(_ nearness: Nearness, _ found: SearchResult) -> Bool {
    let tiers: [Tier] = nearness == .beginning ? [.name, .alternate, .prefix, .words] : [.name, .alternate]
    return tiers.contains { found.totals[$0] != nil }
      || found.hits.contains(where: \.beginsWithWords)
  }

  /// Whether a place may be meant by a line that begins with a word that is no command: typing errors must be in other
  /// words, or `find paris` would mean Fond Parisien.
  private func isMeant(_ hit: Hit, by word: Untrusted) -> Bool {
    guard let tier = hit.tier, tier >= .typo else { return true }
    guard tier == .typo, let name = hit.matched ?? catalog.place(hit.place)?.name else { return false }
    return Fold.bytes(name).starts(with: Fold.bytes(word) + [UInt8(ascii: " ")])
  }

  /// That the only word of a search without a command may also mean a command. nil if it does not, or if a place has
  /// exactly that name, and no command begins so.
  func remark(on statement: Statement, _ reply: Reply) -> Message? {
    guard statement.leavesOutCommand, let view = reply.view?.presentable as? PlacesView,
      let word = statement.words.dropFirst().first, let nearness = nearness(of: word),
      Statement(words: Array(statement.words.dropFirst())).searchedText == word.text
    else { return nil }
    let isBeginning = nearness == .beginning
    let isName = view.isTotalOnly || view.hits.contains { $0.tier == .name || $0.tier == .alternate }
    guard isBeginning || !isName else { return nil }
    let text = word.text.text
    let commands = isBeginning ? Array(commandTable.beginning(with: text).prefix(5)) : commandTable.meant(by: text)
    let kind = commands.count == 1 ? "command" : "commands"
    let meaning: Message = isBeginning ? "is also the beginning of" : "may also mean"
    return "\(quoted: word.text) \(meaning) the \(own: kind) \(own: commands.listed(isBeginning ? "and" : "or"))"
  }
}
