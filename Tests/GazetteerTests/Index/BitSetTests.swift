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
}
