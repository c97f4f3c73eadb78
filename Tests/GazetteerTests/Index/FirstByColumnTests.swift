import Testing

@testable import GazetteerIndex

/// The rows that are first by a column are those of a sort of all rows.
@Suite struct FirstByColumnTests {
  /// More rows than one thread goes through, with few different ranks.
  @Test(arguments: [false, true]) func theyAreThoseOfASort(_ isDescending: Bool) throws {
    let count = 1 << 20
    var random = SplitMix(state: 23)
    let ranks = Column<UInt32>((0..<count).map { _ in UInt32(truncatingIfNeeded: random.next()) % 1000 })
    let relevance = Column<UInt32>((0..<count).map { UInt32($0 &* 77_777 & (count - 1)) })
    let rows = try BitSet(capacity: count) { part throws(Cancelled) in
      try part.fill(Cancellation()) { $0 % 3 != 1 }
    }
    func position(_ row: Int) -> UInt32 { ValueColumn.position(ofRank: ranks[row], isDescending: isDescending) }
    let expected = rows.numbers.filter { isDescending ? ranks[$0] > 990 : ranks[$0] > 0 && ranks[$0] < 9 }
      .sorted { (position($0), relevance[$0]) < (position($1), relevance[$1]) }
    for wanted in [0, 1, 20, 3000] {
      let found = try FirstByColumn.rows(
        wanted, of: rows, ranks: ranks, relevance: relevance, isDescending: isDescending, Cancellation())
      let first = found.sorted { (position($0), relevance[$0]) < (position($1), relevance[$1]) }.prefix(wanted)
      #expect(Array(first) == Array(expected.prefix(wanted)), "\(wanted)")
      #expect(found.count < 5 * wanted + 1000)
    }
  }

  @Test func rowsWithoutAValueAreLast() throws {
    let ranks = Column<UInt32>([0, 2, 0, 1])
    let relevance = Column<UInt32>([0, 1, 2, 3])
    for (isDescending, expected) in [(false, [3, 1, 0, 2]), (true, [1, 3, 0, 2])] {
      let found = try FirstByColumn.rows(
        4, of: BitSet(capacity: 4, full: true), ranks: ranks, relevance: relevance, isDescending: isDescending,
        Cancellation())
      let sorted = found.sorted {
        let positions = [$0, $1].map { ValueColumn.position(ofRank: ranks[$0], isDescending: isDescending) }
        return (positions[0], relevance[$0]) < (positions[1], relevance[$1])
      }
      #expect(sorted == expected)
    }
  }
}
