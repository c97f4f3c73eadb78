import GazetteerIndex

/// Numbers of the outbox: `2`, `1-3,5` for messages, `c1,c4-c6` for changes of locations.
struct OutboxNumbers: Readable, Equatable {
  private(set) var messages: Set<Int> = []
  private(set) var changes: Set<Int> = []

  static var expected: Message { "numbers of the outbox, such as 2, 1-3 or c4" }
  static var completes: Completes? { .nothing }

  static func isNumbers(_ word: Untrusted) -> Bool { (try? OutboxNumbers(word: word)) != nil }

  init(word: Untrusted) throws(Malformed) {
    for part in word.text.split(separator: ",", omittingEmptySubsequences: false) {
      let isChange = part.first == "c" || part.first == "C"
      // `c4-c6` and `c4-6` mean the same.
      let digits = isChange ? part.filter { $0 != "c" && $0 != "C" } : String(part)
      let numbers = try EntryNumbers(word: Untrusted(digits)).numbers
      if isChange { changes.formUnion(numbers) } else { messages.formUnion(numbers) }
    }
  }
}
