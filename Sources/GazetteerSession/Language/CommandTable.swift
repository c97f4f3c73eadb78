import GazetteerIndex

/// The commands by their names.
package struct CommandTable: Sendable {
  /// In the order of the help.
  package let commands: [Command]
  private let byName: [String: Command]

  /// Names and aliases are distinct.
  package init(_ commands: [Command]) {
    self.commands = commands
    let named = commands.flatMap { command in ([command.name] + command.aliases).map { ($0, command) } }
    byName = Dictionary(named) { first, _ in first }
  }

  /// Every command there is.
  package static let standard: CommandTable = CommandTable([
    .open, .datasets, .close, .use, .wait,
    .search, .near, .within, .list, .more, .cancel, .select, .show, .why, .distance,
    .help, .about, .set, .history, .source, .echo, .sleep, .output, .timer, .clear, .quit,
  ])

  /// The command of a full name or alias.
  package func command(named name: Untrusted) throws(UsageError) -> Command {
    guard let command = byName[name.text] else { throw .unknownCommand(name, nearest: meant(by: name.text)) }
    return command
  }

  /// What somebody may have meant: the commands that have the word as a synonym, else those spelled nearly so, else
  /// those that have a synonym spelled nearly so.
  private func meant(by word: String) -> [String] {
    let synonymous = commands(withSynonymIn: [word.lowercased()])
    if !synonymous.isEmpty { return synonymous }
    let near = Spelling.nearest(to: word, among: commands.map(\.name))
    return near.isEmpty
      ? commands(withSynonymIn: Spelling.nearest(to: word, among: commands.flatMap(\.synonyms))) : near
  }

  private func commands(withSynonymIn words: [String]) -> [String] {
    commands.filter { !Set($0.synonyms).isDisjoint(with: words) }.map(\.name)
  }
}
