import Testing

@testable import GazetteerIndex

@Suite struct BitSetTests {
  @Test func aRangeIsInsertedAsItsNumbersAre() {
    for range in [0..<0, 0..<1, 5..<64, 63..<65, 64..<128, 1..<200, 199..<200] {
      var whole = BitSet(capacity: 200)
      var parts = BitSet(capacity: 200)
      for number in [3, 70, 199] {
        whole.insert(number)
        parts.insert(number)
      }
      whole.insert(range)
      for number in range { parts.insert(number) }
      #expect(whole.numbers == parts.numbers, "\(range)")
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 200, 1000], [1, 2, 3, 40, 90, 2000]) func runsAreThoseOfAScan(
    capacity: Int, rarity: Int
  ) throws {
    var random = SplitMix(state: UInt64(capacity + rarity))
    var set = BitSet(capacity: capacity)
    var isMember = false
    for number in 0..<capacity {
      if Int.random(in: 0..<rarity, using: &random) == 0 { isMember.toggle() }
      if isMember { set.insert(number) }
    }
    for _ in 0..<20 {
      let ends = [Int.random(in: 0...capacity, using: &random), Int.random(in: 0...capacity, using: &random)].sorted()
      var expected: [Range<Int>] = []
      for number in ends[0]..<ends[1] where set.contains(number) {
        if let last = expected.last, last.upperBound == number {
          expected[expected.count - 1] = last.lowerBound..<number + 1
        } else {
          expected.append(number..<number + 1)
        }
      }
      var runs: [Range<Int>] = []
      try set.forEachRun(in: ends[0]..<ends[1], Cancellation()) { runs.append($0) }
      #expect(runs == expected)
    }
  }

  /// More numbers than one thread goes through.
  @Test func manyNumbersAreFoundOnTwoThreads() throws {
    for capacity in [1 << 20, 1 << 20 + 77] {
      let set = try BitSet(capacity: capacity) { part throws(Cancelled) in
        try part.fill(Cancellation()) { $0 % 3 == 0 }
      }
      let expected = Array(stride(from: 0, to: capacity, by: 3))
      #expect(set.numbers == expected)
      let parts = try set.parts([Int](), []) { part, numbers throws(Cancelled) in
        try part.forEachNumber(Cancellation()) { numbers.append($0) }
      }
      #expect(parts.count == 2)
      #expect(parts.flatMap(\.self) == expected)
    }
    let few = BitSet(capacity: 1000, full: true)
    let sums = try few.parts(0, 1) { part, sum throws(Cancelled) in
      try part.forEachNumber(Cancellation()) { _ in sum += 1 }
    }
    #expect(sums == [1000])
  }

  @Test func bothThreadsEndWhenTheWorkIsCancelled() {
    let cancellation = Cancellation()
    cancellation.cancel()
    let full = BitSet(capacity: 1 << 21, full: true)
    #expect(throws: Cancelled.self) {
      try BitSet(capacity: 1 << 21) { part throws(Cancelled) in try part.fill(cancellation) { _ in true } }
    }
    #expect(throws: Cancelled.self) {
      try full.parts(0, 1) { part, sum throws(Cancelled) in
        try part.forEachNumber(cancellation) { _ in sum += 1 }
      }
    }
  }
}
