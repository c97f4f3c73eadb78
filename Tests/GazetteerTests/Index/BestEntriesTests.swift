import Testing

@testable import GazetteerIndex

struct BestEntriesTests {
  private static let counts = [0, 1, 15, 16, 17, 255, 256, 257, 5000]

  private static func tree(_ ranks: [UInt32]) -> RankTree {
    RankTree(EntryRanks(relevance: Column(ranks), rows: Column((0..<UInt32(ranks.count)).map(\.self))))
  }

  private static func range(in count: Int, _ random: inout SplitMix) -> Range<Int> {
    let low = Int.random(in: 0...count, using: &random)
    return low..<Int.random(in: low...count, using: &random)
  }

  private static func list(_ entries: BestEntries) -> [Int] {
    var (entries, listed) = (entries, [Int]())
    while let (best, _) = entries.next() { listed.append(best) }
    return listed
  }

  @Test func allEntriesOfARangeAreListedByRank() {
    var random = SplitMix(state: 9)
    for count in Self.counts {
      let ranks = (0..<count).map { _ in UInt32.random(in: 0...UInt32(count), using: &random) }
      let tree = Self.tree(ranks)
      for _ in 0..<50 {
        let range = Self.range(in: count, &random)
        let expected = range.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        #expect(Self.list(BestEntries(of: range, in: tree)) == expected, "\(range) of \(count)")
      }
    }
  }

  @Test func aRunIsListedOnceByItsBestEntry() {
    var random = SplitMix(state: 10)
    for count in Self.counts {
      let ranks = (0..<count).map { _ in UInt32.random(in: 0...UInt32(count), using: &random) }
      let tree = Self.tree(ranks)
      // Runs of 1 to 600 entries.
      var starts = [0]
      while starts[starts.count - 1] < count {
        let longest = [1, 3, 40, 600].randomElement(using: &random) ?? 1
        starts.append(starts[starts.count - 1] + Int.random(in: 1...longest, using: &random))
      }
      let runs = zip(starts, starts.dropFirst()).map { $0..<$1 }
      for _ in 0..<50 {
        let range = Self.range(in: count, &random)
        let expected = runs.map { $0.clamped(to: range) }
          .compactMap { run in run.min { (ranks[$0], $0) < (ranks[$1], $1) } }
          .sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        let entries = BestEntries(of: range, in: tree) { entry in runs.first { $0.contains(entry) } ?? entry..<entry }
        #expect(Self.list(entries) == expected, "\(range) of \(count)")
      }
    }
  }
}
