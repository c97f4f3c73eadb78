import Testing

@testable import GazetteerIndex

@Suite struct MessageTests {
  private let path = Untrusted("a\u{1B}]52;c;AAAA\u{7}\u{202E}b")

  @Test func foreignPartsAreNeutralised() {
    let message: Message = "no file \"\(path)\"; try: open"
    #expect(message.neutralised == "no file \"a^[]52;c;AAAA^G<U+202E>b\"; try: open")
    #expect(hostileCodePoints(in: Array(message.neutralised.utf8), layout: false) == [])
    #expect(!hostileCodePoints(in: path.bytes).isEmpty)
  }

  @Test func messagesNestAndStayNeutral() {
    let inner: Message = "\(path) is unreadable"
    let outer: Message = "line \(12): \(inner)\(own: ", skipped")"
    #expect(outer.neutralised == "line 12: a^[]52;c;AAAA^G<U+202E>b is unreadable, skipped")
    #expect(outer.parts.contains(.foreign(path)))
  }

  @Test func combiningMarksDoNotPileUpOnAnotherText() {
    let marks = Untrusted("e" + String(repeating: "\u{301}", count: 8))
    let message: Message = "\(marks)\(Untrusted("\u{301}\u{302}"))"
    #expect(hostileCodePoints(in: Array(message.neutralised.utf8), layout: false) == [])
  }

  @Test func theProgramsOwnWordsAreUnchanged() {
    #expect(Message(own: "nothing found").neutralised == "nothing found")
    #expect(("twice" as Message).neutralised == "twice")
  }

  /// An `Untrusted` or a `Message` interpolated into a `String` gives a row of numbers, not the text.
  @Test func noDescriptionLeaksRawText() {
    let message: Message = "no file \(path)"
    for description in ["\(path)", "\(message)", String(reflecting: path), String(reflecting: message)] {
      #expect(hostileCodePoints(in: Array(description.utf8), layout: false) == [])
    }
  }

  @Test(arguments: [("ends.", "ends"), ("ends", "ends"), ("goes on...", "goes on..."), (".", ".")])
  func aClauseHasNoFullStop(text: String, clause: String) {
    let message: Message = "why: \(Untrusted(text))"
    #expect(message.clause.neutralised == "why: " + clause)
    let own: Message = "the file \(Untrusted("a.")) is here"
    #expect(own.clause == own)
  }
}
