import Foundation
import Testing

@testable import GazetteerShell

/// Questions at the prompt, as a user sees them. The favorite that is edited is called Alabama.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct QuestionsOnScreenTests {
  static let terminals: [(columns: UInt16, rows: UInt16, term: String)] = [
    (40, 12, "xterm-256color"), (80, 24, "xterm-256color"), (80, 24, "dumb"),
  ]
  static let question = "Alabama has unsaved changes: stay or disregard?"

  /// Starts the program with a favorite whose draft has changes.
  private func start(
    columns: UInt16 = 80, rows: UInt16 = 24, term: String = "xterm-256color", environment: [String: String] = [:]
  ) throws -> OnScreen {
    let arguments = ["-i", "-c", "open \"\(OnScreen.five)\"; search alabama --limit 1; favorite 1"]
    let gaz = try OnScreen(arguments, columns: columns, rows: rows, term: term, environment: environment)
    return gaz
  }

  private func draft(_ gaz: OnScreen) throws {
    gaz.terminal.send("edit-favorite 1" + Keys.enter)
    try gaz.showsLine("favorite>")
    gaz.terminal.send("rate 3" + Keys.enter)
    try gaz.terminal.awaits { $0.line == "favorite>" && $0.text.contains("rating: 3, was none") }
  }

  /// Leaves the draft by keys, and waits for the question.
  private func leave(_ gaz: OnScreen, by keys: String) throws {
    gaz.terminal.send(keys)
    try gaz.terminal.awaits { $0.line.hasSuffix("disregard?") }
  }

  @Test(arguments: terminals) func aChangedDraftIsOnlyDiscardedOnRequest(
    columns: UInt16, rows: UInt16, term: String
  ) throws {
    let gaz = try start(columns: columns, rows: rows, term: term)
    try draft(gaz)
    for (way, answer) in [
      ("cancel" + Keys.enter, "stay"), (Keys.control("d"), ""), ("quit" + Keys.enter, "STAY"),
      ("cancel" + Keys.enter, "no"),
    ] {
      try leave(gaz, by: way)
      gaz.terminal.send(answer + Keys.enter)
      if answer == "no" {
        try gaz.terminal.awaits { picture in
          picture.line.hasSuffix("disregard?") && picture.text.contains("answer disregard or stay")
        }
        gaz.terminal.send(Keys.enter)
      }
      try gaz.showsLine("favorite>")
    }
    for key in [Keys.control("c"), Keys.control("d")] {
      try leave(gaz, by: "cancel" + Keys.enter)
      gaz.terminal.send(key)
      try gaz.showsLine("favorite>")
    }
    try leave(gaz, by: Keys.control("d"))
    gaz.terminal.send("disregard" + Keys.enter)
    let picture = try gaz.showsLine("gaz>")
    #expect(picture.text.joined(separator: " ").contains("Alabama is unchanged"))
    gaz.end()
  }

  @Test func quittingAsksAndThenQuits() throws {
    let gaz = try start()
    try draft(gaz)
    try leave(gaz, by: "quit" + Keys.enter)
    gaz.terminal.send("disregard" + Keys.enter)
    #expect(gaz.terminal.exitCode() == 0)
  }

  @Test(arguments: terminals) func textTypedAheadOrPastedAnswersNoQuestion(
    columns: UInt16, rows: UInt16, term: String
  ) throws {
    let gaz = try start(columns: columns, rows: rows, term: term)
    try draft(gaz)
    // All in one write, so the answer arrives before the question is asked.
    try leave(gaz, by: "cancel" + Keys.enter + "disregard" + Keys.enter)
    gaz.terminal.send(Keys.enter)
    try gaz.showsLine("favorite>")
    guard term != "dumb" else { return }
    try leave(gaz, by: "cancel" + Keys.enter)
    gaz.terminal.send(Keys.paste("disregard\n"))
    // The paste is in the line, with its newline, and has run nothing.
    let picture = try gaz.terminal.awaits { $0.text.contains { $0.hasSuffix("disregard? disregard") } }
    #expect(!picture.text.contains("gaz>"))
    gaz.terminal.send(Keys.control("c"))
    try gaz.showsLine("favorite>")
  }

  @Test func anAnswerIsNotInTheHistoryAndGetsNoHint() throws {
    let gaz = try start()
    gaz.terminal.send("disregarded; search alabama --limit 1" + Keys.enter)
    try gaz.showsLine("gaz>")
    try draft(gaz)
    try leave(gaz, by: "cancel" + Keys.enter)
    gaz.terminal.send("disr" + Keys.tab)
    let picture = try gaz.terminal.awaits { $0.line.contains("disregard? disr") }
    #expect(picture.line == Self.question + " disr", "no hint, and nothing to complete")
    gaz.terminal.send("egard" + Keys.enter)
    try gaz.showsLine("gaz>")
    gaz.terminal.send(Keys.up)
    try gaz.showsLine("gaz> cancel")
    gaz.end()
  }

  @Test func theNextCommandOfALineWaitsForTheAnswer() throws {
    let gaz = try start()
    try draft(gaz)
    gaz.terminal.send("cancel; show; help" + Keys.enter)
    let asked = try gaz.terminal.awaits { $0.line.hasSuffix("disregard?") }
    #expect(!asked.text.contains { $0.hasPrefix("rating: 3") && !$0.contains("was") })
    gaz.terminal.send("stay" + Keys.enter)
    try gaz.terminal.awaits { $0.line == "favorite>" && $0.text.contains("rating: 3") }
    // Ctrl-C drops the rest of the line, too.
    gaz.terminal.send(Keys.control("l") + "cancel; show" + Keys.enter)
    try gaz.terminal.awaits { $0.line.hasSuffix("disregard?") }
    gaz.terminal.send(Keys.control("c"))
    let picture = try gaz.showsLine("favorite>")
    #expect(!picture.text.contains("rating: 3"))
    try leave(gaz, by: "cancel" + Keys.enter)
    gaz.terminal.send("disregard" + Keys.enter)
    try gaz.showsLine("gaz>")
    gaz.end()
  }

  /// An editor that does the next of these steps each time it is called.
  private func editor(_ steps: [String]) throws -> (command: String, scratch: ScratchDirectory) {
    let scratch = try ScratchDirectory()
    let lines = steps.enumerated().map { "\($0)) \($1) ;;" }.joined(separator: "\n")
    let script = """
      n=$(cat \(scratch.path)/count 2>/dev/null || echo 0)
      echo $((n + 1)) >\(scratch.path)/count
      cp "$1" \(scratch.path)/text$n
      case $n in
      \(lines)
      esac
      """
    return ("sh " + scratch.file("editor", script.utf8), scratch)
  }

  @Test(arguments: terminals) func aFavoriteIsEditedAsAText(columns: UInt16, rows: UInt16, term: String) throws {
    let (command, scratch) = try editor([
      "true", "sed -i 's/^rating:/rating: 9/; s/^name: .*/name: Bama/' \"$1\"",
      "sed -i 's/^rating: 9/rating: 4/' \"$1\"",
      "sed -i 's/^rating: 4/rating: 5/' \"$1\"", "exit 3",
    ])
    let gaz = try start(columns: columns, rows: rows, term: term, environment: ["EDITOR": command])
    let edit = { gaz.terminal.send("edit-favorite 1 --editor" + Keys.enter) }
    edit()
    try gaz.terminal.awaits { $0.line == "gaz>" && $0.text.contains("nothing changed") }
    edit()
    try gaz.terminal.awaits { $0.line == "edit it again? [Y/n]" && $0.text.joined().contains("\"9\" is not valid") }
    gaz.terminal.send(Keys.enter)
    try gaz.terminal.awaits { $0.line == "save these changes? [y/N]" && $0.text.contains("rating: 4, was none") }
    // The text that was written first is not lost.
    let second = try String(contentsOfFile: scratch.path + "/text2", encoding: .utf8)
    #expect(second.contains("name: Bama\n") && second.contains("rating: 9\n"))
    gaz.terminal.send("y" + Keys.enter)
    try gaz.terminal.awaits { $0.line == "gaz>" && $0.text.joined().contains("saved: Bama") }
    edit()
    try gaz.terminal.awaits { $0.line == "save these changes? [y/N]" }
    gaz.terminal.send("n" + Keys.enter)
    try gaz.terminal.awaits { $0.line == "gaz>" && $0.text.contains("nothing was saved") }
    edit()
    try gaz.terminal.awaits { $0.line == "gaz>" && $0.text.joined(separator: " ").contains("the editor ended with 3") }
    // The control: the next edit starts with what was saved.
    let last = try String(contentsOfFile: scratch.path + "/text4", encoding: .utf8)
    #expect(last.contains("name: Bama\n") && last.contains("rating: 4\n"))
    gaz.end()
  }
}
