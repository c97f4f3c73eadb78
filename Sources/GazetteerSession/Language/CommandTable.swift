import GazetteerIndex

/// The commands by their names.
package struct CommandTable: Sendable {
  /// In the order of the help.
  package let commands: [Command]
  private let byName: [String: Command]
  /// The nested prompt in which only these commands can be typed; nil for the main prompt.
  package let nested: Nested?

  /// A nested prompt.
  package struct Nested: Sendable {
    /// The command that opens it.
    package let name: String
    package let summary: String
    /// How to leave it.
    package let ways: String
    /// What to try after a word that is not one of its commands.
    package let remedy: String
    /// The names and aliases of the commands that can be typed outside it, with their canonical names.
    package let outside: [String: String]
  }

  /// - Precondition: names and aliases are distinct.
  package init(_ commands: [Command], nested: Nested? = nil) {
    self.commands = commands
    self.nested = nested
    let named = commands.flatMap { command in ([command.name] + command.aliases).map { ($0, command) } }
    byName = Dictionary(named) { first, _ in first }
  }

  /// The canonical name for each name and alias.
  package var names: [String: String] { byName.mapValues(\.name) }

  /// The command with this full name or alias, in any letter case.
  package func command(named name: Untrusted) throws(UsageError) -> Command {
    if let command = command(called: name.text) { return command }
    if let nested, let other = nested.outside[name.text.lowercased()] {
      throw .notInForce(other, inside: nested.name, commands: commands.map(\.name), ways: nested.ways)
    }
    // The word may be the name of a place, typed without a command.
    throw .unknownCommand(name, nearest: meant(by: name.text), remedy: nested?.remedy ?? "search NAME, or help")
  }

  /// The same; nil if there is none.
  package func command(called name: String) -> Command? { byName[name] ?? byName[name.lowercased()] }
}
