import GazetteerIndex
import GazetteerSession

extension FlagDescription {
  /// All flags, in the order of the help.
  static let all: [FlagDescription] = tasks + results + behaviour + information

  private static let tasks: [FlagDescription] = [
    FlagDescription(
      nil, short: "c", .required("COMMAND"), "Run commands, then exit; can be repeated.", isCommon: true,
      completes: .command()
    ) { $0.settings.tasks.append(.command($1 ?? Untrusted(""))) },
    FlagDescription(
      nil, short: "f", .required("FILE"), "Run the commands in a file, then exit; - is stdin.", isCommon: true,
      completes: .file()
    ) { $0.settings.tasks.append(.script($1 ?? Untrusted("-"))) },
    FlagDescription(
      nil, short: "i", "Go on at the prompt after -c and -f.", isCommon: true, sets: { $0.isInteractive = true }),
  ]

  private static let results: [FlagDescription] = [
    FlagDescription(
      "json", .optional("F1,F2"), "Print one object per line for each command; --json=help lists the fields.",
      isCommon: true, completes: .fields
    ) { invocation, fields in
      guard let format = try Format.object(fields: fields) else {
        invocation.action = .describeJSON
        return
      }
      invocation.settings.preferences.format = format
      invocation.settings.give(.format)
    },
    FlagDescription(
      "format", .required("FORMAT"), "\(Format.named.map(\.name).joined(separator: ", ")).", isCommon: true,
      gives: .format),
    FlagDescription(
      "output", short: "o", .required("FILE"), "Write all results to a file at the end; - is stdout.",
      isCommon: true, completes: .file()
    ) { $0.settings.outputPath = $1 == Untrusted("-") ? nil : $1 },
    FlagDescription("color", .required("WHEN"), "auto, always or never.", gives: .color),
    FlagDescription(
      "no-pager", .none, "Do not use a pager for results taller than the screen.", gives: .pager, as: "off"),
    FlagDescription("ascii", .none, "Draw with ASCII only; data is not changed.", gives: .ascii),
  ]

  private static let behaviour: [FlagDescription] = [
    FlagDescription("quiet", short: "q", .none, "Print no notices.", isCommon: true, gives: .quiet),
    FlagDescription("verbose", short: "v", .none, "Print more, such as which rows open left out.", gives: .verbose),
    FlagDescription(
      "on-error", .required("WHAT"), "stop (as scripts and -c do) or continue (as the prompt does).",
      gives: .onError),
    FlagDescription(
      "allow", .required("POWERS"),
      "What scripts may do beyond reading: \(Power.names). -c needs it only if nobody can be asked, because you typed it.",
      completes: .choices(Power.allCases.map { .init($0.rawValue) })
    ) { invocation, powers in
      for power in powers?.bytes.split(separator: UInt8(ascii: ",")) ?? [] {
        invocation.settings.allowed.insert(try choice(Untrusted(bytes: power), of: "--allow"))
      }
    },
    FlagDescription("dry-run", "Print what commands would do, without doing it.", sets: { $0.isDryRun = true }),
    FlagDescription(
      "no-input", "Never ask for anything: no prompt, no commands from stdin.", sets: { $0.takesNoInput = true }),
    FlagDescription(
      "config", .required("FILE"), "Run these commands at the start of a prompt, instead of the user's rc.",
      completes: .file()
    ) {
      $0.settings.startupScript = $1
    },
    FlagDescription("data", .required("DIR"), "Save favorites in this folder, instead of the user's own.") {
      guard let folder = $1, !folder.isEmpty else { throw FlagError.missingValue(of: "--data", placeholder: "DIR") }
      $0.settings.dataFolder = folder
    },
    FlagDescription("offline", "Never use the network.", sets: { $0.isOffline = true }),
    FlagDescription("no-cache", "Read every file anew, and keep no copies of them.", sets: { $0.isUncached = true }),
    FlagDescription(
      "no-rc", "Ignore the user's rc and saved settings, and save none.", sets: { $0.startsPlain = true }),
    FlagDescription(
      "fresh", "Start with an empty session; the saved one is replaced at the first change.",
      sets: { $0.startsFresh = true }),
    FlagDescription("echo", "Print each line of a script before it runs.", sets: { $0.echoes = true }),
    FlagDescription("timer", .none, "Print how long each command took, stage by stage.", gives: .timer),
    FlagDescription("fail-empty", "Exit with 1 if a list has no rows.", sets: { $0.failsWhenEmpty = true }),
  ]

  private static let information: [FlagDescription] = [
    FlagDescription(nil, short: "h", .none, "Show the most used flags.", isCommon: true) { invocation, _ in
      invocation.action = .help(isShort: true)
    },
    FlagDescription("help", .none, "Show all flags; after a command, explain it.", isCommon: true) { invocation, _ in
      invocation.action = .help(isShort: false)
    },
    FlagDescription(
      "completions", .required("SHELL"), "Print a script that completes gaz in a shell: \(CompletionShell.names).",
      completes: .choices(CompletionShell.allCases.map { .init($0.rawValue) })
    ) { invocation, shell in
      invocation.action = .completions(try choice(shell, of: "--completions"))
    },
    FlagDescription("man", .none, "Print the page for man: gaz --man | man -l -.") { invocation, _ in
      invocation.action = .manual
    },
    FlagDescription("version", short: "V", .none, "Print the version.", isCommon: true) { invocation, _ in
      invocation.action = .version
    },
  ]

  /// The case of an enumeration for the word after a flag.
  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ word: Untrusted?, of flag: String
  ) throws -> Choice where Choice.RawValue == String {
    guard let choice = word.flatMap({ Choice(rawValue: $0.text) }) else {
      throw FlagError(word, of: flag, Choice.allCases.map(\.rawValue))
    }
    return choice
  }
}

extension FlagError {
  /// The error of a value that a flag does not accept.
  fileprivate init(_ word: Untrusted?, of flag: String, _ choices: [String]) {
    self = .unknownValue(word ?? Untrusted(""), flag: flag, choices: choices)
  }
}

extension Power {
  fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
