import GazetteerIndex
import GazetteerSession

/// A flag of the command line. The parser, the help and did-you-mean all use this one description.
struct FlagDescription: Sendable {
  /// What follows the flag.
  enum Value: Equatable {
    case none
    case required(String)
    /// Only as `--name=VALUE`.
    case optional(String)
  }

  let name: String?
  let short: Character?
  let value: Value
  private let describe: @Sendable () -> String
  private let suggests: @Sendable () -> Completes
  /// Whether the short help shows it.
  let isCommon: Bool
  let apply: @Sendable (inout Invocation, Untrusted?) throws -> Void

  init(
    _ name: String?, short: Character? = nil, _ value: Value = .none,
    _ help: @escaping @autoclosure @Sendable () -> String, isCommon: Bool = false,
    completes: @escaping @autoclosure @Sendable () -> Completes = .nothing,
    apply: @escaping @Sendable (inout Invocation, Untrusted?) throws -> Void
  ) {
    self.name = name
    self.short = short
    self.value = value
    describe = help
    self.isCommon = isCommon
    suggests = completes
    self.apply = apply
  }

  /// A flag without a value that turns something on.
  init(
    _ name: String?, short: Character? = nil, _ help: String, isCommon: Bool = false,
    sets turnOn: @escaping @Sendable (inout Flags) -> Void
  ) {
    self.init(name, short: short, .none, help, isCommon: isCommon) { invocation, _ in turnOn(&invocation.settings) }
  }

  /// A flag that sets a setting, to the value that follows or to `fixed`. The setting is made when the flag is used.
  init(
    _ name: String, short: Character? = nil, _ value: Value = .none,
    _ help: @escaping @autoclosure @Sendable () -> String, isCommon: Bool = false,
    gives setting: @escaping @autoclosure @Sendable () -> Setting, as fixed: String = "on"
  ) {
    self.init(
      name, short: short, value, help(), isCommon: isCommon, completes: .choices(setting().choices.map { .init($0) })
    ) { invocation, word in
      let (setting, word) = (setting(), word ?? Untrusted(fixed))
      do throws(Failure) {
        try setting.set(word, in: &invocation.settings.preferences)
      } catch {
        throw FlagError.unknownValue(word, flag: "--" + name, choices: setting.choices)
      }
      invocation.settings.give(setting)
    }
  }

  /// What the help says about it.
  var help: String { describe() }

  /// What shells complete in place of its value.
  var completes: Completes { suggests() }

  /// The placeholder of its value; nil if it takes none.
  var placeholder: String? {
    switch value {
    case .none: nil
    case .required(let placeholder), .optional(let placeholder): placeholder
    }
  }

  var valueIsOptional: Bool { if case .optional = value { true } else { false } }

  /// `-o, --output FILE`
  var term: String {
    let names = [short.map { "-\($0)" }, name.map { "--\($0)" }].compactMap { $0 }.joined(separator: ", ")
    switch value {
    case .none: return names
    case .required(let placeholder): return "\(names) \(placeholder)"
    case .optional(let placeholder): return "\(names)[=\(placeholder)]"
    }
  }

  /// `--output`, or `-c` if it has no long name.
  var word: String { name.map { "--\($0)" } ?? short.map { "-\($0)" } ?? "" }
}
