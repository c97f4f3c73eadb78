import GazetteerIndex

/// A required word.
package struct Parameter<Value>: SingleInput {
  package let description: InputDescription
  private let reader: WordReader<Value>
  /// Whether the error after several words suggests quotes, because paths often have blanks.
  private let mayHaveBlanks: Bool

  package init(_ placeholder: String, _ help: String, completes: Completes? = nil, mayHaveBlanks: Bool = false)
  where Value: Readable {
    reader = WordReader()
    description = InputDescription(
      placeholder.lowercased(), .required, placeholder: placeholder, help: help,
      completes: completes ?? Value.completes, canBeNamed: Value.canBeNamed)
    self.mayHaveBlanks = mayHaveBlanks
  }

  package func read(from arguments: inout Arguments) throws -> Value {
    guard let word = arguments.next(for: description, isNumbers: reader.isNumbers) else {
      throw UsageError.missing(description.placeholder, usage: arguments.command.usage)
    }
    let left = arguments.left
    if mayHaveBlanks, let next = left.first {
      let name = Self.withoutShellEscapes(([word.text] + left).map(\.text).joined(separator: " "))
      throw UsageError.unquoted(next, meant: "\(own: arguments.command.name) \(quoted: name)")
    }
    return try reader.read(word.text, description.placeholder)
  }

  /// The path that is meant by `my\ file`, as other shells write it.
  private static func withoutShellEscapes(_ name: String) -> Untrusted {
    Untrusted(name.split(separator: "\\ ", omittingEmptySubsequences: false).joined(separator: " "))
  }
}

/// An optional word.
package struct OptionalParameter<Value>: SingleInput {
  package let description: InputDescription
  private let reader: WordReader<Value>

  package init(_ placeholder: String, _ help: String, completes: Completes? = nil) where Value: Readable {
    reader = WordReader()
    description = InputDescription(
      placeholder.lowercased(), .optional, placeholder: placeholder, help: help,
      completes: completes ?? Value.completes, canBeNamed: Value.canBeNamed)
  }

  package func read(from arguments: inout Arguments) throws -> Value? {
    guard let word = arguments.next(for: description, isNumbers: reader.isNumbers) else { return nil }
    return try reader.read(word.text, description.placeholder)
  }
}

/// All remaining words, at least one, all of the same kind.
package struct Parameters<Value>: SingleInput {
  package let description: InputDescription
  private let reader: WordReader<Value>

  package init(_ placeholder: String, _ help: String, completes: Completes? = nil, isNeeded: Bool = true)
  where Value: Readable {
    reader = WordReader()
    description = InputDescription(
      placeholder.lowercased(), .rest, placeholder: placeholder, isNeeded: isNeeded, help: help,
      completes: completes ?? Value.completes)
  }

  package func read(from arguments: inout Arguments) throws -> [Value] {
    guard !description.isNeeded || !arguments.left.isEmpty else {
      throw UsageError.missing(description.placeholder, usage: arguments.command.usage)
    }
    return try arguments.rest().map { try reader.read($0.text, description.placeholder) }
  }
}

/// All remaining words, joined by one space; empty if there are none.
package struct TextParameter: SingleInput {
  package let description: InputDescription

  package init(_ placeholder: String, _ help: String, completes: Completes? = nil, isNeeded: Bool = false) {
    description = InputDescription(
      placeholder.lowercased(), .rest, placeholder: placeholder, isNeeded: isNeeded, help: help,
      completes: completes, isText: true)
  }

  package func read(from arguments: inout Arguments) -> Untrusted {
    arguments.rest().text
  }
}

/// All remaining words, joined by one space; nil if there are none.
package struct OptionalTextParameter: SingleInput {
  package let description: InputDescription

  package init(_ placeholder: String, _ help: String) {
    description = InputDescription(
      placeholder.lowercased(), .rest, placeholder: placeholder, help: help, completes: .nothing, isText: true)
  }

  package func read(from arguments: inout Arguments) -> Untrusted? {
    let words = arguments.rest()
    guard !words.isEmpty else { return nil }
    return words.text
  }
}

/// `--name value` or `--name=value`.
package struct Option<Value>: SingleInput {
  package let description: InputDescription
  private let reader: WordReader<Value>

  package init(
    _ name: String, _ placeholder: String, _ help: String, completes: Completes? = nil, isNeeded: Bool = false,
    isText: Bool = false
  ) where Value: Readable {
    reader = WordReader()
    description = InputDescription(
      name, .option, placeholder: placeholder, isNeeded: isNeeded, help: help,
      completes: completes ?? Value.completes, isText: isText, canBeNamed: Value.canBeNamed)
  }

  package func read(from arguments: inout Arguments) throws -> Value? {
    let option = "--" + description.name
    return try arguments.values(of: description.name).first.map { try reader.read($0, option) }
  }
}

/// `--name value`, any number of times.
package struct RepeatedOption<Value>: SingleInput {
  package let description: InputDescription
  private let reader: WordReader<Value>

  package init(_ name: String, _ placeholder: String, _ help: String, completes: Completes? = nil)
  where Value: Readable {
    reader = WordReader()
    description = InputDescription(
      name, .repeatedOption, placeholder: placeholder, help: help, completes: completes ?? Value.completes)
  }

  package func read(from arguments: inout Arguments) throws -> [Value] {
    try arguments.values(of: description.name).map { try reader.read($0, "--" + description.name) }
  }
}

/// `--name`, present or absent, with an optional short form `-n`.
package struct Flag: SingleInput {
  package let description: InputDescription

  package init(_ name: String, short: Character? = nil, _ help: String) {
    description = InputDescription(name, .flag, short: short, help: help, completes: .nothing)
  }

  package func read(from arguments: inout Arguments) -> Bool { !arguments.values(of: description.name).isEmpty }
}
