import GazetteerIndex
import GazetteerSession

/// What can be on the command line of gaz, as the scripts for shells need it. Made from the descriptions that the help
/// is made from.
struct CompletedCommandLine {
  /// An option of a command, or a flag of the program.
  struct Option {
    /// `--limit`; nil if it has only a letter.
    let long: String?
    /// `-v`; nil if it has no letter.
    let short: String?
    let help: String
    /// The placeholder of its value; nil if it takes none.
    let placeholder: String?
    /// Whether its value may be left out, and else is in the same word: `--json=name`.
    let valueIsOptional: Bool
    let mayRepeat: Bool
    let value: CompletedValue

    var names: [String] { [short, long].compactMap { $0 } }
    /// Whether the next word is its value.
    var takesNextWord: Bool { placeholder != nil && !valueIsOptional }
  }

  /// A word after a command.
  struct Parameter {
    let placeholder: String
    let isNeeded: Bool
    /// Whether all further words are like this one.
    let isRest: Bool
    let value: CompletedValue
  }

  struct Command {
    let names: [String]
    let summary: String
    let options: [Option]
    let parameters: [Parameter]
  }

  let flags: [Option]
  /// In the order of the help; the last one is `replay`.
  let commands: [Command]

  init(flags: [FlagDescription] = FlagDescription.all, table: CommandTable = .standard) {
    self.flags = flags.map(Option.init)
    let replay = Command(
      names: ["replay"], summary: "Play a transcript or a script, and compare the answers.",
      options: [
        Option("--check", "Compare the answers with the transcript's."),
        Option("--update", "Write the answers into the transcript."),
      ],
      parameters: [Parameter(placeholder: "FILE", isNeeded: true, isRest: false, value: .files(besides: []))])
    commands = table.commands.map(Command.init) + [replay]
  }

  /// Every country by its code.
  static let countries = CountryTable.all.map {
    Completes.Choice($0.code.description, Untrusted($0.name.description).trimmed.text)
  }

  /// The flags that may follow a command: those that are no options of it. The options of every command, `--json` and
  /// `--help`, are among them.
  func flags(for command: Command) -> [Option] {
    let taken = Set(command.options.flatMap(\.names))
    return flags.filter { taken.isDisjoint(with: $0.names) }
  }
}

extension CompletedCommandLine.Option {
  init(_ long: String, _ help: String) {
    self.init(
      long: long, short: nil, help: help, placeholder: nil, valueIsOptional: false, mayRepeat: false, value: .nothing)
  }

  init(_ flag: FlagDescription) {
    self.init(
      long: flag.name.map { "--\($0)" }, short: flag.short.map { "-\($0)" }, help: flag.help,
      placeholder: flag.placeholder,
      valueIsOptional: flag.valueIsOptional, mayRepeat: flag.short == "c" || flag.short == "f",
      value: CompletedValue(of: flag))
  }

  init(_ input: InputDescription) {
    self.init(
      long: "--\(input.name)", short: input.short.map { "-\($0)" }, help: input.help,
      placeholder: input.placeholder.isEmpty ? nil : input.placeholder, valueIsOptional: !input.takesValue,
      mayRepeat: input.kind == .repeatedOption, value: CompletedValue(input.completes))
  }
}

extension CompletedCommandLine.Command {
  init(_ command: Command) {
    let inputs = command.inputs
    self.init(
      names: [command.name] + command.aliases, summary: command.summary,
      options: inputs.filter { !$0.isParameter }.map(CompletedCommandLine.Option.init),
      parameters: inputs.filter(\.isParameter).map {
        .init(
          placeholder: $0.placeholder, isNeeded: $0.kind == .required || $0.isNeeded, isRest: $0.kind == .rest,
          value: CompletedValue($0.completes))
      })
  }
}

extension CompletedValue {
  fileprivate init(of flag: FlagDescription) {
    switch (flag.placeholder, CompletedValue(flag.completes)) {
    case ("DIR", _): self = .folders
    case ("POWERS", .words(let powers)): self = .list(powers)
    case (_, let value): self = value
    }
  }
}
