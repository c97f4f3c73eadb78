import GazetteerIndex

/// The number of an edit of favorites.
package struct EditNumber: Readable, Equatable {
  package let number: Int64

  package static var expected: Message { "the number of an edit, as shown by history favorites" }
  package static var completes: Completes? { .nothing }

  package init(word: Untrusted) throws(Malformed) {
    guard let number = Int64(word.text), number > 0 else { throw Malformed() }
    self.number = number
  }
}
