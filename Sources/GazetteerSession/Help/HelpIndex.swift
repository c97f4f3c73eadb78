import GazetteerIndex

/// All that can be asked of `help`, by words.
struct HelpIndex {
  let table: CommandTable

  /// The pages for a word, at least one: a command and a family or a topic may share it.
  func pages(for word: Untrusted) throws(UsageError) -> [HelpPage] {
    let name = word.text.lowercased()
    var pages: [HelpPage] = []
    // Inside a nested prompt, commands that wait outside can still be read about.
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
    throw .unknownHelp(word, nearest: Spelling.nearest(to: name, among: words))
  }

  /// The words that are no commands, with what they mean.
  static let choices: [Completes.Choice] =
    HelpTopic.all.map { Completes.Choice($0.names[0], $0.summary) }
    + Command.Family.allCases.map { Completes.Choice($0.rawValue, $0.summary) }
    + Setting.all.map { Completes.Choice($0.name, $0.help) }

  private var families: [Command.Family] {
    Command.Family.allCases.filter { family in table.commands.contains { $0.family == family } }
  }

  /// Every word that has a page, synonyms aside: those are not shown to anybody who did not think of them.
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

extension CommandTable {
  fileprivate func command(called name: String) -> Command? {
    commands.first { $0.name == name || $0.aliases.contains(name) }
  }
}

extension Command.Family {
  /// What its commands are for.
  var summary: String {
    switch self {
    case .data: "Open files of places, and say which commands look at."
    case .find: "Find places, list them, look at one."
    case .categories: "Say which categories are shown."
    case .keep: "Tick places, and keep them."
    case .shell: "Help, settings, scripts, and the rest of a shell."
    }
  }
}

extension HelpPage {
  /// The commands of a family.
  init(of family: Command.Family, in table: CommandTable) {
    let commands = table.commands.filter { $0.family == family }
    self.init(
      title: "\(family.rawValue): commands", summary: family.summary,
      sections: [
        Section(
          title: "",
          rows: commands.map { Row(term: ([$0.name] + $0.aliases).joined(separator: ", "), meaning: $0.summary) })
      ])
  }

  /// A setting.
  init(of setting: Setting) {
    self.init(
      title: "set \(setting.name) \(setting.pattern)", summary: setting.help,
      sections: [Section("", ("default", setting.defaultValue))])
  }

  /// A command under another program's name for it.
  init(of command: Command, calledHere word: String) {
    let page = HelpPage(of: command)
    self.init(
      title: "\(word) is called \(command.name) here", summary: "",
      sections: [Section(title: page.title, summary: page.summary, rows: [])] + page.sections)
  }

  /// All there is, in a screenful.
  init(of table: CommandTable) {
    if let nested = table.nested {
      let rows = table.commands.map { Row(term: $0.usage, meaning: $0.summary) }
      self.init(title: nested.name, summary: nested.summary, sections: [Section(title: "", rows: rows)])
      return
    }
    self.init(
      title: "gaz: a gazetteer in your shell",
      summary: "help WORD says more of a command, a family (help find), a topic or a setting.",
      sections: [
        Section(
          title: "",
          rows: Command.Family.allCases.compactMap { family in
            let names = table.commands.filter { $0.family == family }.map { command in
              command.aliases.isEmpty ? command.name : "\(command.name) (\(command.aliases.joined(separator: ", ")))"
            }
            return names.isEmpty ? nil : Row(term: family.rawValue, meaning: names.joined(separator: ", "))
          } + [Row(term: "topics", meaning: HelpTopic.all.map { $0.names[0] }.joined(separator: ", "))]),
        Section(
          "to begin with",
          ("search munich", "Places of that name; paris fr, springfield il: in a region."),
          ("near 1 --within 20km", "Around the first of the list."),
          ("show 1", "All about it."),
          ("open cities.json", "Your own places: JSON, CSV, TSV and more.")),
      ])
  }
}
