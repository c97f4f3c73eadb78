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

/// What help, completion and errors say about an input.
package struct InputDescription: Equatable, Sendable {
  package enum Kind: Sendable {
    case required, optional, rest, flag, option, repeatedOption
  }

  /// The name, as in `--name`.
  package let name: String
  package let kind: Kind
  /// The placeholder of its value in help: `R`, `LAT,LON`.
  package let placeholder: String
  package let help: String
  /// The letter of its short form: `v` for `-v`.
  package let short: Character?
  /// Whether a `rest` or an option is required. The command itself reports that it is missing.
  package let isNeeded: Bool
  /// What Tab suggests for its value. Every input sets it, itself or through the type of its value. A test fails if it
  /// is nil.
  package let completes: Completes?
  /// Whether all remaining words form one value: those of the line for a parameter, and for an option if no other one
  /// follows.
  package let isText: Bool
  /// Whether its value may be the name of a place.
  let canBeNamed: Bool

  init(
    _ name: String, _ kind: Kind, placeholder: String = "", short: Character? = nil, isNeeded: Bool = false,
    help: String, completes: Completes?, isText: Bool = false, canBeNamed: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.placeholder = placeholder
    self.short = short
    self.isNeeded = isNeeded
    self.help = help
    self.completes = completes
    self.isText = isText
    self.canBeNamed = canBeNamed
  }

  package var isParameter: Bool { [.required, .optional, .rest].contains(kind) }

  /// Whether it is an option whose value is the next word, unless `=` is in its own.
  package var takesValue: Bool { [.option, .repeatedOption].contains(kind) }

  /// Whether a word is its short form.
  func isShort(_ word: Untrusted) -> Bool { short.map { Untrusted("-\($0)") == word } ?? false }

  /// How it is written in a usage line.
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
