import GazetteerIndex
import Testing

@testable import GazetteerSession

/// A table shows the column by which it is sorted.
struct SortedColumnTests {
  private static func kept() -> Conversation {
    var conversation = Conversation.keeping()
    conversation.keep("favorite world:2643743")
    conversation.keep("favorite world:2867714")
    return conversation
  }

  @Test(arguments: [
    ("favorites --sort added", "added", "2026-01-01T12:00:02Z"),
    ("favorites --sort changed", "changed", "2026-01-01T12:00:02Z"),
    ("favorites --sort timezone", "timezone", "Europe/Berlin"),
    ("favorites --sort population", "population", "8,961,989"),
  ])
  func theColumnOfTheOrderIsShown(line: String, column: String, value: String) {
    var conversation = Self.kept()
    let table = conversation.keep(line)
    #expect(table.split(separator: "\n").first?.split(separator: " ").contains(Substring(column)) == true)
    #expect(table.contains(value), "\(table)")
    #expect(!conversation.keep("favorites").contains(value))
    #expect(!conversation.keep(line + " --columns name").contains(value))
    conversation.format = .line
    #expect(conversation.keep(line).contains(", \(column) \(value)"))
  }

  /// Also if it is a column of a file; machines get what they got before.
  @Test func theColumnOfAFileIsBehindTheName() {
    let dataset = Example.dataset(
      "d",
      [
        Example(id: .number(1), name: "Low", position: (1, 2), attributes: [("price", "5")]),
        Example(id: .number(2), name: "High", position: (3, 4), attributes: [("price", "70")]),
        Example(id: .number(3), name: "None", position: (5, 6)),
      ])
    var conversation = Conversation(dataset)
    #expect(
      conversation.say("search --sort Price --reverse")
        == """
        #     name  price        lat,lon
        1  ♡  High     70  3.0000,4.0000
        2  ♡  Low       5  1.0000,2.0000
        3  ♡  None         5.0000,6.0000
        3 places

        """)
    #expect(!conversation.say("search --sort name").contains("price"))
    #expect(!conversation.say("search --sort price --columns name").contains("70"))
    #expect(conversation.say("search --sort price --json=name --limit 1").contains(#"[{"name":"Low"}]"#))
  }
}
