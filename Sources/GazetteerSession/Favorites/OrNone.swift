import GazetteerIndex

/// A value, or `none` to remove it.
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
