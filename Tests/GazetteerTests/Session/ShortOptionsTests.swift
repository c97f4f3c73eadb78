import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Words with one dash: options, numbers, or text.
@Suite struct ShortOptionsTests {
  private static let tables: [CommandTable] = [.standard, .editingCategories, .editingFavorite]

  @Test(arguments: tables.flatMap(\.commands)) func noCommandTakesAnUnknownOptionForAText(command: Command) throws {
    for word in ["-z", "-Z", "-zz9"] {
      let error = #expect(throws: UsageError.self) { try Arguments([Word(Untrusted(word))], for: command) }
      let message = error?.failure.message.neutralised ?? ""
      #expect(message.hasPrefix("\"\(word)\" is not an option of \(command.name)"), "\(message)")
      #expect(error?.failure.code == .usage)
      // In quotes and after -- it is a text.
      let quoted = try Arguments([Word(Untrusted(word), isQuoted: true)], for: command)
      let ended = try Arguments([Word(Untrusted("--")), Word(Untrusted(word))], for: command)
      #expect(quoted.left == [Untrusted(word)] && ended.left == quoted.left)
    }
  }

  @Test(
    arguments: [
      ("favorites -v", "! \"-v\" is not an option of favorites; try: help favorites, or -- before it if it is text\n"),
      ("search munich -v", "! \"-v\" is not an option of search; try: help search, or -- before it if it is text\n"),
      ("search munich -limit 3", "! \"-limit\" is not an option of search; did you mean \"--limit\"?\n"),
      ("datasets -x", "! \"-x\" is not an option of datasets; try: help datasets\n"),
      ("echo -n hello", "! \"-n\" is not an option of echo; try: help echo, or -- before it if it is text\n"),
      // The controls.
      ("search -- -zv", "nothing matches \"-zv\"\n"), ("search \"-zv\"", "nothing matches \"-zv\"\n"),
      ("echo hello -- -n", "hello -n\n"), ("echo - -1 -.5 --", "- -1 -.5\n"),
    ] as [(String, String)])
  func anUnknownOptionIsAnError(line: String, answer: String) {
    var conversation = Conversation()
    #expect(conversation.say(line) == answer)
  }

  @Test(
    arguments: [
      "near -18.14,178.44 --within 5km --json=name", "within -19,178 -18,179 --json=name",
      "places city near -18.14, 178.44 --within 5km --json=name",
      "search --near -18.14,178.44 --within 5km --json=name",
    ]) func aNegativeCoordinateIsNoOption(line: String)
  {
    var conversation = Conversation()
    #expect(conversation.say(line).contains(#"{"name":"Suva"}"#))
  }

  @Test func aShortOptionThatExistsIsRead() {
    var conversation = Conversation()
    #expect(conversation.say("datasets -v") == conversation.say("datasets --verbose"))
    #expect(conversation.say("datasets -v") != conversation.say("datasets"))
  }

  /// A word that gaz writes into a line has the quotes that keep it a text.
  @Test func aWordThatGazWritesStaysAText() {
    #expect(Word.text(Untrusted("-v")).isQuoted && Word.text(Untrusted("--v")).isQuoted)
    #expect(!Word.text(Untrusted("-33.9")).isQuoted && !Word.text(Untrusted("v-v")).isQuoted)
  }
}
