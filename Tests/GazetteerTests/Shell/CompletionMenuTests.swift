import GazetteerIndex
import GazetteerSession
import Testing

@testable import GazetteerShell

struct CompletionMenuTests {
  private func menu(_ words: [String], total: Int? = nil, detail: String = "") -> CompletionMenu {
    let candidates = words.map { Completion.Candidate($0, detail: detail) }
    return CompletionMenu(
      Completion(range: 7..<8, candidates: candidates, common: "mu", total: total),
      typed: EditedText(before: "search m", after: " x"))
  }

  private func shown(_ menu: CompletionMenu, columns: Int, rows: Int) -> [String] {
    menu.rows(columns: columns, rows: rows).map { $0.map(\.text).joined() }
  }

  @Test func theWordIsReplacedByItsBeginningAndThenByEachCandidateInTurn() {
    var menu = menu(["munich", "munster"])
    #expect(menu.line == EditedText(before: "search mu", after: " x"))
    menu.next()
    #expect(menu.line == EditedText(before: "search munich", after: " x"))
    menu.next()
    #expect(menu.chosen == 1)
    menu.next()
    #expect(menu.chosen == 0)
    menu.previous()
    #expect(menu.chosen == 1)
  }

  @Test func goingBackFromNothingChoosesTheLast() {
    var menu = menu(["a", "b", "c"])
    menu.previous()
    #expect(menu.chosen == 2)
  }

  @Test func candidatesStandInColumnsAndTheRestIsCounted() {
    let words = ["aa", "bb", "cc", "dd", "ee", "ff", "gg"]
    #expect(shown(menu(words), columns: 11, rows: 5) == ["aa  bb  cc", "dd  ee  ff", "gg"])
    #expect(shown(menu(words), columns: 11, rows: 2) == ["aa  bb  cc", "… and 4 more"])
    #expect(shown(menu(words, total: 40), columns: 40, rows: 4) == [words.joined(separator: "  "), "… and 33 more"])
    #expect(shown(menu(["東京", "x"]), columns: 10, rows: 4) == ["東京  x"])
    #expect(shown(menu(words), columns: 1, rows: 1).count == 1)
    #expect(shown(menu(words), columns: 11, rows: 0).isEmpty)
  }

  @Test func detailsStandBesideTheWordWhereThereIsRoom() {
    #expect(shown(menu(["aa", "b"], detail: "what"), columns: 20, rows: 5) == ["aa  what  b   what"])
    #expect(shown(menu(["aa", "b"], detail: "what"), columns: 6, rows: 5) == ["aa  b"])
  }

  @Test func theChosenCandidateIsMarkedAndVisible() {
    var menu = menu((0..<50).map { "word\($0)" })
    menu.previous()
    let rows = menu.rows(columns: 20, rows: 4)
    #expect(rows.joined().contains(StyledText("word49", .marked)))
    #expect(rows.allSatisfy { $0.reduce(0) { $0 + Width.of($1.text) } <= 20 })
  }
}
