import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// Undo and redo, with a store for the session.
struct UndoTests {
  let recorder = AnswerRecorder()

  /// An interpreter on seven cities, to which stops can be opened.
  private func interpreter(
    _ store: FavoritesStore = FavoritesStore(path: nil), author: String = "one", file: String? = nil,
    mostBytes: Int = SessionFile.mostBytes, for purpose: Interpreter.Purpose = .prompt
  ) -> Interpreter {
    var environment = Environment(now: { 60 }, world: { _ in Example.cities })
    environment.newFavoriteID = FavoriteIDs(milliseconds: { 0 }, random: { UInt64.random(in: 0...UInt64.max) }).next
    environment.open = { opening in
      switch opening.request.source.text {
      case "stops": .success(Example.stops)
      case "world": .success(Example.cities)
      default: .failure(Failure("no such file"))
      }
    }
    let keeper = Keeper(
      favorites: store, author: author, session: file.map { SessionFile(path: $0, mostBytes: mostBytes) })
    return Interpreter(Flags(), in: environment, to: recorder.output, for: purpose, keeper: keeper)
  }

  /// The output for a line.
  @discardableResult
  private func say(_ line: String, to interpreter: Interpreter) -> [String] {
    _ = recorder.take()
    _ = interpreter.run(Untrusted(line), from: .replay)
    return recorder.take().map(\.text)
  }

  /// Everything that can be undone, as lines.
  private func past(_ session: Session) -> [String] {
    let state = session.state
    var data = SessionState()
    (data.open, data.inUse) = (state.open, state.inUse)
    (data.selectedCategories, data.checked) = (state.selectedCategories, state.checked)
    let lines = String(decoding: SessionText.text(of: SessionRecord(data)), as: UTF8.self)
    return lines.split(separator: "\n").map(String.init) + Setting.all.map { $0.value(in: session.preferences) }
      + session.favorites.all.map { "\($0)" }
  }

  private static let lines = [
    "search springfield", "search --limit 3", "more --limit 2", "near 47,8 --within 500km", "search a --prefix",
    "select 1", "select 3", "cancel", "list", "check 1-3", "check 2,5", "uncheck 1-99", "uncheck 2", "checked",
    "select-category city", "deselect-category city", "select-all", "deselect-all", "open stops", "close stops",
    "close world", "open world", "use all", "use stops", "use world", "within -20,170 60,-170", "check stops:A1",
    "favorite 1", "favorite 1-2 --rating 3", "note 1 \"so\"", "rate 1 4", "unfavorite 1", "favorites",
    "select-category rail",
    "set limit 5", "set limit default", "set hearts off; set layout landscape", "back", "back",
    "edit-categories; toggle city; done", "edit-categories; cancel", "add-favorite Here --at 1,2", "check favorites:x",
  ]

  @Test func eachOfThemIsRefusedUnderItsOwnName() {
    let interpreter = interpreter()
    let script = Origin.script(SourceLocation(file: Untrusted("x"), line: 1))
    say("search springfield; favorite 1", to: interpreter)
    say("undo", to: interpreter)
    _ = recorder.take()
    _ = interpreter.run(Untrusted("redo"), from: script)
    let refusal = "is not allowed here; it needs the power favorites; try: gaz --allow=favorites"
    #expect(recorder.take().first?.text == "! x:1: redo " + refusal)
    // The control: the other name.
    say("redo", to: interpreter)
    _ = recorder.take()
    _ = interpreter.run(Untrusted("undo"), from: script)
    #expect(recorder.take().first?.text == "! x:1: undo " + refusal)
  }

  @Test func afterAnEditThatIsNotSavedNothingFollows() throws {
    let interpreter = interpreter()
    say("search springfield; favorite 1", to: interpreter)
    let favorite = try #require(interpreter.session.favorites.all.first)
    var other = favorite
    other.note = Untrusted("other")
    func follow(_ change: FavoriteChange) -> [String] {
      let edit = FavoritesEdit(Untrusted("test"), [change], at: 60)
      let effects: [Effect] = [.keepFavorites(edit, saying: "saved"), .notice("the next effect")]
      _ = interpreter.carryOut(Reply(effects: effects), for: .typed)
      return recorder.take().map(\.text)
    }
    _ = recorder.take()
    let refused = follow(FavoriteChange(from: other, to: favorite))
    #expect(refused.first?.contains("another session changed the same favorites first") == true)
    #expect(refused.dropFirst() == ["[exit 1]"])
    // The control: an edit that is saved.
    #expect(follow(FavoriteChange(from: favorite, to: other)).last == "the next effect")
  }

  @Test func thatASessionIsTooLargeToBeSavedWholeIsToldOnce() throws {
    let path = try TemporaryFolder().path + "/session"
    let interpreter = interpreter(file: path, mostBytes: 1500)
    let told = (0..<30).map { number in
      say("search springfield\(number); \(number % 2 == 0 ? "check" : "uncheck") world:2867714", to: interpreter)
        .count { $0.contains("too large") }
    }
    #expect(told.reduce(0, +) == 1)
    let (record, warning) = SessionFile(path: path).load()
    #expect(warning == nil)
    #expect(record?.state == interpreter.session.state)
    #expect(record?.steps[.back].last == interpreter.session.steps[.back].last)
    #expect(try #require(record).steps[.back].count < interpreter.session.steps[.back].count)
  }

  @Test(arguments: 1...40) func whateverWasDoneIsTakenBackAndDoneAgain(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let interpreter = interpreter()
    var pasts = [past(interpreter.session)]
    for _ in 0..<25 {
      say(try #require(Self.lines.randomElement(using: &random)), to: interpreter)
      let now = past(interpreter.session)
      if now != pasts.last { pasts.append(now) }
    }
    // A line may make several steps, but each step changes one of these states at most.
    let last = past(interpreter.session)
    var steps = 0
    while say("undo", to: interpreter).first?.hasPrefix("undid") == true { steps += 1 }
    #expect(past(interpreter.session) == pasts.first)
    #expect(interpreter.session.steps[.back].isEmpty)
    #expect(steps >= pasts.count - 1)
    say("redo \(steps)", to: interpreter)
    #expect(past(interpreter.session) == last)
    say("undo \(steps)", to: interpreter)
    #expect(past(interpreter.session) == pasts.first)
  }

  @Test func aStepIsAtMostTheLastHundred() {
    let interpreter = interpreter()
    for number in 1...130 { say("set limit \(number)", to: interpreter) }
    #expect(interpreter.session.steps[.back].count == Steps.most)
    #expect(say("undo 101", to: interpreter).first?.contains("from 1 to 100") == true)
    #expect(say("undo 100", to: interpreter).count == 100)
  }

  @Test func otherChangesByAnotherSessionStay() throws {
    let store = FavoritesStore(path: nil)
    let (one, two) = (interpreter(store), interpreter(store, author: "two"))
    say("search munich; favorite 1; note 1 mine", to: one)
    say("favorites; rate 1 4; favorite 1 --list trips", to: two)
    #expect(say("undo", to: one) == ["undid: note Munich"])
    var favorite = try #require(one.session.favorites.all.first)
    #expect(favorite.note == nil && favorite.rating == 4 && favorite.lists == [Untrusted("trips")])
    #expect(say("redo", to: one) == ["redid: note Munich"])
    favorite = try #require(one.session.favorites.all.first)
    #expect(favorite.note == Untrusted("mine") && favorite.rating == 4)
  }

  @Test func aChangeThatAnotherSessionStandsAgainstIsSkipped() throws {
    let store = FavoritesStore(path: nil)
    let (one, two) = (interpreter(store), interpreter(store, author: "two"))
    say("search munich; favorite 1", to: one)
    say("note 1 mine", to: one)
    say("favorites; note 1 theirs", to: two)
    #expect(say("undo", to: one).first?.hasPrefix("! \"note Munich\" cannot be undone") == true)
    #expect(say("undo --skip", to: one) == ["skipped: note Munich"])
    #expect(one.session.favorites.all.first?.note == Untrusted("theirs"))
    #expect(one.session.steps[.back].last?.title == Untrusted("favorite Munich"))
    #expect(
      say("check 1; undo --skip; undo --skip; undo --skip", to: one).contains("! there is nothing to skip"))
  }

  @Test func undoIsRefusedIfAnotherSessionChangedTheFavorite() throws {
    let store = FavoritesStore(path: nil)
    let (one, two) = (interpreter(store), interpreter(store, author: "two"))
    say("search munich; favorite 1", to: one)
    say("check 1", to: one)
    say("rate favorites:\(try #require(one.session.favorites.all.first).id.text) 4", to: two)
    let refused = say("undo 2", to: one)
    #expect(refused.count == 2, "\(refused)")
    #expect(
      refused[0].hasPrefix(
        "! \"favorite Munich\" cannot be undone; \"rate Munich 4\" followed it in another session at"))
    #expect(refused[0].contains("try: history favorites favorites:") && refused[0].hasSuffix(", or undo --skip"))
    // The refused step has changed nothing.
    #expect(one.session.checked.count == 1)
    #expect(try store.edits().count == 2)
    #expect(say("undo", to: one) == ["undid: check 1"])
    #expect(say("undo --skip 2", to: one).first == "! --skip takes no number; it skips one change; try: undo --skip")
    // After the other session has undone its change, this one can undo its own.
    say("undo", to: two)
    #expect(say("undo", to: one) == ["undid: favorite Munich"])
    #expect(one.session.favorites.all.isEmpty)
  }

  @Test func undoOutsideThePromptTakesBackTheNewestEdit() throws {
    let store = FavoritesStore(path: nil)
    say("search springfield; favorite 1; rate 1 2; note 1 \"x\"", to: interpreter(store))
    func run(_ line: String) -> String? {
      say(line, to: interpreter(store, author: UUID().uuidString, for: .batch)).first
    }
    #expect(run("redo") == "! there is nothing to redo; redo only works after undo, before any other change")
    #expect(run("undo") == "undid: note Springfield")
    #expect(run("undo") == "undid: rate Springfield 2")
    #expect(run("redo") == "redid: rate Springfield 2")
    #expect(run("undo 2") == "undid: rate Springfield 2")
    #expect(run("undo") == "! there is nothing to undo")
    #expect(run("redo 3") == "redid: favorite Springfield")
    #expect(run("redo") == "! there is nothing to redo; redo only works after undo, before any other change")
    #expect(run("undo") == "undid: note Springfield")
    #expect(run("add-favorite Here --at 1,2") == "saved Here as a favorite")
    #expect(run("redo") == "! there is nothing to redo; redo only works after undo, before any other change")
    #expect(try store.edits().map(\.edit.undoes) == [nil, nil, nil, 3, 2, 5, 2, 1, 8, 7, 4, 3, nil])
  }

  @Test func undoOfAnEditNeedsTheSameConsentAsTheEdit() {
    let interpreter = interpreter()
    say("search munich; favorite 1", to: interpreter)
    _ = recorder.take()
    let script = Origin.script(SourceLocation(file: Untrusted("s"), line: 1))
    _ = interpreter.run(Untrusted("undo"), from: script)
    #expect(
      recorder.take().map(\.text).first
        == "! s:1: undo is not allowed here; it needs the power favorites; try: gaz --allow=favorites")
    // The control: a change of only the session needs no consent.
    say("check 1", to: interpreter)
    _ = recorder.take()
    _ = interpreter.run(Untrusted("undo"), from: script)
    #expect(recorder.take().map(\.text) == ["undid: check 1"])
  }

  @Test func undoStepsSurviveAKillRightAfterACommit() throws {
    let folder = try TemporaryFolder()
    let store = FavoritesStore(path: folder.path + "/favorites.sqlite")
    let path = folder.path + "/session"
    let first = interpreter(store, author: "first", file: path)
    _ = first.restoreSession()
    say("search munich; favorite 1", to: first)
    say("check 1", to: first)
    // The second prompt is killed right after the commit, so its session file is the one from before the commit.
    let second = interpreter(store, author: "second", file: path)
    _ = second.restoreSession()
    #expect(second.session.state == first.session.state)
    say("checked --limit 0", to: second)
    let before = try #require(second.session.favorites.all.first)
    var after = before
    after.rating = 5
    _ = second.saveSession(beforeEdit: true)
    let edit = FavoritesEdit(Untrusted("rate Munich 5"), [FavoriteChange(from: before, to: after)], at: 0)
    _ = try store.keep(edit, by: second.keeper.author)
    // The edit of another session is not added to the steps of this one.
    say("add-favorite Here --at 1,2", to: interpreter(store, author: "other"))
    let third = interpreter(store, author: "third", file: path)
    _ = third.restoreSession()
    #expect(
      third.session.steps[.back].map(\.title.text) == ["favorite Munich", "check 1", "rate Munich 5"])
    #expect(say("undo 3", to: third) == ["undid: rate Munich 5", "undid: check 1", "undid: favorite Munich"])
    #expect(third.session.favorites.all.map(\.place.name.text) == ["Here"])
    // The control: a session file that does not announce the edit loses the step.
    let fourth = interpreter(store, author: "fourth", file: path)
    _ = fourth.restoreSession()
    #expect(say("redo", to: fourth) == ["redid: favorite Munich"])
  }
}
