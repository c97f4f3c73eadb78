import GazetteerIndex
import Testing

@testable import GazetteerSession

struct CategoriesTests {
  /// Thirty places, each with a category of its own.
  private static let many = Example.dataset(
    "many",
    (0..<30).map { Example(id: .number(Int64($0)), name: "place \($0)", category: "c\($0 / 10)\($0 % 10)") })

  /// Categories whose folds are equal or empty.
  private static let alike = Example.dataset(
    "alike",
    ["Food", "food", "Fóod", "***", "…", ""].enumerated().map { index, category in
      Example(id: .number(Int64(index)), name: "n\(index)", category: category)
    })

  private func names(_ answer: String) -> [Substring] {
    answer.split(separator: "\"").filter { $0.first == "n" && $0 != "name" }
  }

  @Test func allCategoriesAreSelectedNotOnlyThoseOfTheRowsInView() {
    var conversation = Conversation(Self.many)
    #expect(conversation.say("select-all --limit 3").contains("3 of 30 places; the rest: more"))
    #expect(conversation.session.selectedCategories.count == 30)
    #expect(conversation.say("categories").hasSuffix("30 of 30 selected\n"))
    #expect(conversation.say("deselect-all").hasPrefix("no category is selected, so nothing is shown"))
    #expect(conversation.session.selectedCategories.isEmpty && conversation.session.filtered.isEmpty)
  }

  @Test func manySelectedCategoriesAreNotAllSaid() {
    var conversation = Conversation(Self.many)
    let answer = conversation.say("select-all --limit 1")
    #expect(answer.hasPrefix("selected: c00, c01, c02, c03, c04, c05, c06, c07 and 22 more\n"))
  }

  @Test(arguments: [
    ("food", ["n1"]), ("Food", ["n0"]), ("***", ["n3"]), ("…", ["n4"]), ("DEFAULT", ["n5"]), ("food …", ["n1", "n4"]),
  ])
  func aNameMeansTheCategoryThatIsWrittenSo(names: String, places: [String]) {
    var conversation = Conversation(Self.alike)
    #expect(self.names(conversation.say("sc \(names) --json=name")) == places.map { $0[...] })
  }

  @Test func aNameInAnotherCaseMustMeanOnlyOneCategory() {
    var conversation = Conversation(Self.alike)
    #expect(conversation.say("sc FOOD").contains(#""FOOD" may be "#))
    #expect(conversation.session.selectedCategories.isEmpty)
    let languages = ["C++", "C#"].enumerated().map { index, category in
      Example(id: .number(Int64(index)), name: "n\(index)", category: category)
    }
    var other = Conversation(Example.dataset("languages", languages))
    #expect(names(other.say("sc c++ --json=name")) == [])
    #expect(names(other.say("sc C++ --json=name")) == ["n0"])
    #expect(names(other.say("search --category C# --json=name")) == ["n1"])
  }

  /// The names that a picker could return.
  @Test func onlyThePlacesOfExactlyTheSelectedCategoriesAreShown() {
    var conversation = Conversation(Self.alike)
    _ = conversation.session.receive(.categoriesSelected([Untrusted("food"), Untrusted("***")]))
    #expect(names(conversation.say("list --json=name")) == ["n1", "n3"])
  }

  @Test func selectingAddsAndTheListIsNumberedAndGoesOn() {
    var conversation = Conversation(Self.many)
    conversation.say("search place 7")
    conversation.say("sc c03 c05")
    conversation.say("sc c01 --limit 2")
    #expect(conversation.session.filtered.map(\.id) == [.number(1), .number(3)])
    conversation.say("more")
    #expect(conversation.session.filtered.map(\.id) == [.number(1), .number(3), .number(5)])
    conversation.say("deselect-category c03")
    #expect(conversation.session.filtered.map(\.id) == [.number(1), .number(5)])
  }

  @Test func aListBySelectionFollowsTheDatasetsInUse() {
    var conversation = Conversation(Self.many)
    conversation.say("sc c03")
    conversation.open(Example.dataset("more", [Example(id: .number(9), name: "n9", category: "c03")]))
    conversation.say("use all")
    #expect(conversation.say("list").contains("2 places"))
    conversation.say("close more")
    #expect(conversation.say("list").contains("1 place\n"))
  }

  @Test func aSelectedCategoryThatNoLongerExistsStaysSelected() {
    var conversation = Conversation(Self.many)
    conversation.say("sc c03 c04")
    conversation.open(Example.stops)
    conversation.say("use stops")
    #expect(conversation.say("list").hasPrefix("no place in use has a selected category (c03, c04)"))
    #expect(conversation.say("categories").hasSuffix("0 of 2 selected; try: select-category C\n"))
    #expect(conversation.say("deselect-category c03").hasPrefix("no place in use has a selected category (c04)"))
    conversation.say("edit-categories; toggle rail; done")
    #expect(conversation.session.selectedCategories.map(\.text) == ["c04", "rail"])
    conversation.say("use many")
    #expect(conversation.say("list --limit 0") == "1 place\n")
  }

  @Test func aSearchIsCancelledAlsoWhereNothingIsLeftToShow() {
    var conversation = Conversation(Self.many)
    conversation.say("sc c03; search place 7; close many")
    let said = conversation.say("cancel")
    #expect(said == "nothing is shown now; try: search TEXT, or select-category C\n")
    #expect(conversation.session.filtered.isEmpty)
  }

  @Test func theFormatsForProgramsSayWhatIsSelected() throws {
    var conversation = Conversation(Example.stops)
    conversation.say("sc rail")
    conversation.format = .csv
    #expect(conversation.say("categories") == "name,count,selected\nbus,1,false\nrail,2,true\n")
    conversation.format = .table
    conversation.style.isASCII = true
    #expect(
      conversation.say("categories")
        == "   category  places\n   bus            1\nx  rail           2\n1 of 2 selected\n")
  }

  @Test func wordsThatBelongTogetherAreToldSo() {
    var conversation = Conversation(
      Example.dataset("a", [Example(id: .number(1), name: "n", category: "Card Access Only")]))
    let error = conversation.say("sc card access only")
    #expect(error == "! no category is called \"card\"; did you mean \"card access only\"? try: put it in quotes\n")
    #expect(conversation.say("sc \"card access only\" --limit 0") == "1 place\n")
  }
}

struct EditCategoriesTests {
  @Test func theDraftChangesNothingBeforeDone() {
    var conversation = Conversation(Example.stops)
    conversation.say("sc rail")
    let before = conversation.session
    conversation.say("edit-categories; toggle rail bus; categories; deselect-all; select-all")
    #expect(conversation.session.selectedCategories == before.selectedCategories)
    #expect(conversation.session.filtered == before.filtered)
    #expect(conversation.session.promptName == "categories" && before.promptName == "gaz")
    var other = conversation
    conversation.say("cancel")
    #expect(conversation.session == before)
    // The control: `done` applies the draft.
    #expect(other.say("done").hasPrefix("selected: bus, rail\n"))
    #expect(other.session.mode == .commands && other.session.selectedCategories.count == 2)
  }

  @Test func anOpenedPickerShowsTheEarlierSelection() {
    var conversation = Conversation(Example.stops)
    conversation.say("edit-categories; toggle bus; done")
    conversation.say("edit-categories; toggle rail; cancel")
    #expect(conversation.say("edit-categories").hasPrefix("   category  places\n✓  bus            1\n   rail"))
    #expect(conversation.session.draft == [Untrusted("bus")])
  }

  @Test func togglingTwiceChangesNothing() {
    var conversation = Conversation(Example.stops)
    conversation.say("edit-categories")
    #expect(conversation.say("toggle bus rail") == "added: bus, rail; 2 of 2 selected\n")
    #expect(conversation.say("toggle rail") == "removed: rail; 1 of 2 selected\n")
    #expect(conversation.say("toggle bus bus") == "removed: bus; 0 of 2 selected\n")
  }

  @Test(arguments: CommandTable.standard.commands.map(\.name)) func otherCommandsWait(name: String) {
    var conversation = Conversation(Example.stops)
    conversation.say("edit-categories")
    let before = conversation.session
    guard (try? before.commandTable.command(named: Untrusted(name))) == nil else { return }
    #expect(
      conversation.say(name).hasPrefix(
        "! \"\(name)\" cannot be used inside edit-categories; the commands there are toggle, "))
    #expect(conversation.say("help \(name)").hasPrefix(name), "but can be read about")
    #expect(conversation.session == before)
  }

  @Test func openingADatasetKeepsTheDraft() {
    var conversation = Conversation(Example.stops)
    conversation.say("edit-categories; toggle bus")
    conversation.open(Example.cities)
    #expect(conversation.session.draft == [Untrusted("bus")])
    conversation.say("toggle city; done")
    #expect(conversation.session.selectedCategories.map(\.text) == ["bus", "city"])
  }

  @Test func thePickerIsUsedIfThereIsOne() throws {
    var conversation = Conversation(Example.stops)
    conversation.context.hasPicker = true
    let before = conversation.session
    #expect(conversation.say("edit-categories") == "")
    #expect(conversation.effects == [.pickCategories] && conversation.session == before)
  }

  @Test func commandsThatEndInTheNestedPromptDiscardTheDraftAndSaySo() {
    var session = Session(world: Example.stops)
    #expect(session.receive(.draftAbandoned) == [], "the control: outside there is nothing to say")
    _ = session.receive(.categoriesDrafted([Untrusted("bus")]))
    #expect(session.receive(.draftAbandoned).count == 1)
    #expect(session == Session(world: Example.stops))
  }
}
