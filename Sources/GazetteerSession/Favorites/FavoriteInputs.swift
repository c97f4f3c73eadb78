import GazetteerIndex

/// What a favorite is called: never nothing.
package struct FavoriteName: Readable, Equatable {
  package let text: Untrusted

  package static var expected: Message { "a name" }
  package static var completes: Completes? { .nothing }

  package init(word: Untrusted) throws {
    guard word.bytes.contains(where: { !" \t\r\n".utf8.contains($0) }) else { throw Failure.emptyName }
    text = word
  }
}

/// The user's own rating.
package struct Rating: Readable, Equatable {
  package let stars: Int

  package static var expected: Message { "a rating from 1 to 5" }
  package static var completes: Completes? { .choices(["1", "2", "3", "4", "5"]) }

  package init(word: Untrusted) throws {
    guard let stars = Int(word.text), (1...5).contains(stars), word.bytes.count == 1 else { throw Malformed() }
    self.stars = stars
  }
}

extension CalendarDay: Readable {
  package static var expected: Message { "a day such as 2026-01-31" }
  package static var completes: Completes? { .nothing }

  package init(word: Untrusted) throws {
    guard let day = CalendarDay(word.text) else { throw Malformed() }
    self = day
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

extension OrNone: Equatable where Value: Equatable {}

/// Any text, also none.
package struct FreeText: Readable, Equatable {
  package let text: Untrusted

  package static var expected: Message { "a text" }
  package static var completes: Completes? { .nothing }

  package init(word: Untrusted) { text = word }
}

extension Failure {
  package static let emptyName = Failure("name cannot be empty", code: .usage)
}
