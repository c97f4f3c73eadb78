import GazetteerIndex

/// The name of a list or a tag, without blanks around it.
package struct LabelName: Readable, Equatable {
  package let text: Untrusted

  package static var expected: Message { "a name that is not blank, of at most \(own: Numeral.grouped(longest)) bytes" }
  private static let longest = 200

  package init(word: Untrusted) throws(Malformed) {
    text = word.trimmed
    guard !text.isEmpty, text.bytes.count <= LabelName.longest else { throw Malformed() }
  }
}
