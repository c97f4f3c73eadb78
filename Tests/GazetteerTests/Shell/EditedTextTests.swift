import Testing

@testable import GazetteerShell

struct EditedTextTests {
  /// `|` is the cursor.
  private func text(_ marked: String) -> EditedText {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return EditedText(before: parts[0], after: parts[1])
  }

  @Test func keysMoveByWhatIsDrawnAsOneThing() {
    let cases: [(String, String, (inout EditedText) -> Void)] = [
      ("ab|c", "a|bc", { $0.moveLeft() }), ("|a", "|a", { $0.moveLeft() }),
      ("e\u{301}|x", "|e\u{301}x", { $0.moveLeft() }),
      ("a|👩‍👩‍👧b", "a👩‍👩‍👧|b", { $0.moveRight() }), ("a|", "a|", { $0.moveRight() }),
      ("東e\u{301}|", "東|", { $0.deleteLeft() }), ("|", "|", { $0.deleteLeft() }),
      ("|e\u{301}a", "|a", { $0.deleteRight() }), ("one two|", "one |two", { $0.moveWordLeft() }),
      ("one, |two", "|one, two", { $0.moveWordLeft() }), ("|one, two", "one|, two", { $0.moveWordRight() }),
      ("one|, zu\u{308}rich x", "one, zu\u{308}rich| x", { $0.moveWordRight() }),
      ("a\nbc|d\ne", "a\n|bcd\ne", { $0.moveToLineStart() }), ("a\nb|cd\ne", "a\nbcd|\ne", { $0.moveToLineEnd() }),
      ("ab|", "ba|", { $0.transpose() }), ("a|bc", "ba|c", { $0.transpose() }), ("|ab", "|ab", { $0.transpose() }),
      ("a|", "a|", { $0.transpose() }), ("abc\ndef|", "abc|\ndef", { _ = $0.moveUp() }),
      ("a\ndef|", "a|\ndef", { _ = $0.moveUp() }), ("ab|c\nd\nef", "abc\nd|\nef", { _ = $0.moveDown() }),
      ("ab|c", "ab|c", { #expect(!$0.moveDown() && !$0.moveUp()) }),
    ]
    for (before, after, change) in cases {
      var edited = text(before)
      change(&edited)
      #expect(edited == text(after))
    }
  }

  @Test func killedTextCanBeInserted() {
    let cases: [(String, String, String, (inout EditedText) -> String)] = [
      ("one two|three", "one |three", "two", { $0.deleteWordLeft() }),
      ("cat/one-two |x", "cat/one-|x", "two ", { $0.deleteWordLeft() }),
      ("cat/one-two |x", "|x", "cat/one-two ", { $0.deleteToBlank() }),
      ("a| one two", "a| two", " one", { $0.deleteWordRight() }),
      ("a\nb|cd\ne", "a\nb|\ne", "cd", { $0.deleteToLineEnd() }),
      ("a|\ne", "a|e", "\n", { $0.deleteToLineEnd() }), ("a\nbc|d", "a\n|d", "bc", { $0.deleteToLineStart() }),
      ("|", "|", "", { $0.deleteWordLeft() + $0.deleteToBlank() + $0.deleteWordRight() + $0.deleteToLineEnd() }),
    ]
    for (before, after, killed, take) in cases {
      var edited = text(before)
      #expect(take(&edited) == killed)
      #expect(edited == text(after))
    }
  }

  @Test func killsInARowAreOneAndOlderOnesComeInTurn() {
    var ring = KillRing()
    let (a, b, c) = (text("one two|"), text("one |"), text("|"))
    ring.add("two", from: .before, old: a, new: b)
    ring.add("one ", from: .before, old: b, new: c)
    ring.add("x", from: .after, old: text("|x"), new: text("|"))
    var put = ring.yank(into: text("a|b"))
    #expect(put == text("ax|b"))
    put = ring.yankOlder(into: put)
    #expect(put == text("aone two|b"))
    #expect(ring.yankOlder(into: put) == text("ax|b"))
    #expect(ring.yankOlder(into: text("other|")) == text("other|"))
  }

  @Test func undoGoesBackWordByWordAndThroughEveryOtherChange() {
    var undo = UndoList()
    var typed = EditedText()
    for letter in "one two" {
      typed.insert(String(letter))
      undo.note(typed)
    }
    undo.note(text("|"))
    #expect(undo.undo() == text("one two|"))
    undo.note(text("one two|"))
    #expect(undo.undo() == text("one|"))
    #expect(undo.undo() == text("|"))
    #expect(undo.undo() == nil)
  }
}

struct PastingTests {
  private func keys(_ pieces: [String]) -> (keys: [UInt32], paste: String) {
    var decoder = KeyDecoder()
    var keys: [UInt32] = []
    for piece in pieces {
      decoder.append(piece.utf8)
      while let key = decoder.next() { keys.append(key) }
    }
    return (keys, decoder.removePaste().text)
  }

  @Test(arguments: [
    ("two words", "two words"), ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("a\tb", "a b"),
    ("\u{3}\u{4}\u{1b}[A\u{7f}\u{9b}x", "[Ax"),
    ("", ""), ("\u{1b}[200~", "[200~"), ("a\u{1b}[201", "a[201"), ("東京 e\u{301}", "東京 e\u{301}"),
  ])
  func aPasteIsTextHoweverItArrives(pasted: String, text: String) {
    let whole = "\u{1b}[200~" + pasted + "\u{1b}[201~b"
    let expected = [Key.paste.rawValue, 0x62]
    #expect(keys([whole]) == (expected, text))
    #expect(keys(whole.unicodeScalars.map { String($0) }) == (expected, text))
  }

  @Test func candidatesThatDoNotFitAreCounted() {
    var decoder = KeyDecoder()
    decoder.append("\u{1b}[200~".utf8)
    for _ in 0..<300 { decoder.append([UInt8](repeating: 0x61, count: 4096)) }
    #expect(decoder.next() == nil && !decoder.isInsideKey)
    decoder.append("\u{1b}[201~".utf8)
    #expect(decoder.next() == Key.paste.rawValue)
    let (text, wasCut) = decoder.removePaste()
    #expect(text.utf8.count == Pasting.capacity && wasCut)
  }
}
