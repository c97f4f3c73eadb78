import Testing

@testable import GazetteerIndex

/// The index of typing errors finds what a scan with the distance of each key finds.
struct TypoIndexTests {
  private static let syllables = [
    "a", "sa", "san", "spring", "field", "mar", "ket", "ö", "é", "zür", "ich", "東", "京", "🏔", " ", " ", "x1", "il",
  ]

  /// Many names of few syllables, several times each.
  private static func dataset(_ count: Int, names: Int) -> Dataset {
    var random = SplitMix(state: 21)
    let all = (0..<names).map { _ in
      (0..<Int.random(in: 1...5, using: &random)).map { _ in syllables.randomElement(using: &random) ?? "" }.joined()
    }
    return Dataset((0..<count).map { ScannedPlace(id: .number(Int64($0)), name: all[$0 % names]) })
  }

  private static let queries: [String] = {
    var random = SplitMix(state: 22)
    let made = (0..<60).map { _ in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in syllables.randomElement(using: &random) ?? "" }.joined()
    }
    return made + ["springfeild", "smarket", "zurich", "東東京", "sanmar", "🏔🏔", String(repeating: "san", count: 30)]
  }()

  @Test(arguments: [(40, 40), (2000, 2000), (20_000, 500), (20_000, 60)])
  func rangesHoldWhatAScanFinds(count: Int, names: Int) throws {
    let keys = Self.dataset(count, names: names).names
    let index = try TypoIndex(keys, Cancellation())
    #expect(index.walksBeginnings == (count == 20_000))
    for text in Self.queries {
      guard let pattern = Pattern(Untrusted(text)) else { continue }
      let query = pattern.text.withUnsafeBufferPointer(\.scalars)
      for limit in 1...2 where limit <= pattern.typoLimit {
        var found: [Int] = []
        try index.forEachRange(of: keys, near: pattern, limit: limit, cancellation: Cancellation()) { found += $0 }
        let expected = (0..<keys.count).filter {
          Typo.distance(of: query, toPrefixOf: keys.key($0).scalars, limit: limit) != nil
        }
        // Not `found == expected`, which would print all of them.
        let isSame = found == expected
        #expect(isSame, "\(text) within \(limit)")
      }
    }
  }
}
