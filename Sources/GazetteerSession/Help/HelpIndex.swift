import GazetteerIndex

/// Finds the pages of help for a word.
struct HelpIndex {
  let table: CommandTable

  /// The pages for a word, at least one: a command and a family or a topic can have the same name.
  func pages(for word: Untrusted) throws(UsageError) -> [HelpPage] {
    let name = word.text.lowercased()
    var pages: [HelpPage] = []
    // A nested prompt also explains the commands outside it.
    if let command = table.command(called: name) ?? CommandTable.standard.command(called: name) {
      pages.append(HelpPage(of: command))
    }
    if table.nested == nil, let family = Command.Family(rawValue: name), families.contains(family) {
      pages.append(HelpPage(of: family, in: table))
    }
    if let topic = HelpTopic.named(name) { pages.append(topic.page) }
    if let setting = Setting.all.first(where: { $0.name == name }), pages.isEmpty {
      pages.append(HelpPage(of: setting))
    }
    guard pages.isEmpty else { return pages }
    let synonymous = table.commands.filter { $0.synonyms.contains(name) }
    guard synonymous.isEmpty else { return synonymous.map { HelpPage(of: $0, calledHere: name) } }
    let beginning = words.filter { name.count > 1 && $0.hasPrefix(name) }
    throw .unknownHelp(
      word, nearest: beginning.isEmpty ? Spelling.nearest(to: name, among: words) : Array(beginning.prefix(3)))
  }

  /// The words that are not commands, with their meanings.
  static let choices: [Completes.Choice] =
    HelpTopic.all.map { Completes.Choice($0.names[0], $0.summary) }
    + Command.Family.allCases.map { Completes.Choice($0.rawValue, $0.summary) }
    + Setting.all.map { Completes.Choice($0.name, $0.help) }

  private var families: [Command.Family] {
    Command.Family.allCases.filter { family in table.commands.contains { $0.family == family } }
  }

  /// Every word that has a page. Synonyms are left out, because nobody should be advised to use one.
  var words: [String] {
    var words: [String] = []
    let commands = table.commands.flatMap { [$0.name] + $0.aliases }
    let topics = HelpTopic.all.map { $0.names[0] }
    for word in commands + families.map(\.rawValue) + topics + Setting.all.map(\.name)
    where !words.contains(word) {
      words.append(word)
    }
    return words
  }
}
