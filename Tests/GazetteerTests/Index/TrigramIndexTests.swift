import Testing

@testable import GazetteerIndex

@Suite struct TrigramIndexTests {
  private static let letters: [Unicode.Scalar] = ["a", "b", "c", " ", "é", "東"]

  private static func key(_ length: ClosedRange<Int>, _ random: inout SplitMix) -> String {
    var key = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: length, using: &random) {
      key.append(letters.randomElement(using: &random) ?? "a")
    }
    return String(key)
  }

  private static func index(of keys: [String]) throws -> KeyIndex {
    var builder = KeyIndexBuilder()
    for (row, key) in keys.enumerated() {
      Array(key.utf8).withUnsafeBufferPointer { builder.add(foldOf: $0, row: row) }
    }
    return try builder.build(Cancellation()) { $0 < $1 }
  }

  /// Some of the 9,000 keys are alone with their bytes, so that some differences need several bytes.
  @Test(arguments: [0, 1, 31, 32, 33, 9000])
  func everyBlockWithATextIsFound(count: Int) throws {
    var random = SplitMix(state: UInt64(count))
    let rare = ["aaa zzz", "bbb yyy zzz", "zzz"]
    let keys = try Self.index(of: (0..<count).map { $0 < 3 ? rare[$0] : Self.key(0...9, &random) })
    let index = try #require(try TrigramIndex(keys, Cancellation()))
    for number in 0..<200 {
      let text = Array(Fold.fold(number == 0 ? "zzz" : Self.key(3...5, &random)).utf8)
      guard text.count >= 3 else { continue }
      let found = try #require(index.blocks(of: text))
      let expected = (0..<keys.count).filter { Array(keys.key($0)).contains(text) }
        .map { UInt32($0 / TrigramIndex.blockSize) }
      #expect(Set(expected).isSubset(of: found))
      #expect(found == Set(found).sorted())
      let ranges = try #require(index.entries(with: text, of: keys))
      #expect(ranges.flatMap { $0.map(\.self) }.filter { Array(keys.key($0)).contains(text) }.count == expected.count)
    }
  }

  /// Without this, reading all names would be as good.
  @Test func mostBlocksWithoutATextAreLeftOut() throws {
    var random = SplitMix(state: 5)
    let keys = try Self.index(of: (0..<6400).map { $0 == 7 ? "xyz" : Self.key(1...4, &random) })
    let index = try #require(try TrigramIndex(keys, Cancellation()))
    #expect(index.blocks(of: Array("xyz".utf8))?.count == 1)
    #expect(index.blocks(of: Array("qqq".utf8))?.isEmpty == true)
    #expect(index.blocks(of: Array("xy".utf8)) == nil)
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: [UInt8]) -> Bool {
    count >= text.count && (0...count - text.count).contains { self[$0..<$0 + text.count].elementsEqual(text) }
  }
}
