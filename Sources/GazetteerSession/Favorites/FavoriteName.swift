import GazetteerIndex

/// The name of a favorite, which is never empty.
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

extension Failure {
  static let emptyName = Failure("name cannot be empty", code: .usage)
}
