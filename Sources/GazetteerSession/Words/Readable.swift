import GazetteerIndex

/// A value that can be read from a word.
package protocol Readable: Sendable {
  /// What is expected, for error messages: `a distance such as 800m`.
  static var expected: Message { get }
  /// What Tab suggests; nil if that depends on the input.
  static var completes: Completes? { get }
  init(word: Untrusted) throws
  /// What to try instead of a malformed word; nil if `expected` says enough.
  ///
  /// - Parameters:
  ///   - next: the words that follow it.
  ///   - asker: the command or the option that reads the word.
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

/// Thrown by a `Readable` if the word is malformed. Other errors have a message of their own and are passed on.
package struct Malformed: Error {}
