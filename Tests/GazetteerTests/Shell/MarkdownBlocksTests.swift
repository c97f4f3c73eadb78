import Foundation
import GazetteerIndex
import GazetteerSession
import Testing

@testable import GazetteerShell

/// A transcript in the blocks of a Markdown file.
struct MarkdownBlocksTests {
  private func lines(_ text: String) -> [Untrusted] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { Untrusted($0) }
  }

  private func transcript(_ text: String, name: String = "page.md") -> Transcript {
    Transcript(lines(text), ofFile: Untrusted(name))
  }

  @Test(arguments: [
    ("```\n> a\n```", ["a"]), ("~~~\n> a\n~~~\n> b", ["a"]), ("```gaz\n# now: 1\n> a\n```", ["a"]),
    ("``` gaz title\n> a\n```\n```\n> b\n```", ["a", "b"]), ("> a\n", []), ("    ```\n    > a\n    ```", []),
    ("```\nls\n> a\n```", []), ("```haskell\n> a\n```", []), ("```a```\n> b", []), ("``\n> a\n``", []),
    ("````\n> a\n```\n> b\n````\n> c", ["a", "b"]), ("```\n> a\n~~~\n> b\n```", ["a", "b"]),
    ("```\n> a\n``` x\n> b\n```", ["a", "b"]), ("- x\n  ```\n  > a\n    1\n  ```", ["a"]), ("```\n> a", ["a"]),
    ("```gaz\n```\n", []), ("```", []), ("~~~ a`b`\n~~~\n```\n> c\n```", ["c"]),
  ]) func onlyItsBlocksArePlayed(text: String, typed: [String]) {
    #expect(transcript(text).exchanges.map(\.typed.text) == typed)
    #expect(transcript(text).lines == lines(text))
  }

  /// The control: the same lines in a file with another name.
  @Test func theNameOfTheFileDecides() {
    let text = "> a\n```\n> b\n```"
    #expect(transcript(text, name: "page.txt").exchanges.map(\.typed.text) == ["a", "b"])
    #expect(transcript(text, name: "PAGE.Markdown").exchanges.map(\.typed.text) == ["b"])
    #expect(transcript(text, name: "md").exchanges.count == 2)
  }

  @Test func answersAndLineNumbersAreThoseOfTheFile() {
    let text =
      "# now: 5\n\n  ```gaz\n  # width: 40\n  > a\n  1\n\n    2\n\n  ```\nprose\n```gaz\ncomment\n> b\n3\n```\n"
    let told = transcript(text)
    #expect(told.exchanges.map(\.line) == [5, 14])
    #expect(told.exchanges.map { $0.answer.map(\.text) } == [["1", "", "  2"], ["3"]])
    #expect(told.setting("now") == nil)
    #expect(told.setting("width")?.value == "40")
    #expect(told.setting("width")?.line == 4)
    #expect(told.lines == lines(text))
  }

  @Test func anAnswerStaysInItsBlock() {
    var told = transcript("1. x\n   ```\n   > a\n   ```\n> no command\n")
    told.exchanges[0].answer = ["1", "", "```"].map { Transcript.escaped($0[...]) }
    #expect(told.lines == lines("1. x\n   ```\n   > a\n   1\n\n   \\```\n   ```\n> no command\n"))
    #expect(transcript(told.lines.map(\.text).joined(separator: "\n")) == told)
  }

  @Test func updatingRewritesOnlyTheBlocks() throws {
    let scratch = try ScratchDirectory()
    let page = "# Title\n```\n> datasets\nnone\n```\n> a quotation\n\n```sh\n> close x\n```\n```\n> echo b\n\n```\n"
    let path = scratch.file("page.md", Array(page.utf8))
    func replay(_ purpose: ReplayPurpose) throws -> (code: ExitCode, shown: String) {
      var shown = ""
      let replay = Replay(of: Untrusted(path), Flags(), in: Environment(now: { 0 }))
      return (try replay.run(purpose, show: { shown += $0 }, tell: { _ in }), shown)
    }
    let (code, difference) = try replay(.check)
    #expect(code == .replayDiffers)
    #expect(difference.contains("@@ line 3: > datasets\n-none\n+no dataset is open"))
    #expect(difference.contains("@@ line 12: > echo b\n+b\n"))
    #expect(try replay(.update).code == .success)
    let updated = page.replacingOccurrences(of: "none\n", with: "no dataset is open; try: open FILE, or open world\n")
      .replacingOccurrences(of: "echo b\n", with: "echo b\nb\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == updated)
    #expect(try replay(.check).code == .success)
  }

  @Test(arguments: [ReplayPurpose.play, .check, .update]) func aPageWithoutASessionIsRefused(purpose: ReplayPurpose)
    throws
  {
    let scratch = try ScratchDirectory()
    let path = scratch.file("page.md", Array("Some words.\n> echo a\n".utf8))
    let replay = Replay(of: Untrusted(path), Flags(), in: Environment(now: { 0 }))
    let failure = #expect(throws: Failure.self) { try replay.run(purpose, show: { _ in }, tell: { _ in }) }
    #expect(failure?.message.neutralised.contains("none of its blocks of code starts with \"> \"") == true)
  }

  @Test func allBlocksAreOneSession() throws {
    let told = transcript("```\n> add-favorite Home --at 1,2\n```\n```\n> favorites --json=name\n```")
    let replay = Replay(of: Untrusted("x.md"), Flags(), in: Environment(now: { 0 }))
    #expect(try replay.answers(to: told).exchanges[1].answer.map(\.text).joined().contains("Home"))
  }
}
