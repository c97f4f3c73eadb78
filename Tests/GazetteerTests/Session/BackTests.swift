import GazetteerIndex
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// `back`, beside `undo`.
struct BackTests {
  private func student() -> Student {
    Student(purpose: .prompt) { $0.open = { _ in .success(Example.stops) } }
  }

  /// What `back` goes back to after some lines, as the first line of each answer, until there is nothing any more.
  private func ways(after lines: String, _ given: Student? = nil) -> [String] {
    let student = given ?? student()
    student.say(lines)
    var ways: [String] = []
    for _ in 0..<10 {
      let answer = student.say("back").split(separator: "\n").map(String.init)
      guard answer.first?.hasPrefix("!") == false else { break }
      ways.append(answer.first { $0.hasPrefix("1 ") || $0.contains(" no place") } ?? answer.first ?? "")
    }
    return ways.map { $0.split(separator: " ").dropFirst().first { $0 != "♡" && $0 != "✓" }.map(String.init) ?? $0 }
  }

  @Test(arguments: [
    ("", []), ("search munich", []), ("search munich; search zurich", ["Munich"]),
    ("search munich; search zurich; search springfield", ["Zürich", "Munich"]),
    // The same list, or more of it, is no other view.
    ("search springfield --limit 1; more --limit 1; list; list --limit 5; search springfield", []),
    ("search springfield --limit 1; check 1; show 1; map; search munich", ["Springfield"]),
    // A selected place is a view, and printing it again is not another one.
    ("search springfield; select 2", ["Springfield"]), ("search springfield; select 2; list; list", ["Springfield"]),
    ("search munich; cancel", ["Munich"]), ("search munich; search zurich; cancel", ["Zürich", "Munich"]),
    ("search munich; check 1; checked; search zurich", ["Munich", "Munich"]),
    // Going back is no view itself.
    ("search munich; search zurich; back; search springfield", ["Munich"]),
  ]) func backShowsTheListsBefore(lines: String, expected: [String]) {
    #expect(ways(after: lines) == expected)
  }

  @Test func theNumbersAreThoseOfTheListThatIsShownAgain() {
    let student = student()
    student.say("search springfield --limit 2")
    let second = student.say("show 2")
    student.say("search munich")
    #expect(student.say("show 2").contains("there is no place 2"))
    student.say("back")
    #expect(student.say("show 2") == second)
    // As many rows as were printed before.
    #expect(student.interpreter.session.filtered.count == 2)
  }

  @Test(arguments: ["map 1", "map munich", "map checked"])
  func theMapIsThatOfTheListAgain(map: String) throws {
    let student = student()
    student.say("search munich; check 1; search springfield")
    let places = try student.interpreter.session.mapSubject(Context()).markers.map(\.id)
    student.say(map + "; search zurich; back")
    let session = student.interpreter.session
    #expect(session.filtered.count == 2)
    #expect(try session.mapSubject(Context()).markers.map(\.id) == places)
  }

  @Test func openingADatasetKeepsTheMapOfOtherPlaces() {
    let student = student()
    student.say("search munich; check 1; map checked; zoom 5; open stops.csv")
    #expect(student.interpreter.session.map.target == .checked)
    #expect(student.interpreter.session.map.viewport != nil)
  }

  /// What `cancel` brings back is the map before the last search, not one of a list that was left long ago.
  @Test func backKeepsWhereCancelReturnsTo() {
    let student = student()
    student.say("search suva; zoom 5; pan e; open stops.csv; search penn; select-category rail; cancel")
    let resting = student.interpreter.session.map
    student.say("back; cancel")
    #expect(student.interpreter.session.map == resting)
    #expect(resting.viewport == nil)
  }

  @Test func dataStaysAsItIs() {
    let student = student()
    student.say("search munich; favorite 1; check 1; set limit 5; search zurich; check 1")
    let (favorites, checked) = (student.say("favorites --format csv"), student.say("checked --format csv"))
    student.say("back; back; back")
    #expect(student.say("favorites --format csv") == favorites)
    #expect(student.say("checked --format csv") == checked)
    #expect(student.say("set limit").contains("5"))
  }

  @Test func aListOfAClosedDatasetIsPassed() {
    let student = student()
    student.say("open stops; use all; search munich --from world")
    student.say("within 40,-180 60,180 --from stops")
    student.say("search zurich --from world; close stops")
    #expect(ways(after: "", student) == ["Munich"])
  }

  @Test func theMapComesBackWithItsList() {
    let student = student()
    student.say("search springfield; zoom 7; pan w")
    let camera = student.interpreter.session.map.viewport
    #expect(camera != nil)
    student.say("search munich")
    #expect(student.interpreter.session.map.viewport != camera)
    student.say("back")
    #expect(student.interpreter.session.map.viewport == camera)
  }

  /// The list that comes back has its own camera, whatever was zoomed since.
  @Test func eachListHasItsOwnCamera() {
    let student = student()
    let camera = { student.interpreter.session.map.viewport }
    student.say("search springfield; zoom 7; pan w")
    let first = camera()
    student.say("search munich; zoom 4")
    let second = camera()
    student.say("select 1; zoom 14; search zurich; zoom 2; cancel")
    // Nothing was shown before the first search, and no camera was chosen.
    #expect(camera() == nil)
    student.say("back")
    #expect(camera()?.zoom == 2)
    student.say("back")
    #expect(camera()?.zoom == 14)
    student.say("back")
    #expect(camera() == second)
    student.say("back")
    #expect(camera() == first)
    #expect(first != nil && second != nil && first != second)
  }

  @Test func cancelSaysHowToGoBack() {
    let student = student()
    #expect(!student.say("cancel").contains("back"))
    #expect(student.say("search munich; cancel").contains("try: back"))
    #expect(student.say("back").contains("Munich"))
  }

  @Test func selectedCategoriesAreShownAgainOnlyWhileTheyAreSelected() {
    let student = student()
    student.say("select-category city; search munich")
    #expect(student.say("back").contains("selected: city"))
    student.say("search munich; deselect-all")
    #expect(!student.say("back").contains("selected: city"))
  }

  @Test func noMoreThanTheLastHundred() throws {
    var views = Views()
    var states = (0...Views.most + 5).map { number in
      var state = SessionState()
      state.listing = Listing(.search(Query(Untrusted("\(number)"))), datasets: ["world"], shown: 1)
      return state
    }
    for (before, after) in zip(states, states.dropFirst()) { views.settle(from: before, to: after) }
    states.removeLast()
    for state in states.suffix(Views.most).reversed() {
      let view = try #require(views.last { _ in true })
      #expect(view.isSame(as: Views.View(of: state)))
      views.goBack(to: view)
    }
    #expect(views.last { _ in true } == nil)
  }

  // MARK: undo is about data

  @Test(arguments: [
    ("set limit 5", "undid: set limit 5"), ("set hearts off", "undid: set hearts off"),
    ("set limit 20", "! there is nothing to undo"), ("search munich", "! there is nothing to undo"),
    ("search springfield; select 2; more; list; cancel; map", "! there is nothing to undo"),
    ("search munich; check 1; search zurich; select 1", "undid: check 1"),
  ]) func undoTakesBackWhatWasChanged(lines: String, answer: String) {
    let student = student()
    student.say(lines)
    #expect(student.say("undo").split(separator: "\n").first.map(String.init) == answer)
  }

  @Test func aSettingIsTakenBackAndSetAgain() {
    let student = student()
    let value = { student.interpreter.session.preferences.limit }
    let before = value()
    student.say("set limit 5; set limit 7")
    let after = value()
    student.say("undo")
    #expect(value() != after && value() != before)
    student.say("undo")
    #expect(value() == before)
    student.say("redo 2")
    #expect(value() == after)
  }

  /// The list that a change of data replaced comes back with the data, unless another one was asked for since.
  @Test func undoKeepsTheListThatWasAskedForSince() {
    let student = student()
    student.say("search munich; select-category city")
    student.say("undo")
    #expect(student.say("list").contains("Munich"))
    student.say("redo; search zurich; undo")
    #expect(student.interpreter.session.selectedCategories.isEmpty)
    #expect(student.say("list").contains("Zürich"))
  }
}
