import GazetteerIndex

extension CalendarDay: Readable {
  package static var expected: Message { "a day such as 2026-01-31" }
  package static var completes: Completes? { .nothing }

  package init(word: Untrusted) throws(Malformed) {
    guard let day = CalendarDay(word.text) else { throw Malformed() }
    self = day
  }
}
