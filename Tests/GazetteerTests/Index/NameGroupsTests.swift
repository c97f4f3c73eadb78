import Testing

@testable import GazetteerIndex

/// Counts of names are those of a scan, however many of them are wanted.
@Suite struct NameGroupsTests {
  private static let names: [String] = {
    var random = SplitMix(state: 27)
    // Some fold alike, some to nothing; some are much more frequent than others.
    let words = ["Paris", "paris", "PARIS", "Pàris", "", "!", "?", "San Juan", "san juan", "S", "ß", "ss", "東京"]
    return (0..<3000).map { number in
      let word = words[Int.random(in: 0..<words.count, using: &random)]
      return number % 3 == 0 ? word : "\(word)\(Int.random(in: 0..<900, using: &random))"
    } + (0..<1100).map { _ in "San Juan" }
  }()

  private static let dataset = Dataset(
    name: "made", about: DatasetAbout(format: "made"),
    places: names.enumerated().map { row, name in
      let id = SourceID.number(Int64(row))
      return (id, Place(id: PlaceID(dataset: "made", id: id), name: Untrusted(name)))
    })

  @Test(arguments: [1, 2, 17, 900, 1001, 100_000])
  func areThoseOfAScan(step: Int) throws {
    var rows = BitSet(capacity: Self.names.count)
    var known: [String: Int] = [:]
    for row in stride(from: 0, to: Self.names.count, by: step) {
      rows.insert(row)
      known[Self.names[row], default: 0] += 1
    }
    let missing = known.removeValue(forKey: "") ?? 0
    let expected = known.map { (Untrusted($0.key), $0.value) }.sorted {
      $0.1 == $1.1 ? $0.0.bytes.lexicographicallyPrecedes($1.0.bytes) : $0.1 > $1.1
    }.map { ValueCounts.Row($0.0, $0.1) }
    let groups = try Self.dataset.nameGroups(Cancellation())
    for most in [0, 1, 2, 5, 40, expected.count - 1, expected.count, .max] where most >= 0 {
      let counts = try groups.counts(in: rows, most: most, Cancellation())
      #expect(counts.rows == Array(expected.prefix(most)), "\(most)")
      #expect(counts.different == expected.count && counts.missing == missing)
    }
  }

  @Test func nothingIsCounted() throws {
    let empty = Dataset(name: "made", about: DatasetAbout(format: "made"), places: [])
    let counts = try empty.nameGroups(Cancellation()).counts(in: BitSet(capacity: 0), most: 3, Cancellation())
    #expect(counts.rows.isEmpty && counts.different == 0 && counts.missing == 0)
  }
}
