import GazetteerIndex

/// The commands by their names.
package struct CommandTable: Sendable {
  /// In the order of the help.
  private let entries: [Entry]
  /// The nested prompt in which only these commands can be typed; nil for the main prompt.
  package let nested: Nested?

  /// A command that is made when it is used first: most commands are never used in a session.
  package struct Entry: Sendable {
    /// Its name, then its aliases.
    let names: [String]
    let command: @Sendable () -> Command

    /// - Parameter names: the same as the command has.
    init(_ names: String..., command: @escaping @Sendable () -> Command) {
      self.init(names, command: command)
    }

    init(_ names: [String], command: @escaping @Sendable () -> Command) {
      self.names = names
      self.command = command
    }
  }

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
  package init(_ entries: [Entry], nested: Nested? = nil) {
    self.entries = entries
    self.nested = nested
  }

  /// A table of commands that are made already.
  package init(of commands: [Command], nested: Nested? = nil) {
    self.init(commands.map { command in Entry([command.name] + command.aliases) { command } }, nested: nested)
  }

  /// In the order of the help.
  package var commands: [Command] { entries.map { $0.command() } }

  /// The canonical name for each name and alias.
  package var names: [String: String] {
    let named = entries.map(\.names).flatMap { names in names.map { ($0, names[0]) } }
    return Dictionary(named) { first, _ in first }
  }

  /// The command with this full name or alias, in any letter case.
  package func command(named name: Untrusted) throws(UsageError) -> Command {
    if let command = command(called: name.text) { return command }
    if let nested, let other = nested.outside[name.text.lowercased()] {
      throw .notInForce(other, inside: nested.name, commands: commands.map(\.name), ways: nested.ways)
    }
    // The word may be the name of a place, typed without a command.
    let remedy = Self.isOfData(name) ? "gaz -c 'open -; search' < FILE, if this is data" : "search NAME, or help"
    throw .unknownCommand(name, nearest: meant(by: name.text), remedy: nested?.remedy ?? remedy)
  }

  /// Whether it is rather the beginning of a table or of JSON.
  private static func isOfData(_ word: Untrusted) -> Bool {
    let text = word.text
    return text.hasPrefix("{") || text.hasPrefix("[") || text.contains("\t")
      || text.dropFirst().dropLast().contains { ",;|".contains($0) }
  }

  /// The same; nil if there is none.
  package func command(called name: String) -> Command? {
    let name = name.lowercased()
    return entries.first { $0.names.contains(name) }?.command()
  }
}
