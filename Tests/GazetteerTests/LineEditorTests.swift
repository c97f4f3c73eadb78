import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerShell

/// The editor on a thread of its own, on a terminal that the test holds.
private final class Editing {
  let terminal: PseudoTerminal
  let results = Mailbox<LineResult>()
  let notices = Mailbox<Message>()
  /// Prompts are numbered, because drawing a line again shows its prompt again.
  private var line = 1

  init(terminal type: String = "xterm", columns: UInt16 = 80, startupFile: String? = nil, lines: [String] = []) throws {
    terminal = try PseudoTerminal(columns: columns)
    let (screen, results, notices) = (terminal.screen, results, notices)
    Worker.run {
      guard let signals = Signals(), let history = History(path: nil) else { return }
      for line in lines { _ = history.add(line) }
      guard
        let editor = LineEditor(
          input: screen, output: screen, terminal: type, startupFile: startupFile, history: history, signals: signals,
          mail: Mail(notices) { $0 })
      else { return }
      for line in 1... {
        let result = editor.readLine(prompt: "\(line)> ")
        results.post(result)
        if result == .endOfFile { return }
      }
    }
    terminal.awaits("1> ")
  }

  /// Waits for the prompt of the next line.
  func nextLine() {
    line += 1
    terminal.awaits("\(line)> ")
  }

  /// The next result, once there is one.
  func result() -> LineResult? {
    var result: LineResult?
    _ = terminal.awaits {
      result = results.drain().first
      return result != nil
    }
    return result
  }

  /// Ends the editor, at the next prompt, before the terminal goes.
  func end() {
    nextLine()
    terminal.send("\u{4}")
    #expect(result() == .endOfFile)
  }
}

@Suite(.serialized) struct LineEditorTests {
  @Test(arguments: [
    ("\r", LineResult.line("")),
    ("  zürich č \r", .line("  zürich č ")),
    ("ac\u{1b}[Db\r", .line("abc")),
    ("bc\u{1b}OHa\u{1b}OFd\r", .line("abcd")),
    ("xab\u{1b}[1~\u{1b}[3~\r", .line("ab")),
    ("two words\u{1b}[1;5Dx\r", .line("two xwords")),
    ("a\u{1b}[5~\u{1b}[15~b\u{85}\r", .line("ab")),
    ("東京\u{7f}\r", .line("東")),
    ("a\u{16}\u{1b}[Db\u{1b}x\r", .line("ba")),
    ("\u{1b}[A\r", .line("newest")),
    ("\u{1b}[A\u{1b}[A!\r", .line("čas Zürich!")),
    ("\u{12}č\r", .line("čas Zürich")),
    ("\u{12}zür\u{5}!\r", .line("čas Zürich!")),
    ("\u{12}e\u{12}\r", .line("oldest")),
    ("\u{12}e\u{12}\u{13}\r", .line("newest")),
    ("\u{12}ex\u{7f}\r", .line("newest")),
    ("\u{12}nothing such\r", .line("newest")),
    ("mine\u{12}old\u{7}!\r", .line("mine!")),
    ("\u{12}old\u{3}", .interrupted),
    ("abc\u{3}", .interrupted),
    ("\u{4}", .endOfFile),
  ])
  func keysMakeALine(keys: String, result: LineResult) throws {
    let editing = try Editing(lines: ["oldest", "čas Zürich", "newest"])
    editing.terminal.send(keys)
    #expect(editing.result() == result)
    if result != .endOfFile { editing.end() }
  }

  @Test func aLineLongerThanTheScreenIsWhole() throws {
    let editing = try Editing(columns: 40)
    let line = (0..<400).map { "wört\($0) 東" }.joined(separator: " ")
    editing.terminal.send(line + "\r")
    #expect(editing.result() == .line(line))
    editing.end()
  }

  @Test(arguments: ["xterm", "dumb"]) func aNoticeComesAboveTheLineAndLeavesItWhole(type: String) throws {
    let editing = try Editing(terminal: type)
    editing.terminal.send("zürch\u{1b}[D\u{1b}[D")
    editing.terminal.awaits("z")
    editing.notices.post("opened 7 places")
    editing.terminal.awaits("opened 7 places")
    editing.terminal.awaits("1> zürch")
    editing.terminal.send("i\r")
    #expect(editing.result() == .line("zürich"))
    editing.end()
  }

  @Test func theUsersStartupFileBindsKeys() throws {
    let scratch = try ScratchDirectory()
    let file = scratch.file("editrc", "gaz:bind ^T ed-move-to-beg\nother:bind ^E ed-move-to-beg\n".utf8)
    let editing = try Editing(startupFile: file)
    editing.terminal.send("b\u{14}a\u{5}c\r")
    #expect(editing.result() == .line("abc"))
    editing.end()
  }

  @Test func arrowsAndSearchWorkInViModeToo() throws {
    let scratch = try ScratchDirectory()
    let editing = try Editing(startupFile: scratch.file("editrc", "bind -v\n".utf8), lines: ["oldest"])
    editing.terminal.send("ac\u{1b}[Db\r")
    #expect(editing.result() == .line("abc"))
    editing.nextLine()
    editing.terminal.send("\u{12}old\r")
    #expect(editing.result() == .line("oldest"))
    editing.end()
  }

  @Test func thereIsNoEditorWithoutATerminal() throws {
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    let made = Mailbox<Bool>()
    Worker.run {
      guard let signals = Signals(), let history = History(path: nil) else { return made.post(true) }
      made.post(LineEditor(input: null, output: null, history: history, signals: signals) != nil)
    }
    #expect(Readiness.wait(made.descriptor, milliseconds: 10_000) == [true])
    #expect(made.drain() == [false])
  }
}
