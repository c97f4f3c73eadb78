import GazetteerIndex

extension HelpPage {
  /// The page of a command.
  package init(of command: Command) {
    let facts = [
      ("aliases", command.aliases.joined(separator: ", ")),
      ("powers", command.powersInHelp),
    ]
    let sections =
      [
        Section(title: "", rows: facts.filter { !$0.1.isEmpty }.map { Row(term: $0.0, meaning: $0.1) }),
        Section(title: "takes", rows: command.inputs.map { Row(term: $0.term, meaning: $0.help) }),
        Section(title: "examples", rows: command.examples.map { Row(term: $0.line, meaning: $0.condition) }),
      ].filter { !$0.rows.isEmpty } + [command.details].compactMap(\.self)
    self.init(title: command.usage, summary: command.summary, sections: sections)
  }

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

  /// A command, found by the name that it has in another program.
  init(of command: Command, calledHere word: String) {
    let page = HelpPage(of: command)
    self.init(
      title: "\(word) is called \(command.name) here", summary: "",
      sections: [Section(title: page.title, summary: page.summary, rows: [])] + page.sections)
  }

  /// All commands and topics on one screen.
  init(of table: CommandTable) {
    if let nested = table.nested {
      let rows = table.commands.map { Row(term: $0.usage, meaning: $0.summary) }
      self.init(title: nested.name, summary: nested.summary, sections: [Section(title: "", rows: rows)])
      return
    }
    self.init(
      title: "gaz: a gazetteer in your shell",
      summary: "help WORD explains a command, a family (help find), a topic or a setting.",
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
          "",
          ("search munich; near 1", "Places with that name; then those around the first one."),
          ("open cities.json", "Your own places, from JSON, CSV, TSV and other files.")),
      ])
  }
}

extension Command {
  /// `account; sometimes network`.
  fileprivate var powersInHelp: String {
    let always = powers.sorted().map(\.rawValue).joined(separator: ", ")
    let rest = powersAtTimes.sorted().map(\.rawValue).joined(separator: ", ")
    return [always, rest.isEmpty ? "" : "sometimes \(rest)"].filter { !$0.isEmpty }.joined(separator: "; ")
  }
}

extension InputDescription {
  /// How help shows it: `WHERE`, `--within R`, `-v, --verbose`.
  fileprivate var term: String {
    guard !isParameter else { return placeholder }
    let long = placeholder.isEmpty ? "--\(name)" : "--\(name) \(placeholder)"
    return short.map { "-\($0), \(long)" } ?? long
  }
}
