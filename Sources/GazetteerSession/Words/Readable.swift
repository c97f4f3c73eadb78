import GazetteerIndex

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
