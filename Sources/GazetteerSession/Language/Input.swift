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
