import Testing

@testable import GazetteerIndex

@Suite struct WidthTests {
  @Test(arguments: [
    ("", 0), ("Paris", 5), ("a b~", 4), ("é", 1), ("e\u{301}", 1), ("e\u{301}\u{302}\u{303}", 1), ("\u{301}", 0),
    ("東京", 4), ("ＡＢ", 4), ("ｱｲ", 2), ("한강", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("Ελλάς", 5), ("Москва", 6),
    ("ไทย", 3), ("กำ", 2), ("हिन्दी", 4), ("क्ष", 2), ("العربية", 7), ("\u{200B}", 0), ("a\u{200D}b", 2), ("±§…", 3), ("①", 1),
    ("─", 1),
    ("\u{20000}", 2), ("\u{3FFFD}", 2), ("\u{10FFFD}", 1), ("👍", 2), ("👍🏽", 2), ("🏽", 2), ("👩‍🚀", 2), ("👩🏽‍🚀", 2),
    ("🧑🏻‍❤️‍💋‍🧑🏿", 2), ("🏳️‍🌈", 2), ("🇨🇭", 2), ("🇨", 1), ("🇨🇭🇨🇭", 4), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("1️⃣", 2), ("1⃣", 1), ("1", 1), ("❤", 1),
    ("❤️", 2), ("☺️", 2), ("⛺", 2), ("👁‍🗨", 2), ("a\u{FE0F}", 1), ("1\u{FE0F}", 1), ("日本 (Japan)", 12),
  ]) func knowsTheCells(text: String, cells: Int) {
    #expect(Width.of(text) == cells)
  }

  @Test(arguments: [
    ("Paris", 5, "Paris"), ("Paris", 4, "Par…"), ("Paris", 1, "…"), ("Paris", 0, ""), ("Paris", -1, ""), ("", 0, ""),
    ("東京都", 6, "東京都"), ("東京都", 5, "東京…"), ("東京都", 4, "東…"), ("東京都", 2, "…"), ("a東京", 4, "a東…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}"), ("👩🏽‍🚀👩🏽‍🚀", 3, "👩🏽‍🚀…"),
    ("👩🏽‍🚀👩🏽‍🚀", 2, "…"), ("🇨🇭🇨🇭", 4, "🇨🇭🇨🇭"),
  ]) func cutsBetweenClusters(text: String, cells: Int, fitted: String) {
    #expect(Width.fit(text, cells: cells) == fitted)
    #expect(Width.of(fitted) <= max(0, cells))
  }

  @Test func cutsWithATildeInASCII() {
    #expect(Width.fit("Paris", cells: 4, ascii: true) == "Par~")
  }

  @Test func padsOnTheOtherSide() {
    #expect(Width.pad("東京", cells: 6) == "東京  ")
    #expect(Width.pad("東京", cells: 6, align: .right) == "  東京")
    #expect(Width.pad("東京", cells: 3) == "東京")
  }

  @Test func everyFitIsAsWideAsAsked() {
    var random = SplitMix(state: 4)
    let parts = ["a", " ", "é", "東", "e\u{301}", "👍🏽", "🇨🇭", "1️⃣", "한", "ก"]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      let cells = Int.random(in: 1..<14, using: &random)
      let fitted = Width.fit(text, cells: cells)
      #expect(Width.of(Width.pad(fitted, cells: cells)) == cells)
      #expect((fitted == text) == (Width.of(text) <= cells))
    }
  }

  /// Latin texts are counted without finding their clusters. The control: the texts with marks are not as long as their
  /// scalars are many.
  @Test func latinTextsAreAsWideAsTheirClusters() {
    let scalars = (0x20..<0x302).compactMap(Unicode.Scalar.init)
    for (one, other) in scalars.flatMap({ one in [(one, "e"), (one, "\u{AD}"), (one, "\u{301}")] }) {
      let text = String(Character(one)) + other
      #expect(Width.of(text) == text.reduce(0) { $0 + Width.of($1) })
    }
    #expect(Width.of("e\u{301}o\u{302}") == 2)
    #expect(Width.of("a\u{AD}b") == 2)
  }

  /// Lines are `code points ; status # emoji name`. The control: summing the scalars gets fewer than half right.
  @Test(.enabled(if: SharedData.has("data/suites/unicode-15.0"), SharedData.absent))
  func emojiTakeTwoCells() throws {
    var right = 0
    var summedRight = 0
    var total = 0
    for line in try SharedData.lines("data/suites/unicode-15.0/emoji-test.txt") {
      let fields = line.split(separator: ";")
      guard fields.count > 1, fields[1].contains(" fully-qualified ") else { continue }
      let scalars = try fields[0].split(separator: " ").map {
        try #require(UInt32($0, radix: 16).flatMap(Unicode.Scalar.init))
      }
      let text = String(String.UnicodeScalarView(scalars))
      total += 1
      right += Width.of(text) == 2 ? 1 : 0
      summedRight += scalars.reduce(0) { $0 + Width.of(Character($1)) } == 2 ? 1 : 0
    }
    #expect(total == 3655)
    #expect(right * 100 >= total * 99, "\(right) of \(total)")
    #expect(summedRight * 2 < total, "\(summedRight) of \(total)")
  }

  /// Every assigned wide or fullwidth character takes two cells. Lines are `first..last;W # …`.
  @Test(.enabled(if: SharedData.has("data/suites/unicode-15.0"), SharedData.absent))
  func wideCharactersTakeTwoCells() throws {
    for line in try SharedData.lines("data/suites/unicode-15.0/EastAsianWidth.txt") {
      let fields = line.prefix { $0 != "#" }.split(whereSeparator: { "; ".contains($0) })
      guard fields.count == 2, fields[1] == "W" || fields[1] == "F" else { continue }
      let ends = fields[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
      for value in Set([ends[0], ends[ends.count - 1]]) {
        let scalar = try #require(Unicode.Scalar(value))
        guard ![.nonspacingMark, .unassigned].contains(scalar.properties.generalCategory) else { continue }
        #expect(Width.of(String(scalar)) == 2, "U+\(String(value, radix: 16))")
      }
    }
  }
}
