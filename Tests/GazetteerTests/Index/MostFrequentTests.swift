import Testing

@testable import GazetteerIndex

/// The most frequent values are the first ones of all that are sorted, in whatever order and parts they are offered.
@Suite struct MostFrequentTests {
  @Test(arguments: [0, 1, 7, 300, 1000, 5000, 20_000, .max])
  func areTheFirstOfAll(wanted: Int) throws {
    var random = SplitMix(state: 3)
    let counts = (0..<10_000).map { _ in [1, 1, 1, 2, 3, 9].randomElement(using: &random) ?? 1 }
    let orders = [Array(counts.indices), counts.indices.reversed(), counts.indices.shuffled(using: &random)]
    let sorted = counts.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
    for order in orders {
      var first = MostFrequent<Int>(wanted, precedes: <)
      var second = first.empty
      for value in order {
        if value < 3000 { first.offer(value, counts[value]) } else { second.offer(value, counts[value]) }
      }
      first.add(second)
      #expect(try first.values(Cancellation()).map(\.value) == Array(sorted.prefix(wanted)))
      #expect(try first.values(Cancellation()).allSatisfy { $0.count == counts[$0.value] })
    }
  }
}
