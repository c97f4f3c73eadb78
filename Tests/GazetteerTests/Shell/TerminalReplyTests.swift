import Testing

@testable import GazetteerShell

/// Answers of the terminal among the keys.
@Suite struct TerminalReplyTests {
  private static let kitty = "\u{1b}_Gi=31;OK\u{1b}\\"
  private static let all = kitty + "\u{1b}[6;18;9t\u{1b}[?62;4;22c"

  /// The keys among bytes that arrive in pieces; after each piece, nothing comes for a while.
  private static func keys(
    _ pieces: [[UInt8]], _ decoder: inout KeyDecoder
  ) -> [UInt32] {
    var keys: [UInt32] = []
    for piece in pieces {
      decoder.append(piece)
      while let key = decoder.next() { keys.append(key) }
    }
    while decoder.isInsideKey, let key = decoder.next(afterPause: true) { keys.append(key) }
    while let key = decoder.next() { keys.append(key) }
    return keys
  }

  private static func asked() -> KeyDecoder {
    var decoder = KeyDecoder()
    decoder.awaitAnswers()
    return decoder
  }

  private static func text(_ keys: [UInt32]) -> String {
    String(String.UnicodeScalarView(keys.compactMap { Unicode.Scalar($0) }))
  }

  @Test func answersAreReadHoweverTheyAreCut() {
    let bytes = Array(("ab" + Self.all + "cd").utf8)
    var cuts = [[bytes], bytes.map { [$0] }]
    for cut in bytes.indices { cuts.append([Array(bytes[..<cut]), Array(bytes[cut...])]) }
    for pieces in cuts {
      var decoder = Self.asked()
      #expect(Self.text(Self.keys(pieces, &decoder)) == "abcd")
      #expect(decoder.answers?.hasKitty == true && decoder.answers?.hasSixel == true)
      #expect(decoder.answers?.cell?.width == 9 && decoder.answers?.cell?.height == 18)
      #expect(decoder.answers?.isComplete == true)
    }
  }

  /// Half of an answer does not become keys, however long the rest takes.
  @Test func theRestOfAnAnswerMayTakeLong() {
    let bytes = Array(Self.all.utf8)
    for cut in bytes.indices where ![0x1b].contains(bytes[max(0, cut - 1)]) && bytes[cut] != 0x1b {
      var decoder = Self.asked()
      decoder.append(bytes[..<cut])
      #expect(decoder.next() == nil)
      guard !decoder.isInsideKey else { continue }
      #expect(decoder.next(afterPause: true) == nil)
      decoder.awaitsAnswers = false
      decoder.append(bytes[cut...])
      decoder.append(Array("x".utf8))
      #expect(decoder.next() == 0x78, "cut at \(cut)")
    }
  }

  /// The control: before the question, the same bytes are keys.
  @Test func nothingIsAnAnswerBeforeTheQuestion() {
    var decoder = KeyDecoder()
    #expect(Self.text(Self.keys([Array(Self.kitty.utf8)], &decoder)).contains("i=31;OK"))
    #expect(decoder.answers == nil)
  }

  @Test(arguments: [
    ("\u{1b}[?62c", false, false), ("\u{1b}[?62;4c", false, true), ("\u{1b}[?4;6c", false, false),
    ("\u{1b}_Gi=31;OK\u{7}\u{1b}[?62c", true, false), ("\u{1b}_Gi=31;EINVAL:no\u{1b}\\\u{1b}[?6;4c", false, true),
    ("\u{1b}_Gi=7;OK\u{1b}\\\u{1b}[?6c", false, false),
  ]) func whatIsAnsweredIsUnderstood(reply: String, hasKitty: Bool, hasSixel: Bool) {
    var decoder = Self.asked()
    #expect(Self.keys([Array(reply.utf8)], &decoder).isEmpty)
    #expect(decoder.answers?.hasKitty == hasKitty && decoder.answers?.hasSixel == hasSixel)
    #expect(decoder.answers?.isComplete == true)
  }

  @Test func keysStayKeysAfterTheQuestion() {
    for (text, keys) in [
      ("\u{1b}_", [0x1b, 0x5f]), ("\u{1b}_x", [0x1b, 0x5f, 0x78]),
      (
        "\u{1b}[5~\u{1b}[6~",
        [
          Key.pageUp.rawValue, Key.pageDown.rawValue,
        ]
      ),
      ("\u{1b}", [Key.escape.rawValue]), ("\u{1b}[A", [Key.up.rawValue]),
    ] as [(String, [UInt32])] {
      var decoder = Self.asked()
      #expect(Self.keys([Array(text.utf8)], &decoder) == keys)
      var other = Self.asked()
      #expect(Self.keys(text.utf8.map { [$0] }, &other) == keys)
    }
  }

  /// Ctrl-C and Enter get through an answer that never ends, and a long one does not take keys forever.
  @Test func anAnswerThatBreaksOffHoldsNoKeys() {
    for start in ["\u{1b}_Gi=31;", "\u{1b}[?62"] {
      for key: UInt8 in [0x03, 0x0d] {
        var decoder = Self.asked()
        #expect(Self.keys([Array(start.utf8), [key]], &decoder) == [UInt32(key)])
      }
      var decoder = Self.asked()
      let keys = Self.keys([Array(start.utf8) + [UInt8](repeating: 0x31, count: 300)], &decoder)
      #expect(!keys.isEmpty && keys.allSatisfy { $0 == 0x31 })
    }
  }

  @Test func forgettingKeysKeepsTheStartOfAnAnswer() {
    var decoder = Self.asked()
    decoder.append(Array("ab\u{1b}[?62".utf8))
    #expect(decoder.next() == 0x61 && decoder.next() == 0x62 && decoder.next() == nil)
    decoder.removeKeys()
    decoder.append(Array(";4cx".utf8))
    #expect(decoder.next() == 0x78)
    #expect(decoder.answers?.hasSixel == true)
  }

  /// While answers are on their way, an ESC waits longer for what belongs to it.
  @Test func anEscapeWaitsLongerWhileAnswersAreOnTheirWay() {
    var decoder = KeyDecoder()
    let usual = decoder.pause
    decoder.awaitAnswers()
    #expect(decoder.pause > usual)
    decoder.append(Array("\u{1b}[?6c".utf8))
    #expect(decoder.next() == nil)
    #expect(decoder.pause == usual)
  }
}
