import GazetteerIndex

/// The number of a line of the history, counted from 1.
package struct LineNumber: Readable, Equatable {
  package let number: Int

  package static var expected: Message { "the number of a line, as shown by history" }

  package init(word: Untrusted) throws(Malformed) {
    guard let number = Int(word.text), number > 0 else { throw Malformed() }
    self.number = number
  }
}
