import Testing

@testable import GazetteerIndex

@Suite struct ShortTextIndexTests {
  /// Some texts are in few names, some in more than are kept.
  @Test(arguments: [0, 400, 3000]) func theBestRowsOfATextAreThoseOfAScan(first: Int) throws {
    var random = SplitMix(state: 3)
    var places: [ScannedPlace] = []
    for number in 0..<3000 {
      var name = String.UnicodeScalarView()
      let letters = number % 500 == 0 ? "qz" : "abc 東\u{1}"
      for _ in 0..<Int.random(in: 1...7, using: &random) {
        name.append(letters.unicodeScalars.randomElement(using: &random) ?? "a")
      }
      let population = UInt32.random(in: 0...900, using: &random)
      places.append(ScannedPlace(id: .number(Int64(number)), name: String(name), population: population))
    }
    let dataset = Dataset(places)
    let index = try ShortTextIndex(dataset.names, dataset.order, first: first, Cancellation())
    var full = 0
    for text in ["aa", "ab", "cab", "bbb", "qz", "zzz", "xyz", "xy", "q", "東", "aaaa"] {
      let bytes = Array(text.utf8)
      let found = index.best(with: bytes)
      let rows = (0..<dataset.count).filter { row in
        dataset.foldedName(row).split(separator: 0x20).contains { word in
          word.indices.dropFirst().contains { word[$0...].starts(with: bytes) }
        }
      }
      // Of three letters, only those that are frequent among the first places are known.
      let isKnown = bytes.count == 2 || bytes.count == 3 && bytes[0] < 0x80 && first == 3000
      if isKnown { #expect(found != nil) }
      guard let found else { continue }
      let best = rows.sorted { dataset.order.relevance[$0] < dataset.order.relevance[$1] }.prefix(ShortTextIndex.most)
      #expect(found.rows.map(Int.init) == Array(best), "\(text)")
      #expect(found.areAll == (rows.count < ShortTextIndex.most))
      full += found.areAll ? 0 : 1
    }
    #expect(full > 0)
  }
}
