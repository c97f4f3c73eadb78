import GazetteerIndex

/// A value that can be read from a word.
package protocol Readable: Sendable {
  /// What is expected, for error messages: `a distance such as 800m`.
  static var expected: Message { get }
  /// What Tab suggests; nil if that depends on the input.
  static var completes: Completes? { get }
  /// Whether a word may also be the name of a place, which the session replaces by a word of another form.
  static var canBeNamed: Bool { get }
  /// The words that have a meaning of their own, also if a place has such a name.
  static var keywords: Set<String> { get }
  /// Whether a word is a list of numbers, which may also be typed with blanks: `2 3`.
  static func isNumbers(_ word: Untrusted) -> Bool
  init(word: Untrusted) throws
}

extension Readable {
  package static var completes: Completes? { nil }
  package static var canBeNamed: Bool { false }
  package static var keywords: Set<String> { [] }
  package static func isNumbers(_ word: Untrusted) -> Bool { false }

  /// Reads a word for the parameter or option `name`.
  static func read(_ word: Untrusted, for name: String) throws -> Self {
    do {
      return try Self(word: word)
    } catch is Malformed {
      throw UsageError.malformed(word, parameter: name, expected: expected)
    }
  }
}

/// Thrown by a `Readable` if the word is malformed. Other errors have a message of their own and are passed on.
package struct Malformed: Error {}
