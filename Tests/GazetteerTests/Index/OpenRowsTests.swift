import Testing

@testable import GazetteerIndex

/// What is not an answer yet, compared with a set of rows.
@Suite struct OpenRowsTests {
  private static let regions = [
    ("US", "Ohio"), ("US", "Texas"), ("US", ""), ("DE", "Bavaria"), ("DE", "Berlin"), ("", ""),
  ]

  /// 9,000 places, so that a few rows are removed one by one before all of them are taken out of a set.
  private static let dataset: Dataset = {
    var random = SplitMix(state: 11)
    return Example.dataset(
      "d",
      (0..<9_000).map { number in
        let region = regions[Int.random(in: 0..<regions.count, using: &random)]
        let name = "abc".map { _ in String("abcdefgh".randomElement(using: &random)!) }.joined()
        return Example(
          id: .number(Int64(number)), name: name, country: region.0, admin1: region.1,
          population: UInt32.random(in: 0..<99, using: &random))
      })
  }()

  private static func run(_ random: inout SplitMix) -> RowRun {
    if Bool.random(using: &random) {
      let region = Int.random(in: 0..<dataset.regionIndex.regionCount, using: &random)
      return RowRun(region: region, of: dataset.regionIndex)
    }
    let start = Int.random(in: 0..<dataset.count, using: &random)
    let end = min(dataset.count, start + Int.random(in: 0..<2_000, using: &random))
    return RowRun(.names, entries: start..<end, of: dataset.names)
  }

  /// A row that was removed, then is in a range of names, then in a region, is not counted twice.
  @Test func aRowInEverythingIsCountedOnce() throws {
    var open = OpenRows(of: Self.dataset, passing: nil)
    let region = RowRun(region: Self.dataset.places.region(of: 5), of: Self.dataset.regionIndex)
    let entry = Int(Self.dataset.order.alphabetical[5])
    let name = RowRun(.names, entries: entry..<entry + 1, of: Self.dataset.names)
    let (isRow, ofName) = (open.remove(5), try open.remove(name, Cancellation()))
    let ofRegion = try open.remove(region, Cancellation())
    #expect(isRow && ofName == 0 && ofRegion == region.count - 1)
    #expect(open.all.count == Self.dataset.count - region.count)
  }

  @Test func rowsAndRunsAreRemovedOnce() throws {
    var random = SplitMix(state: 12)
    for round in 0..<200 {
      var passing: BitSet?
      var expected = Set(0..<Self.dataset.count)
      if round % 4 == 0 {
        passing = BitSet(capacity: Self.dataset.count)
        expected = Set((0..<3_000).map { _ in Int.random(in: 0..<Self.dataset.count, using: &random) })
        for row in expected { passing?.insert(row) }
      }
      var open = OpenRows(of: Self.dataset, passing: passing)
      for _ in 0..<Int.random(in: 1..<12, using: &random) {
        if Int.random(in: 0..<4, using: &random) == 0 {
          let row = Int.random(in: 0..<Self.dataset.count, using: &random)
          let (isRemoved, isExpected) = (open.remove(row), expected.remove(row) != nil)
          #expect(isRemoved == isExpected)
        } else {
          let run = Self.run(&random)
          let rows = Set(run.range.map(run.row))
          if open.hasAll(of: run) { #expect(rows.isSubset(of: expected) && rows.count == run.count) }
          let removed = try open.remove(run, Cancellation())
          #expect(removed == rows.intersection(expected).count)
          expected.subtract(rows)
        }
        let looked = (0..<20).map { _ in Int.random(in: 0..<Self.dataset.count, using: &random) }
        #expect(looked.allSatisfy { open.contains($0) == expected.contains($0) })
      }
      #expect(open.all.numbers == expected.sorted())
    }
  }
}
