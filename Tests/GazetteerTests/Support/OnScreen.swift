import Foundation
import Testing

@testable import GazetteerShell

/// Keys by the bytes that a terminal sends.
enum Keys {
  static let (up, down, right, left) = ("\u{1b}[A", "\u{1b}[B", "\u{1b}[C", "\u{1b}[D")
  static let (home, end, delete, backspace) = ("\u{1b}[H", "\u{1b}[F", "\u{1b}[3~", "\u{7f}")
  static let (enter, tab, backTab, escape) = ("\r", "\t", "\u{1b}[Z", "\u{1b}")

  /// Ctrl and a letter.
  static func control(_ letter: Character) -> String {
    letter.asciiValue.flatMap { Unicode.Scalar(UInt32($0 & 0x1f)) }.map { String($0) } ?? ""
  }
  /// Alt and a key.
  static func meta(_ key: String) -> String { "\u{1b}" + key }
  /// The bytes that a terminal sends for pasted text.
  static func paste(_ text: String) -> String { "\u{1b}[200~" + text + "\u{1b}[201~" }
}

/// The program at its prompt, on a terminal whose screen is read.
struct OnScreen {
  static let five = TestMachine.transcripts + "/data/five.json"
  /// Arguments for a prompt with nothing around the line that is typed, whatever it is.
  static let bare = ["-q", "-i", "-c", "open \"\(five)\"; set hints off; set preview off"]
  static let sizes: [(columns: UInt16, rows: UInt16)] = [(40, 12), (80, 24), (200, 50)]

  let terminal: PseudoTerminal
  let home: ScratchDirectory
  let columns: Int

  /// Starts it with five places in use, unless there are other `arguments`.
  init(
    _ arguments: [String] = ["-q", "-i", "-c", "open \"\(five)\""], columns: UInt16 = 80, rows: UInt16 = 24,
    term: String = "xterm-256color", history: [String] = [], environment: [String: String] = [:],
    folder: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    home = try ScratchDirectory()
    let file = home.file("history", ("_HiStOrY_V2_\n" + history.map { encoded($0) + "\n" }.joined()).utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    self.columns = Int(columns)
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    let own = ["HOME": home.path, "TERM": term, "LC_ALL": "C.UTF-8", "GAZ_HISTORY": file, "PATH": "/usr/bin:/bin"]
    let program = folder.map { ["/usr/bin/env", "-C", $0, PseudoTerminal.gaz] } ?? [PseudoTerminal.gaz]
    try terminal.run(program[0], program.dropFirst() + arguments, environment: own.merging(environment) { $1 })
    try terminal.awaits(sourceLocation: sourceLocation) { $0.line == "gaz>" }
  }

  /// Drops the line, and clears the screen.
  func startOver(sourceLocation: SourceLocation = #_sourceLocation) throws {
    terminal.send(Keys.control("c"))
    try terminal.awaits(sourceLocation: sourceLocation) { $0.line == "gaz>" }
    terminal.send(Keys.control("l"))
    try terminal.awaits(sourceLocation: sourceLocation) { $0.text == ["gaz>"] }
  }

  /// Waits until the screen shows these rows and no others, with the cursor at a row and column.
  @discardableResult
  func shows(
    _ rows: [String], cursor: [Int]? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Display.Picture {
    try terminal.awaits(sourceLocation: sourceLocation) { $0.text == rows && (cursor == nil || $0.cursor == cursor) }
  }

  /// Waits until the row of the cursor is `line`.
  @discardableResult
  func showsLine(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Display.Picture {
    try terminal.awaits(sourceLocation: sourceLocation) { $0.line == line }
  }

  /// Enters a line, and waits until it has been answered and another can be typed.
  @discardableResult
  func enter(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Display.Picture {
    let before = try terminal.picture().lastRow
    terminal.send(line + Keys.enter)
    return try terminal.awaits(sourceLocation: sourceLocation) { $0.line == "gaz>" && $0.lastRow > before }
  }

  /// Ends it with Ctrl-D, and checks that it succeeds.
  func end(sourceLocation: SourceLocation = #_sourceLocation) {
    terminal.send(Keys.control("c"))
    terminal.send(Keys.control("d"))
    #expect(terminal.exitCode() == 0, sourceLocation: sourceLocation)
  }

  /// The rows of the prompt with a text of narrow characters, and the position of the cursor after the first part.
  func laidOut(before: String, after: String = "") -> (rows: [String], cursor: [Int]) {
    let text = Array("gaz> " + before + after)
    let offset = 5 + before.count
    var rows = stride(from: 0, to: text.count, by: columns).map { start -> String in
      let row = String(text[start..<min(start + columns, text.count)])
      return row.last == " " ? String(row.reversed().drop { $0 == " " }.reversed()) : row
    }
    while rows.last?.isEmpty == true { rows.removeLast() }
    return (rows, [offset / columns, offset % columns])
  }
}

/// A line as the history's file has it.
private func encoded(_ line: String) -> String { String(decoding: HistoryEncoding.encode(line), as: UTF8.self) }
