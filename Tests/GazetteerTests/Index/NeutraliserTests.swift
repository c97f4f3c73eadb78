import Foundation
import Testing

@testable import GazetteerIndex

@Suite struct NeutraliserTests {
  @Test(arguments: [
    ("", ""), ("Zürich 東京 Ελλάς", "Zürich 東京 Ελλάς"), ("a\tb", "a b"), ("a\nb\r", "a^Jb^M"),
    ("\0\u{1B}[31m\u{7F}", "^@^[[31m^?"),
    ("\u{80}\u{9B}\u{9F}", "<U+0080><U+009B><U+009F>"), ("so\u{AD}ft", "so<U+00AD>ft"), ("\u{61C}", "<U+061C>"),
    ("\u{202E}gro.elpmaxe", "<U+202E>gro.elpmaxe"), ("\u{2066}\u{2069}", "<U+2066><U+2069>"), ("\u{2028}", "<U+2028>"),
    ("\u{115F}\u{3164}\u{FEFF}", "<U+115F><U+3164><U+FEFF>"), ("\u{FFF9}\u{FFFB}\u{FFFC}", "<U+FFF9><U+FFFB>\u{FFFC}"),
    ("\u{E0001}\u{E0041}", "<U+E0001><U+E0041>"),
    ("\u{FFFD}", "\u{FFFD}"), ("\u{A0}\u{3000}", "\u{A0}\u{3000}"), ("\u{E000}", "\u{E000}"),
  ]) func showsControlsByName(text: String, shown: String) {
    #expect(neutralised(text) == Array(shown.utf8))
  }

  @Test(
    arguments: [
      ([0xEF, 0xB7, 0x90], "<U+FDD0>"), ([0xEF, 0xBF, 0xBE], "<U+FFFE>"), ([0xF4, 0x8F, 0xBF, 0xBF], "<U+10FFFF>"),
      ([0x9B], "<9B>"), ([0x61, 0xC3], "a<C3>"), ([0xC0, 0x9B], "<C0><9B>"), ([0xED, 0xA0, 0x80], "<ED><A0><80>"),
      ([0xF5, 0x80, 0x80, 0x80], "<F5><80><80><80>"), ([0xF0, 0x9F, 0x98], "<F0><9F><98>"),
      ([0xE2, 0x82, 0x41], "<E2><82>A"),
      ([0xFF, 0x0A, 0xC3, 0xA9], "<FF>^Jé"),
    ] as [([UInt8], String)]) func showsNoncharactersByNameAndBadBytesOneByOne(bytes: [UInt8], shown: String)
  {
    #expect(Untrusted(bytes: bytes).neutralised == shown)
  }

  @Test(arguments: [
    "👩‍🚀", "👩🏽‍🚀", "🧑🏻‍❤️‍💋‍🧑🏿", "👨‍👩‍👧‍👦", "🏳️‍🌈", "❤️", "©️", "1️⃣", "#️⃣", "👍🏽", "🇨🇭", "👁️‍🗨️",
    "می‌خواهم", "کتاب‌ها", "ක්‍ෂ", "ශ්‍රී ලංකා", "র‍্যাব", "क्‍ष", "क्‌ष", "അവന്‍", "ខ្មែរ",
    "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}",
  ]) func leavesWhatSpellingNeeds(text: String) {
    #expect(neutralised(text) == Array(text.utf8))
  }

  @Test(arguments: [
    ("a\u{200D}b", "a<U+200D>b"), ("\u{200D}👍", "<U+200D>👍"), ("👍\u{200D}", "👍<U+200D>"),
    ("👍\u{200D}\u{200D}👍", "👍<U+200D><U+200D>👍"),
    ("👍\u{200D}a", "👍<U+200D>a"), ("1\u{200D}2", "1<U+200D>2"), ("🇨\u{200D}🇭", "🇨<U+200D>🇭"),
    ("👍\u{200C}👍", "👍<U+200C>👍"),
    ("a\u{1F3FD}\u{200D}👍", "a🏽<U+200D>👍"), ("a\u{FE0F}", "a<U+FE0F>"), ("1\u{FE0F}", "1<U+FE0F>"),
    ("\u{FE0F}", "<U+FE0F>"),
    ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}<U+FE0F>"),
    ("👍\u{200D}👍\u{200D}👍\u{200D}👍\u{200D}👍", "👍\u{200D}👍\u{200D}👍\u{200D}👍<U+200D>👍"),
    ("ب\u{200C}", "ب<U+200C>"), ("ب\u{200C}\u{200C}ب", "ب<U+200C><U+200C>ب"), ("ب\u{200C}a", "ب<U+200C>a"),
    ("ب\u{200D}क", "ب<U+200D>क"),
    ("a\u{200C}b", "a<U+200C>b"), ("日\u{200C}本", "日<U+200C>本"), ("१\u{200D}२", "१<U+200D>२"),
    ("🏴\u{E0067}\u{E007F}", "🏴<U+E0067><U+E007F>"),
  ]) func charactersOutOfPlaceAreShown(text: String, shown: String) {
    #expect(neutralised(text) == Array(shown.utf8))
  }

  @Test func showsTheNinthMarkOnABaseAndThoseAfterIt() {
    let mark = "\u{301}"
    let eight = "e" + String(repeating: mark, count: 8)
    #expect(neutralised(eight + mark + mark + "x" + mark) == Array((eight + "<U+0301><U+0301>x" + mark).utf8))
    #expect(
      neutralised("क" + String(repeating: "\u{94D}\u{200D}", count: 9)).suffix(16) == Array("<U+094D><U+200D>".utf8))
    #expect(neutralised(String(repeating: mark, count: 9)).suffix(8) == Array("<U+0301>".utf8))
  }

  @Test(.enabled(if: SharedData.has("data/hostile"), SharedData.absent))
  func nothingHostileComesThrough() throws {
    for input in try hostileInputs() {
      let shown = Untrusted(bytes: input).neutralised
      #expect(hostileCodePoints(in: Array(shown.utf8), layout: false) == [], "\(shown)")
      #expect(shown.hasPrefix(String(decoding: input.prefix { $0 != 0x5B }, as: UTF8.self).prefix(1)))
    }
  }

  /// The control: at least 13 of the strings contain something that must not be shown.
  @Test(.enabled(if: SharedData.has("data/suites/naughty-strings"), SharedData.absent))
  func naughtyStringsAreTamed() throws {
    let data = Data(try SharedData.bytes("data/suites/naughty-strings/blns.json"))
    let strings = try JSONDecoder().decode([String].self, from: data)
    #expect(strings.count == 515)
    for text in strings { #expect(hostileCodePoints(in: neutralised(text), layout: false) == [], "\(text)") }
    #expect(strings.count { !hostileCodePoints(in: Array($0.utf8), layout: false).isEmpty } >= 13)
  }

  /// Of the fully qualified emoji, only the three flags that are made of tags change.
  @Test(.enabled(if: SharedData.has("data/suites/unicode-15.0"), SharedData.absent))
  func emojiStayWhole() throws {
    var changed = 0
    for line in try SharedData.lines("data/suites/unicode-15.0/emoji-test.txt")
    where line.contains("; fully-qualified ") {
      let values = line.prefix { $0 != ";" }.split(separator: " ").compactMap { UInt32($0, radix: 16) }
      let text = String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
      changed += neutralised(text) == Array(text.utf8) ? 0 : 1
    }
    #expect(changed == 3)
  }

  @Test func neutralisingTwiceIsNeutralisingOnce() {
    var random = SplitMix(state: 5)
    let parts: [[UInt8]] =
      [
        "a", "1", " ", "👍", "🏽", "❤", "🇨", "\u{FE0F}", "\u{200D}", "\u{200D}", "\u{200C}", "\u{20E3}", "ب", "क",
        "\u{94D}", "\u{301}",
        "\u{301}\u{301}\u{301}\u{301}", "\u{1B}", "\u{9B}", "\u{202E}", "\u{E0041}", "\n", "\t",
      ].map { Array($0.utf8) } + [[0x9B], [0xC3], [0xED, 0xA0]]
    for _ in 0..<30_000 {
      let bytes = (0..<Int.random(in: 1..<12, using: &random)).flatMap { _ in parts.randomElement(using: &random) ?? []
      }
      let once = Array(Untrusted(bytes: bytes).neutralised.utf8)
      #expect(hostileCodePoints(in: once, layout: false) == [], "\(bytes)")
      #expect(Array(Untrusted(bytes: once).neutralised.utf8) == once, "\(bytes)")
    }
  }

  @Test func everyHostileCodePointIsFound() {
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      guard Neutraliser.isHostile(scalar) || hostileCodePoints(in: Array(String(scalar).utf8), layout: false) != []
      else { continue }
      #expect(!neutralised("x\(scalar)y").elementsEqual("x\(scalar)y".utf8))
    }
  }

  private func neutralised(_ text: String) -> [UInt8] { Array(Untrusted(text).neutralised.utf8) }
}
