import GazetteerIndex
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// An option for free text that comes last takes all remaining words of its command.
struct TextOptionTests {
  @Test(arguments: [
    ("favorite 1 --note nice beer garden", "nice beer garden"),
    ("favorite 1 --note 'nice  beer' garden", "nice  beer garden"),
    ("favorite 1 --rating 4 --note nice beer; list", "nice beer"), ("favorite 1 --note don't forget", "don't forget"),
    ("favorite 1 --note from -5 to 3", "from -5 to 3"),
    // It is not the last one.
    ("favorite 1 --note nice --rating 4", "nice"),
    // What the command needs comes after it.
    ("favorite --note nice 1", "nice"), ("favorite --note=nice 1", "nice"),
  ]) func theLastOneTakesAllWords(line: String, note: String) {
    let student = Student()
    student.say("search munich; \(line)")
    #expect(student.interpreter.session.favorites.all.first?.note == Untrusted(note))
  }

  @Test(arguments: [
    ("favorite 1 --note nice beer --rating 4", "beer"), ("favorite 1 --list my trips", "trips"),
    ("favorite 1 --note=nice beer", "beer"),
  ]) func otherOptionsTakeOneWord(line: String, unexpected: String) {
    let student = Student()
    #expect(student.say("search munich; \(line)").contains("unexpected word \"\(unexpected)\""))
    #expect(student.interpreter.session.favorites.all.isEmpty)
  }

  /// While it is typed, the words still belong to it: Tab suggests nothing, and no place either.
  @Test func itIsTypedAsOneText() {
    for (line, isText) in [("favorite 1 --note nice be", true), ("favorite 1 --note ", true), ("favorite ", false)] {
      let slot = PartialLine(line, cursor: line.utf8.count).map { Slot($0, in: .standard) }
      guard case .value(let input, _)? = slot?.expected else {
        #expect(!isText, "\(line)")
        continue
      }
      #expect(isText && input.name == "note", "\(line)")
    }
  }
}
