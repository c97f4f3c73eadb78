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

/// The user's own rating.
package struct OwnRating: Readable, Equatable {
  /// 1…5.
  package let stars: Int

  package static var expected: Message { "a whole number of stars, from 1 to 5" }
  package static var completes: Completes? { .choices((1...5).map { Completes.Choice(String($0), stars($0)) }) }

  package init(word: Untrusted) throws(Malformed) {
    guard let stars = Int(word.text), (1...5).contains(stars) else { throw Malformed() }
    self.stars = stars
  }

  static func stars(_ count: Int) -> String { count == 1 ? "1 star" : "\(count) stars" }
}

/// A note: any text, of several lines perhaps; an empty one stands for none.
package struct NoteText: Readable, Equatable {
  package let text: Untrusted

  package static var expected: Message { "a text" }
  package static var completes: Completes? { .nothing }

  package init(word: Untrusted) { text = word }
}

extension CalendarDay: Readable {
  package static var expected: Message { "a day such as 2026-01-31" }
  package static var completes: Completes? { .nothing }

  package init(word: Untrusted) throws(Malformed) {
    guard let day = CalendarDay(word.text) else { throw Malformed() }
    self = day
  }
}

extension Untrusted {
  /// Without white space around it.
  var trimmed: Untrusted {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return Untrusted("") }
    guard first > scalars.startIndex || scalars.index(after: last) < scalars.endIndex else { return self }
    return Untrusted(String(scalars[first...last]))
  }
}
