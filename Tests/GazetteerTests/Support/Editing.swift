import Foundation
import GazetteerIndex
import GazetteerSession
import Testing

@testable import GazetteerShell

/// The editor on a thread of its own, on a terminal that the test controls.
final class Editing {
  let terminal: PseudoTerminal
  let results = Mailbox<LineResult>()
  let notices = Mailbox<Message>()
  /// The calls of the editor's closures.
  let calls = Mailbox<String>()
  private var screen: TinyTerminal
  private var shown = 0
  /// Prompts are numbered, because drawing a line again shows its prompt again.
  private var line = 1

  init(
    terminal type: String = "xterm", columns: UInt16 = 80, rows: UInt16 = 24, startupFile: String? = nil,
    lines: [String] = [], mode: String? = nil, assistant: (@Sendable () -> any LineAssistant)? = nil
  ) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    screen = TinyTerminal(columns: Int(columns), rows: Int(rows))
    let (results, notices, calls) = (results, notices, calls)
    @Sendable func edit(screen: Int32) {
      guard let signals = Signals(), let history = History(path: nil) else { return }
      for line in lines { _ = history.add(line) }
      guard let terminal = Terminal(input: screen, output: screen, type: nil),
        let editor = LineEditor(
          on: terminal, type: type, startupFile: startupFile, history: history, signals: signals,
          mail: Mail(notices) { $0 }, assistant: assistant?())
      else { return }
      defer { terminal.end() }
      if let mode { editor.useMode(mode) }
      editor.editExternally = { text in
        calls.post(text)
        return text + " edited"
      }
      editor.suspend = { calls.post("suspended") }
      for line in 1... {
        let result = editor.readLine(prompt: "\(line)> ")
        if result == .endOfFile { break }
        results.post(result)
      }
    }
    terminal.run { screen in
      edit(screen: screen)
      results.post(.endOfFile)
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

  /// The rows on the terminal now, without the blank ones at the end.
  var rows: [String] {
    screen.receive(String(decoding: terminal.drawn[shown...], as: UTF8.self))
    shown = terminal.drawn.count
    var rows = screen.text
    while rows.last == "" { rows.removeLast() }
    return rows
  }
  var cursor: [Int] { [screen.scrolledOff.count + screen.row, screen.column] }

  /// Waits until the terminal shows these rows, with the cursor at a row and column.
  func awaits(_ expected: [String], cursor: [Int]? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let isShown = terminal.awaits { rows == expected && (cursor == nil || cursor == self.cursor) }
    if !isShown { Issue.record("\(rows), cursor at \(self.cursor)", sourceLocation: sourceLocation) }
  }

  /// Ends the editor at the next prompt, before the terminal is closed.
  func end() {
    nextLine()
    terminal.send("\u{4}")
    #expect(result() == .endOfFile)
  }
}
