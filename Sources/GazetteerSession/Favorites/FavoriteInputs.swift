import GazetteerIndex

/// What a favorite is called: never nothing.
package struct FavoriteName: Readable, Equatable {
  /// Without blanks around it.
  package let text: Untrusted

  package static var expected: Message { "a name" }
  package static var completes: Completes? { .nothing }

  package init(word: Untrusted) throws(Failure) {
    text = word.trimmed
    guard !text.isEmpty else { throw .emptyName }
  }
}

/// A value, or `none` to take it away.
package struct OrNone<Value: Readable>: Readable {
  package let value: Value?

  package static var expected: Message { "\(Value.expected), or none" }
  package static var completes: Completes? {
    guard case .choices(let choices)? = Value.completes else { return Value.completes }
    return .choices(choices + ["none"])
  }

  package init(word: Untrusted) throws {
    value = word.text == "none" ? nil : try Value(word: word)
  }
}

extension Failure {
  static let emptyName = Failure("name cannot be empty", code: .usage)
}
