import GazetteerIndex
import Testing

@testable import GazetteerSession

struct SettingTests {
  /// Values that differ from the default, one for each setting.
  static let others = [
    "limit": "7", "format": "csv", "color": "never", "ascii": "on", "graphics": "auto", "pager": "off", "keys": "vi",
    "hints": "off",
    "preview": "off", "title": "off", "timer": "on", "on-error": "stop", "quiet": "on", "verbose": "on",
    "multiple": "on", "layout": "landscape", "hearts": "off", "coordinates": "off",
  ]

  @Test(arguments: Setting.all.map(\.name)) func aSettingIsSetShownAndSetBack(name: String) throws {
    var conversation = Conversation()
    conversation.context.allowed = [.account]
    let setting = try Setting.named(Untrusted(name))
    let other = try #require(Self.others[name])
    #expect(setting.defaultValue != other)
    conversation.say("set \(name) \(other)")
    #expect(conversation.session.preferences != Preferences())
    #expect(conversation.effects == [.keepSetting(.init(name, to: other))])
    #expect(conversation.say("set \(name) --json=value").contains("\"value\":\"\(other)\""))
    conversation.say("set \(name) default")
    #expect(conversation.session.preferences == Preferences())
    #expect(conversation.effects.last == .keepSetting(.init(name, to: nil)))
  }

  @Test func everyChoiceOfEverySettingIsAccepted() throws {
    for setting in Setting.all {
      #expect(!setting.choices.isEmpty && !setting.help.isEmpty)
      for choice in setting.choices {
        var preferences = Preferences()
        try setting.set(Untrusted(choice), in: &preferences)
        #expect(setting.value(in: preferences) == choice)
      }
    }
  }

  @Test func aWrongValueChangesNothing() {
    var conversation = Conversation()
    for line in ["set limit -1", "set color blue", "set pager yes", "set colr never", "set limit 1 2", "timer maybe"] {
      #expect(conversation.say(line).hasPrefix("! "))
    }
    #expect(conversation.session.preferences == Preferences() && conversation.effects.isEmpty)
  }

  @Test func limitAndFormatHoldForWhatFollows() {
    var conversation = Conversation()
    conversation.say("set limit 1")
    #expect(conversation.say("search springfield").hasSuffix("1 of 2 places; the rest: more\n"))
    #expect(conversation.say("search springfield --limit all").hasSuffix("2 places\n"))
    conversation.say("set format jsonl")
    #expect(conversation.say("search springfield").hasPrefix("{\"n\":1,"))
    #expect(conversation.say("search springfield --json").hasPrefix("{\"command\""))
  }

  @Test func helpKnowsFamiliesTopicsSettingsAndOtherProgramsWords() {
    var conversation = Conversation()
    let words = HelpIndex(table: .standard).words + HelpTopic.all.flatMap(\.names)
    for word in words + CommandTable.standard.commands.flatMap(\.synonyms) {
      let answer = conversation.say("help \"\(word)\"")
      #expect(!answer.hasPrefix("! ") && answer.contains("\n"), "\(word)")
    }
    #expect(conversation.say("help ls").hasPrefix("ls is called list here\n"))
    #expect(conversation.say("help find").contains("Find places, list them"))
    #expect(conversation.say("help search").contains("5 region"), "the command, then the topic")
    #expect(conversation.say("help kyes") == "! there is no help on \"kyes\"; did you mean \"keys\"?\n")
    #expect(conversation.say("help xyzzy") == "! there is no help on \"xyzzy\"; try: help\n")
  }

  @Test func helpAloneFitsASmallScreen() {
    var conversation = Conversation()
    conversation.style.width = 80
    let lines = conversation.say("help").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24)
    #expect(lines.allSatisfy { Width.of(String($0)) <= 80 })
  }

  @Test func theHistoryIsSearchedAndNumbered() {
    var conversation = Conversation()
    conversation.context.history = ["search munich", "near 1", "search Münster", "help"]
    #expect(conversation.say("history mün") == "  3  search Münster\n")
    #expect(conversation.say("history SEARCH --limit 1 --json=n").contains("\"total\":2,\"lines\":[{\"n\":3}]"))
    #expect(conversation.say("history search --limit 1").hasSuffix("1 of 2 lines; the rest: history --limit all\n"))
    #expect(conversation.say("history xyz") == "no line contains \"xyz\"\n")
    conversation.say("history --run 2")
    #expect(conversation.effects == [.run(Untrusted("near 1"))])
    #expect(
      conversation.say("history --run 5") == "! there is no line 5; the history has lines 1 to 4; try: history\n")
    conversation.context.history = []
    #expect(conversation.say("history").hasPrefix("the history is empty"))
  }

  @Test(
    arguments: [
      ("2", 2), ("0.5", 0.5), ("2s", 2), ("1m", 60), ("1h", 3600), ("61m", nil), ("-1", nil), ("x", nil), ("1e9", nil),
      ("", nil), (".", nil), ("inf", nil),
    ] as [(String, Double?)]) func aPauseIsReadAsItIsWritten(word: String, seconds: Double?)
  {
    #expect((try? Pause(word: Untrusted(word)))?.seconds == seconds)
  }

  @Test func aboutFailsAsItSays() {
    var conversation = Conversation()
    #expect(conversation.say("about 1").hasPrefix("! failed to load about information; there is no list"))
    conversation.open(Example.stops)
    conversation.say("search broad; close stops")
    #expect(
      conversation.say("about 1").hasPrefix("! failed to load about information; \"stops:A1\" is in a dataset that"))
    #expect(conversation.say("about .").contains("no place is selected"))
    #expect(
      conversation.say("about world:2198148") == "Suva\n  country      Fiji (FJ)\n  coordinates  -18.14161,178.44149\n")
  }
}
