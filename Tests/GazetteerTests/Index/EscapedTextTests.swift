import Testing

@testable import GazetteerIndex

/// Texts in a form that every file format can hold.
@Suite struct EscapedTextTests {
  @Test(
    arguments: [
      ("", "", ""), ("plain & simple!", "plain & simple!", "plain & simple!"), ("a\\b", "a\\\\b", "a\\\\b"),
      (" a b", "\\20a b", "\\20a b"), ("a b ", "a b\\20", "a b\\20"), (" ", "\\20", "\\20"),
      ("  ", "\\20\\20", "\\20\\20"),
      ("a;b", "a\\3bb", "a\\3bb"), ("a\tb\nc", "a\tb\nc", "a\\09b\\0ac"), ("\na", "\\0aa", "\\0aa"),
      ("a\u{7F}\0", "a\\7f\\00", "a\\7f\\00"), ("é e\u{301}", "é e\u{301}", "é e\u{301}"),
      (" é;\\", "\\20é\\3b\\\\", "\\20é\\3b\\\\"), ("é\u{202E}", "é\u{202E}", "\\c3\\a9\\e2\\80\\ae"),
      ("a\u{FFFE}\u{FFFF}", "a\\ef\\bf\\be\\ef\\bf\\bf", "a\\ef\\bf\\be\\ef\\bf\\bf"),
    ])
  func textsAreEscaped(text: String, escaped: String, oneLine: String) {
    // By bytes, because strings are also equal if they only look alike.
    #expect(EscapedText.escaped(Untrusted(text), and: [0x3B]).utf8.elementsEqual(escaped.utf8))
    #expect(EscapedText.oneLine(Untrusted(text), and: [0x3B]).utf8.elementsEqual(oneLine.utf8))
  }

  @Test func eachByteThatIsNotUTF8IsEscaped() {
    let text = Untrusted(bytes: [0x61, 0xC3, 0xED, 0xA0, 0x80, 0xC0, 0xAF, 0xF0, 0x9F, 0xBF])
    #expect(EscapedText.escaped(text) == "a\\c3\\ed\\a0\\80\\c0\\af\\f0\\9f\\bf")
  }

  /// Most texts are found to need no escapes before any byte is escaped. Between backslashes, no text is.
  @Test(arguments: [[], [0x3B], [0x20, 0x61]] as [Set<UInt8>])
  func textsThatNeedNoEscapesAreFound(others: Set<UInt8>) {
    let texts = (0...0x7F).map { Untrusted(bytes: [0x78, $0, 0x78]) } + NaughtyStrings.own
    for text in texts where text.bytes.first.map({ $0 > 0x20 }) == true && text.bytes.last.map({ $0 > 0x20 }) == true {
      let between = Untrusted(bytes: [0x5C] + text.bytes + [0x5C])
      for escape in [EscapedText.escaped, EscapedText.oneLine] {
        #expect(("\\\\" + escape(text, others) + "\\\\").utf8.elementsEqual(escape(between, others).utf8))
      }
    }
  }

  @Test func textsComeBack() {
    let blanks = [" ", "\t", "\n"].flatMap { ["\($0)a", "a\($0)", "a\($0)b"] }.map { Untrusted($0) }
    for text in NaughtyStrings.own + blanks {
      #expect(EscapedText.unescaped(EscapedText.escaped(text).utf8) == text)
      #expect(EscapedText.unescaped(EscapedText.oneLine(text, and: [0x3B]).utf8) == text)
    }
  }
}
