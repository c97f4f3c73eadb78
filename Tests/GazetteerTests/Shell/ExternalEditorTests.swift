import Foundation
import Testing

@testable import GazetteerShell

struct ExternalEditorTests {
  let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  @Test(arguments: [
    ("search x\n", "search x"), ("a\nb\n\n", "a\nb"), ("", ""), ("\n", ""), ("a\tb\r\n", "a b"),
    ("a\u{1b}]0;x\u{7}b\u{9b}c\u{7f}", "a]0;xbc"), ("東", "東"),
  ])
  func editedTextBecomesOneLine(text: String, line: String) {
    #expect(ExternalEditor.line(of: Array(text.utf8)) == line)
  }

  private func start(editor: String?) throws -> PseudoTerminal {
    // A folder whose name would run commands if it were not quoted.
    let folder = home.path + "/a b'$(touch broken)\";exit"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let terminal = try PseudoTerminal()
    var environment = ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm", "TMPDIR": folder]
    environment["GAZ_EDITOR"] = editor
    try terminal.run(PseudoTerminal.gaz, environment: environment)
    terminal.awaits("gaz> ")
    return terminal
  }

  @Test func theLineIsTheFileThatOnlyTheUserCanRead() throws {
    let script = home.file(
      "editor",
      "stat -c %a \"$2\" > $HOME/mode; cat \"$2\" > $HOME/found; printf 'use one-%s\\tline\\n' \"$1\" > \"$2\"\n".utf8)
    let terminal = try start(editor: "PATH=/usr/bin:/bin sh \(script) ''x")
    terminal.send("münchen\u{18}\u{5}")
    terminal.awaits("use one-x line")
    terminal.send("\r")
    terminal.awaits("\"one-x\"")
    #expect(try String(contentsOfFile: home.path + "/mode", encoding: .utf8) == "600\n")
    #expect(try String(contentsOfFile: home.path + "/found", encoding: .utf8) == "münchen\n")
    let left = try FileManager.default.subpathsOfDirectory(atPath: home.path)
    #expect(!left.contains { $0.contains("/gaz-") || $0.hasSuffix("broken") })
  }

  @Test(arguments: [
    ("exit 3 #", "ended with 3"), ("/no/such/editor", "ended with 127"), ("kill -9 $$ #", "ended with 9"),
    ("head -c 1100000 /dev/zero >", "more than 1 MB"), ("rm -f", "No such file"), (nil, "there is no editor"),
  ])
  func anEditorThatFailsLeavesTheLine(editor: String?, message: String) throws {
    let terminal = try start(editor: editor.map { "PATH=/usr/bin:/bin; \($0)" })
    terminal.send("echo münchen\u{18}\u{5}")
    terminal.awaits(message)
    terminal.awaits("echo münchen")
    terminal.send("x\r")
    terminal.awaits("\nmünchenx")
  }
}
