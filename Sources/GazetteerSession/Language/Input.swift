import GazetteerIndex

/// What a command takes: one parameter or option, or several options that are read into one value.
package protocol Input<Value>: Sendable {
  associatedtype Value
  var descriptions: [InputDescription] { get }
  func read(from arguments: inout Arguments) throws -> Value
}

/// An input that is one parameter or option.
package protocol SingleInput<Value>: Input {
  var description: InputDescription { get }
}

extension SingleInput {
  package var descriptions: [InputDescription] { [description] }
}

/// What help, completion and errors say of an input.
package struct InputDescription: Equatable, Sendable {
  package enum Kind: Sendable {
    case required, optional, rest, flag, option, repeatedOption
  }

  /// As in `--name` or, upper-cased, in the place of a parameter.
  package let name: String
  package let kind: Kind
  /// What stands for a value: `R`, `LAT,LON`.
  package let placeholder: String
  package let help: String
  /// The letter of its short form: `v` for `-v`.
  package let short: Character?
  /// Whether a `rest` or an option must be there, so that its command says what is missing.
  package let isNeeded: Bool
  /// What its value can be chosen from. Every input says so: where its values cannot, where it is declared. nil: nobody
  /// has thought of it.
  package let completes: Completes?
  /// Whether all words that are left are one value.
  package let isText: Bool

  init(
    _ name: String, _ kind: Kind, placeholder: String = "", short: Character? = nil, isNeeded: Bool = false,
    help: String, completes: Completes?, isText: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.placeholder = placeholder
    self.short = short
    self.isNeeded = isNeeded
    self.help = help
    self.completes = completes
    self.isText = isText
  }

  package var isParameter: Bool { [.required, .optional, .rest].contains(kind) }

  /// How it stands in a usage line.
  package var usage: String {
    switch kind {
    case .required: placeholder
    case .optional: "[\(placeholder)]"
    case .rest: isNeeded ? "\(placeholder)…" : "[\(placeholder)…]"
    case .flag: "[--\(name)]"
    case .option, .repeatedOption: isNeeded ? "--\(name) \(placeholder)" : "[--\(name) \(placeholder)]"
    }
  }
}

/// A value that is written as a word.
package protocol Readable: Sendable {
  /// What to write, for errors: `a distance such as 800m`.
  static var expected: Message { get }
  /// What it can be chosen from while it is typed; nil where that depends on what it is for.
  static var completes: Completes? { get }
  init(word: Untrusted) throws
  /// What to try instead of a word without this form; nil: nothing else than `expected`.
  ///
  /// - Parameters:
  ///   - next: the words that follow it.
  ///   - asker: the command or the option that it is for.
  static func remedy(for word: Untrusted, before next: [Untrusted], of asker: String) -> Message?
}

extension Readable {
  package static var completes: Completes? { nil }
  package static func remedy(for word: Untrusted, before next: [Untrusted], of asker: String) -> Message? { nil }

  /// Reads a word for the parameter or option `name` of `asker`.
  static func read(
    _ word: Untrusted, for name: String, of asker: String = "", before next: [Untrusted] = []
  ) throws -> Self {
    do {
      return try Self(word: word)
    } catch is Malformed {
      let remedy = remedy(for: word, before: next, of: asker)
      throw UsageError.malformed(word, parameter: name, expected: expected, remedy: remedy)
    }
  }
}

/// Thrown by a `Readable` whose word has not its form. Other errors say more and pass on.
package struct Malformed: Error {}
