import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Hostile text as data, and as what is typed, through every command and every format.
@Suite(.enabled(if: SharedData.has("data/hostile"), SharedData.absent))
struct HostileViewsTests {
  private static let lines = [
    "search", "search --near 1,2", "list", "more", "select 1", "show 1", "show .", "why 1", "near 1,2", "datasets -v",
    "check .", "uncheck .",
  ]

  private static let formats = Format.named.map(\.format) + [.object(fields: []), .object(fields: ["name"])]

  @Test func noViewContainsHostileText() throws {
    for input in try hostileInputs() {
      // Importers accept only valid UTF-8.
      var conversation = Conversation(Self.dataset(of: String(decoding: input, as: UTF8.self)))
      for format in Self.formats {
        conversation.format = format
        for line in Self.lines {
          var text = conversation.say(line)
          if format == .tsv {
            // Tabs belong to the format; each line has the same number of them.
            let tabs = text.split(separator: "\n").map { $0.filter { $0 == "\t" }.count }
            #expect(Set(tabs).count <= 1)
            text.removeAll { $0 == "\t" }
          }
          #expect(hostileCodePoints(in: Array(text.utf8)) == [], "\(line) as \(format)")
        }
      }
    }
  }

  /// The control: the input does reach the views, so that without the neutraliser it would be found there.
  @Test func theControlHostileDataReachesTheViews() throws {
    var conversation = Conversation(Self.dataset(of: "a\u{9B}b"))
    #expect(conversation.say("search").contains("a<U+009B>b"))
    #expect(conversation.say("show 1").components(of: "a<U+009B>b") >= 8)
    #expect(conversation.say("search --json").contains("a\\u009bb"))
    #expect(hostileCodePoints(in: Array("a\u{9B}b".utf8)) == ["U+9B"])
  }

  @Test func noErrorContainsHostileText() throws {
    for input in try hostileInputs() where !input.contains(0) {
      let escaped = input.flatMap { byte -> [UInt8] in [0x22, 0x5C].contains(byte) ? [0x5C, byte] : [byte] }
      let word = [0x22] + escaped + [0x22]
      let starts = [
        "", "search ", "search --in ", "search --category ", "search --limit ", "search --from ", "search --json=",
        "show ", "near ", "use ", "close ", "open ", "select world:", "help ", "near 1,2 ", "source ",
        "favorites ", "favorites --list ", "favorites --sort ", "add-favorite x --at ", "show favorites:",
      ]
      for start in starts {
        var conversation = Conversation()
        let line = Untrusted(bytes: Array(start.utf8) + word)
        #expect(hostileCodePoints(in: Array(conversation.say(line).utf8)) == [], "\(start)")
        conversation.context.isDryRun = true
        #expect(hostileCodePoints(in: Array(conversation.say(line).utf8)) == [], "\(start)")
        for case .notice(let message) in conversation.effects {
          #expect(hostileCodePoints(in: Array(message.neutralised.utf8)) == [])
        }
      }
    }
  }

  /// A dataset with the text in every place where a source can have one.
  private static func dataset(of text: String) -> Dataset {
    var about = DatasetAbout(source: Untrusted(text), format: "test", attribution: Untrusted(text))
    about.skipped = 1
    about.problems = ["line 1: \(Untrusted(text))"]
    let place = Example(
      id: .text(text), name: text, alternates: [text], position: (1, 2), country: text, admin1: text, population: 5,
      timeZone: text, category: text, attributes: [(text, text)])
    return Example.dataset("world", [place, Example(id: .number(1), name: "plain")], about: about)
  }
}

extension String {
  /// How often it contains `part`.
  fileprivate func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
