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

  /// Each text within some errors of a query has a part of it unchanged, also at the first and the last character.
  @Test func onePartIsIntact() throws {
    var random = SplitMix(state: 23)
    var checked = 0
    for _ in 0..<20_000 {
      let errors = Int.random(in: 1...2, using: &random)
      let query = Self.words(Int.random(in: 7...30, using: &random), &random)
      guard let pattern = Pattern(Untrusted(query)) else { continue }
      let key = Self.damaged(String(decoding: pattern.text, as: UTF8.self), errors: errors, &random) + "xyz"
      guard let parts = IntactParts(pattern, errors: errors, blocks: { Int($0[$0.startIndex]) })?.parts,
        Typo.distance(
          of: pattern.text.withUnsafeBufferPointer(\.scalars), toPrefixOf: key.unicodeScalars.map(\.value),
          limit: errors) != nil
      else { continue }
      checked += 1
      let isIntact = parts.contains { Array(key.utf8).firstRange(of: $0) != nil }
      #expect(isIntact, "\(key) for \(query)")
      #expect(parts.count == errors + 1)
    }
    #expect(checked > 10_000)
  }

  /// Each of three bytes is in 10 blocks, but some are in fewer.
  @Test(
    arguments: [
      ("abcdef", 1, [:], nil), ("abcdefg", 1, [:], ["abc", "efg"]), ("abcdefghij", 2, [:], nil),
      ("abcdefghijk", 2, [:], ["abc", "efg", "ijk"]), ("abc東京", 1, [:], ["abc", "京"]),
      ("abcdefghijklm", 1, ["ghi": 1], ["abc", "efghijklm"]),
      ("abcdefghijklm", 1, ["abc": 1, "fgh": 2], ["abc", "efghijklm"]),
      ("abcdefghijklm", 1, ["abc": 2, "bcd": 1, "def": 1, "ghi": 2], ["abcd", "fghijklm"]),
      ("abcdefghijklmnop", 2, ["bcd": 1, "ghi": 1, "nop": 1], ["abcd", "fghi", "klmnop"]),
    ] as [(String, Int, [String: Int], [String]?)])
  func partsOfQueries(_ query: String, _ errors: Int, _ blocks: [String: Int], _ parts: [String]?) throws {
    let pattern = try #require(Pattern(Untrusted(query)))
    let found = IntactParts(pattern, errors: errors) { blocks[String(decoding: $0, as: UTF8.self)] ?? 10 }
    #expect(found?.parts.map { String(decoding: $0, as: UTF8.self) } == parts)
  }

  /// The names are in so many blocks of 32.
  @Test(arguments: [(640, true, true), (9600, false, true), (32_000, false, false)])
  func partsInManyBlocksAreNotUsed(count: Int, forOneError: Bool, forTwoErrors: Bool) throws {
    let keys = Dataset((0..<count).map { ScannedPlace(id: .number(Int64($0)), name: "abcdefghijk \($0)") }).names
    let trigrams = try #require(try TrigramIndex(keys, Cancellation()))
    let pattern = try #require(Pattern(Untrusted("abcdefghijk")))
    for (errors, areUsed) in [(1, forOneError), (2, forTwoErrors)] {
      let parts = try #require(IntactParts(pattern, errors: errors, blocks: trigrams.mostBlocks))
      #expect((parts.entries(of: keys, by: trigrams) != nil) == areUsed)
    }
  }

  @Test func longQueriesHaveNoParts() throws {
    for (length, haveParts) in [(256, true), (257, false)] {
      let pattern = try #require(Pattern(Untrusted(String(repeating: "a", count: length))))
      #expect((IntactParts(pattern, errors: 2, blocks: { _ in 1 }) != nil) == haveParts)
    }
  }

  /// Long queries with errors, of many different names.
  @Test func longQueriesFindWhatAScanFinds() throws {
    var random = SplitMix(state: 24)
    let names = (0..<20_000).map { _ in Self.words(Int.random(in: 3...40, using: &random), &random) }
    let keys = Dataset(names.enumerated().map { ScannedPlace(id: .number(Int64($0)), name: $1) }).names
    let index = try TypoIndex(keys, Cancellation())
    let trigrams = try #require(try TrigramIndex(keys, Cancellation()))
    var byParts = 0
    for number in 0..<300 {
      let name = Self.damaged(names[number * 60] + "abcdefg", errors: 2, &random)
      guard let pattern = Pattern(Untrusted(String(name.prefix(Int.random(in: 8...50, using: &random))))) else {
        continue
      }
      for limit in 1...2 where limit <= pattern.typoLimit {
        if IntactParts(pattern, errors: limit, blocks: trigrams.mostBlocks)?.entries(of: keys, by: trigrams) != nil {
          byParts += 1
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
    #expect(byParts > 100)
  }
}
