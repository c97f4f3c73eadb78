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
    let trigrams = try #require(try TrigramIndex(keys, Cancellation()))
    for text in Self.queries {
      guard let pattern = Pattern(Untrusted(text)) else { continue }
      let query = pattern.text.withUnsafeBufferPointer(\.scalars)
      for limit in 1...2 where limit <= pattern.typoLimit {
        var found: [Int] = []
        try index.forEachRange(of: keys, near: pattern, limit: limit, cancellation: Cancellation()) { found += $0 }
        var foundByParts: [Int] = []
        try index.forEachRange(
          of: keys, near: pattern, limit: limit, trigrams: trigrams, cancellation: Cancellation()
        ) { foundByParts += $0 }
        let expected = (0..<keys.count).filter {
          Typo.distance(of: query, toPrefixOf: keys.key($0).scalars, limit: limit) != nil
        }
        // Not `found == expected`, which would print all of them.
        let isSame = found == expected
        #expect(isSame, "\(text) within \(limit)")
        let isSameByParts = foundByParts == expected
        #expect(isSameByParts, "\(text) within \(limit), by parts")
      }
    }
  }

  /// A text with some errors: characters left out, added, replaced or exchanged with their neighbours.
  private static func damaged(_ text: String, errors: Int, _ random: inout SplitMix) -> String {
    var characters = Array(text.unicodeScalars)
    let letters = Array("abé 東".unicodeScalars)
    for _ in 0..<errors {
      let place = Int.random(in: 0..<characters.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: characters.remove(at: place)
      case 1: characters.insert(letters.randomElement(using: &random) ?? "a", at: place)
      case 2: characters[place] = letters.randomElement(using: &random) ?? "a"
      default: if place > 0 { characters.swapAt(place - 1, place) }
      }
    }
    return String(String.UnicodeScalarView(characters))
  }

  private static func words(_ count: Int, _ random: inout SplitMix) -> String {
    let letters = Array("abcdefghijklmnoprstuvwyz é東".unicodeScalars)
    return String(
      String.UnicodeScalarView((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" }))
  }

  /// Each text within some errors of a query has an end of it unchanged, or fewer errors in the beginning.
  @Test(arguments: [1, 20, 1000])
  func oneEndIsUnchangedOrTheBeginningHasFewerErrors(mostBlocks: Int) throws {
    var random = SplitMix(state: 23)
    var (unchanged, begun) = (0, 0)
    for _ in 0..<20_000 {
      let errors = Int.random(in: 1...2, using: &random)
      let query = Self.words(Int.random(in: 4...30, using: &random), &random)
      guard let pattern = Pattern(Untrusted(query)) else { continue }
      let key = Self.damaged(String(decoding: pattern.text, as: UTF8.self), errors: errors, &random) + "xyz"
      let scalars = key.unicodeScalars.map(\.value)
      let split = TypoSplit(pattern.text, errors: errors) { _ in Int.random(in: 1...mostBlocks, using: &random) }
      guard let split,
        Typo.distance(of: pattern.text.withUnsafeBufferPointer(\.scalars), toPrefixOf: scalars, limit: errors) != nil
      else { continue }
      #expect(split.ends.count == errors - split.errors)
      if split.ends.contains(where: { Array(key.utf8).firstRange(of: $0) != nil }) {
        unchanged += 1
        continue
      }
      begun += 1
      let beginning = split.beginning.text.withUnsafeBufferPointer(\.scalars)
      #expect(beginning.count == split.beginning.length)
      let isNear =
        split.errors == 0
        ? scalars.starts(with: beginning)
        : Typo.distance(of: beginning, toPrefixOf: scalars, limit: split.errors) != nil
      #expect(isNear, "\(key) for \(query)")
    }
    #expect(unchanged > 100 && begun > 100)
  }

  /// Each of three bytes is in 100 blocks, but some are in fewer.
  @Test(
    arguments: [
      ("abcd", 1, [:], nil), ("abcde", 1, [:], ["a", "cde"]), ("abcde", 1, ["cde": 300], nil),
      ("abcdefg", 1, [:], ["abc", "efg"]), ("abcdefg", 1, ["def": 1], ["ab", "defg"]),
      ("東京京", 1, ["京": 1], ["東", "京"]),
      ("abcdefgh", 2, [:], ["abcd", "fgh"]), ("abcdefgh", 2, ["fgh": 900], ["abc", "efgh"]),
      ("abcdefghijk", 2, [:], ["abc", "efg", "ijk"]), ("abcdefghijk", 2, ["cde": 1, "hij": 1], ["ab", "def", "hijk"]),
      ("abcdefghijk", 2, ["cde": 900, "def": 900, "efg": 900], ["abcde", "ghijk"]),
    ] as [(String, Int, [String: Int], [String]?)])
  func partsOfQueries(_ query: String, _ errors: Int, _ blocks: [String: Int], _ parts: [String]?) throws {
    let found = TypoSplit(Array(query.utf8), errors: errors) { blocks[String(decoding: $0, as: UTF8.self)] ?? 100 }
    let texts = found.map { ([$0.beginning.text] + $0.ends).map { String(decoding: $0, as: UTF8.self) } }
    #expect(texts == parts)
  }

  /// Walking all keys is better than reading many blocks.
  @Test func partsInManyBlocksAreNotUsed() {
    for (errors, blocks, isUsed) in [(1, 200, true), (1, 300, false), (2, 1700, true), (2, 2300, false)] {
      let split = TypoSplit(Array("abcdefghijk".utf8), errors: errors) { _ in blocks }
      #expect((split != nil) == isUsed, "\(errors), \(blocks)")
    }
  }

  /// Long queries with errors, of many different names.
  @Test func longQueriesFindWhatAScanFinds() throws {
    var random = SplitMix(state: 24)
    let names = (0..<20_000).map { _ in Self.words(Int.random(in: 3...40, using: &random), &random) }
    let keys = Dataset(names.enumerated().map { ScannedPlace(id: .number(Int64($0)), name: $1) }).names
    let index = try TypoIndex(keys, Cancellation())
    let trigrams = try #require(try TrigramIndex(keys, Cancellation()))
    var (byUnchanged, byOneError) = (0, 0)
    for number in 0..<300 {
      let name = Self.damaged(names[number * 60] + "abcdefg", errors: 2, &random)
      guard let pattern = Pattern(Untrusted(String(name.prefix(Int.random(in: 8...(number % 50 + 8), using: &random)))))
      else {
        continue
      }
      for limit in 1...2 where limit <= pattern.typoLimit {
        switch TypoSplit(pattern.text, errors: limit, blocks: trigrams.mostBlocks)?.errors {
        case 0: byUnchanged += 1
        case 1: byOneError += 1
        default: break
        }
        var (walked, found): ([Int], [Int]) = ([], [])
        try index.forEachRange(of: keys, near: pattern, limit: limit, cancellation: Cancellation()) { walked += $0 }
        try index.forEachRange(
          of: keys, near: pattern, limit: limit, trigrams: trigrams, cancellation: Cancellation()
        ) { found += $0 }
        let isSame = found == walked
        #expect(isSame, "\(pattern.text) within \(limit)")
      }
    }
    #expect(byUnchanged > 100 && byOneError > 10)
  }
}
