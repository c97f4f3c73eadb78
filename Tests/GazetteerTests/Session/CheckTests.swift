import GazetteerIndex
import Testing

@testable import GazetteerSession

struct CheckTests {
  @Test func checkMarksAreOnPlacesNotOnNumbers() {
    var conversation = Conversation()
    conversation.say("search springfield")
    conversation.say("check 2")
    conversation.say("search --sort name --limit all")
    let marked = conversation.say("list").split(separator: "\n").filter { $0.contains("✓") }
    #expect(marked.count == 1 && marked[0].contains("Illinois"))
    #expect(conversation.say("list --json=id,checked").contains(#"{"id":4250542,"checked":true}"#))
    #expect(!conversation.say("list --json=id,checked").contains("false"))
  }

  @Test func theColumnOfMarksIsLeftOutIfItIsEmpty() {
    var conversation = Conversation()
    let before = conversation.say("search springfield")
    conversation.say("check world:2643743")
    #expect(conversation.say("search springfield") == before)
    conversation.style.isASCII = true
    #expect(conversation.say("search london").contains("\n1  x  -  London"))
  }

  @Test func checkedPlacesAreListedInTheOrderOfChecking() {
    var conversation = Conversation()
    conversation.say("check world:4035413; check world:2643743")
    conversation.open(Example.stops)
    conversation.say("check stops:B1; check world:4035413")
    conversation.say("search penn")
    let listed = conversation.say("checked --json=name")
    #expect(listed.contains(#"[{"name":"Apia"},{"name":"London"},{"name":"Nowhere"}]"#))
    #expect(conversation.session.filtered.count == 3)
    conversation.say("uncheck 2")
    #expect(
      conversation.say("list --json=name") == listed.replacing("checked", with: "list"), "the list stays as it was")
    #expect(conversation.say("checked --limit 0") == "2 places\n")
    #expect(conversation.session.inUse == ["stops"])
  }

  /// The control: a name with blanks stays one name, and other words are errors.
  @Test func numbersMayHaveBlanksBetweenThem() {
    for line in ["check 1 2", "check 1, 2", "check 1 2-2", "check 1,2"] {
      var conversation = Conversation()
      conversation.say("search springfield")
      #expect(conversation.say(line) == "checked 2 places; 2 in all\n", "\(line)")
      #expect(conversation.say("uncheck 1 2") == "unchecked 2 places; 0 left\n")
    }
    var conversation = Conversation()
    conversation.say("search springfield")
    #expect(conversation.say("check 1 x").hasPrefix("! unexpected word \"x\""))
    #expect(conversation.say("check 1 2 --json").contains("\"places\""))
  }

  @Test func checkingTwiceIsNoError() {
    var conversation = Conversation()
    conversation.say("search springfield")
    #expect(conversation.say("check 1") == "checked Springfield; 1 in all\n")
    #expect(conversation.say("check 1-2") == "checked Springfield; 2 in all\nchecked already: Springfield\n")
    #expect(conversation.say("uncheck 1-99") == "unchecked 2 places; 0 left\n")
    #expect(conversation.say("uncheck 1,2") == "not checked: 2 places\n")
    #expect(conversation.say("checked") == "nothing is checked; try: check 1\n")
  }

  @Test(arguments: [(1, "1 place of stops is no longer checked"), (3, "3 places of stops are no longer checked")])
  func closingADatasetRemovesItsMarksAndReportsHowMany(count: Int, notice: String) {
    var conversation = Conversation()
    conversation.say("check world:2643743")
    conversation.open(Example.stops)
    conversation.say("search --limit \(count)")
    conversation.say("check 1-\(count)")
    let effects = conversation.session.receive(.closed("stops"))
    let notices = effects.compactMap { if case .notice(let message) = $0 { message.neutralised } else { nil } }
    #expect(notices.first == notice)
    #expect(conversation.session.checked.places == [PlaceID(dataset: "world", id: .number(2_643_743))])
    conversation.open(Example.stops)
    #expect(conversation.session.checked.count == 1, "they do not come back with the name")
  }

  @Test func aSetOfPlacesKeepsEachOnceInOrder() {
    let places = (0..<5).map { PlaceID(dataset: "a", id: .number(Int64($0))) }
    var set = PlaceSet()
    set.insert([places[3], places[1]])
    set.insert([places[1], places[4]])
    #expect(set.places == [places[3], places[1], places[4]])
    #expect(set.removeAll { $0 == places[1] || $0 == places[0] } == 1)
    #expect(set.places == [places[3], places[4]] && !set.contains(places[1]) && set.contains(places[4]))
  }
}
