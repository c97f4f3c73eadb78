import Testing

@testable import GazetteerIndex

@Suite struct PairIndexTests {
  /// Some pairs are in few names, some in more than are kept.
  @Test func theBestRowsOfAPairAreThoseOfAScan() throws {
    var random = SplitMix(state: 3)
    let names = (0..<3000).map { number in
      String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 1...7, using: &random)).map { _ in
            number % 500 == 0 ? "q" : "abc é".unicodeScalars.randomElement(using: &random) ?? "a"
          }))
    }
    let places = names.enumerated().map { number, name in
      ScannedPlace(id: SourceID(Untrusted("\(number)")), name: name, population: UInt32.random(in: 0...900, using: &random))
    }
    let dataset = Dataset(places)
    let index = try PairIndex(dataset.names, dataset.order, Cancellation())
    var full = 0
    for text in ["aa", "ab", "ca", "qq", "qa", "é", "e", "abc"] {
      let pair = Array(text.utf8)
      guard let found = index.best(with: pair) else {
        #expect(pair.count != 2)
        continue
      }
      let rows = (0..<dataset.count).filter { row in
        let words = dataset.foldedName(row).split(separator: 0x20)
        return words.contains { word in
          zip(word.dropFirst(), word.dropFirst(2)).contains { $0 == pair[0] && $1 == pair[1] }
        }
      }
      let best = rows.sorted { dataset.order.relevance[$0] < dataset.order.relevance[$1] }.prefix(PairIndex.most)
      #expect(found.rows.map(Int.init) == Array(best), "\(text)")
      #expect(found.areAll == (rows.count < PairIndex.most))
      full += found.areAll ? 0 : 1
    }
    #expect(full > 0)
  }
}
