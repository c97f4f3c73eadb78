import Foundation
import Testing

@testable import GazetteerShell

/// The editor continues after any keys in any order.
@Suite(.serialized) struct EveryKeyTests {
  /// Bytes that start or end a sequence of keys, or are commands of vi.
  private static let meaningful: [UInt8] =
    [0, 4, 8, 9, 10, 12, 13, 14, 16, 18, 21, 22, 23, 24, 25, 26, 27, 31] + Array("\"X_.0dcfriu[~\u{7f}".utf8) + [
      0xc3, 0xff,
    ]

  private static let viKeys: [UInt8] =
    Array("$0^|%;,.~123579ABCDEFINOPRSTUWXYabcdefhijklnoprstuwxyv/ (\u{7f}".utf8) + [
      0x1b, 0x1b, 0x1b, 10, 13, 16, 14, 18, 0xc3, 0xa9, 0xcc, 0x81,
    ]

  /// The shortest row of bytes in which each sequence of so many bytes occurs (de Bruijn's, by Lyndon words).
  private static func everySequence(of bytes: [UInt8], length: Int) -> [UInt8] {
    var word = [0]
    var row: [UInt8] = []
    while !word.isEmpty {
      if length.isMultiple(of: word.count) { row += word.map { bytes[$0] } }
      word = (0..<length).map { word[$0 % word.count] }
      while word.last == bytes.count - 1 { word.removeLast() }
      if let last = word.popLast() { word.append(last + 1) }
    }
    return row + row.prefix(length - 1)
  }

  /// Cuts a row of keys into lines that end with Ctrl-C. Each starts with the end of the one before, so that no sequence
  /// of `length` is cut. Each kills one letter first: otherwise the text that Ctrl-Y inserts would grow without end.
  private static func lines(of row: [UInt8], length: Int) -> [UInt8] {
    var lines: [UInt8] = []
    for start in stride(from: 0, to: row.count, by: 100) {
      lines += Array("x\u{15}".utf8) + row[start...].prefix(100 + length - 1)
      lines.append(3)
    }
    return lines
  }

  /// Pairs of all keys, and rows of three of the keys that matter.
  @Test func noSequenceOfKeysEndsTheEditor() throws {
    let pairs = Self.lines(of: Self.everySequence(of: Array(0...0xff), length: 2), length: 2)
    try Self.press(pairs + Self.lines(of: Self.everySequence(of: Self.meaningful, length: 3), length: 3), mode: "emacs")
  }

  /// In vi: pairs of the keys that are commands after Esc, and random rows before and after it. Rows are short, because
  /// what comes after a command that types is text.
  @Test func noSequenceOfKeysEndsTheEditorInVi() throws {
    var keys: [UInt8] = []
    func add(_ row: some Sequence<UInt8>, afterEscape: Bool) {
      keys += Array("x\u{15}one (two)".utf8) + (afterEscape ? [0x1b, 0xc2, 0x80] : []) + row + [3]
    }
    let pairs = Self.everySequence(of: Array(0...0x7f) + [0xc3, 0xff], length: 2)
    for start in stride(from: 0, to: pairs.count, by: 60) { add(pairs[start...].prefix(61), afterEscape: true) }
    var random = SplitMix(state: 7)
    for number in 0..<1500 {
      let row = (0..<Int.random(in: 1...12, using: &random)).map { _ in Self.viKeys.randomElement(using: &random) ?? 0 }
      add(row, afterEscape: !number.isMultiple(of: 3))
    }
    try Self.press(keys, mode: "vi")
  }

  private static func press(_ keys: [UInt8], mode: String) throws {
    let terminal = try PseudoTerminal()
    let ends = Mailbox<Bool>()
    terminal.run { screen in
      defer { ends.post(true) }
      guard let terminal = Terminal(input: screen, output: screen, type: nil), let signals = Signals(),
        let history = History(path: nil),
        let editor = LineEditor(on: terminal, type: "xterm", history: history, signals: signals)
      else { return }
      defer { terminal.end() }
      for line in ["oldest", "search \"new york\"", "newest"] { _ = history.add(line) }
      editor.useMode(mode)
      editor.editExternally = { $0 }
      while editor.readLine(prompt: "> ") != .line("the end") {}
    }
    terminal.awaits("> ")
    terminal.send(keys)
    // While the terminal is lent to the external editor, Ctrl-C is for that program. So the end is typed again if it was
    // not taken.
    var polls = 0
    let hasEnded = terminal.awaits {
      if polls.isMultiple(of: 100) { terminal.send("\u{3}the end\r") }
      polls += 1
      return !ends.drain().isEmpty
    }
    #expect(hasEnded)
  }

  @Test(arguments: [
    // Alt-X was libedit's command line, which read memory that was never set.
    ("\u{1b}X\"\r", "\""), ("\u{1b}x\"\r", "\""),
    // Alt-Ctrl-_ was libedit's copying of words, which wrote to freed memory.
    (
      Keys.paste(String(repeating: "p", count: 600)) + String(repeating: "\u{1b}\u{1f}", count: 6) + "\r",
      String(repeating: "p", count: 600)
    ),
    // Alt and a digit was a count.
    ("\u{1b}3ab\r", "ab"), ("a\u{18}\u{18}b\u{0}\u{18}\u{12}c\r", "abc"),
  ])
  func libeditsOwnKeysAreUnbound(keys: String, line: String) throws {
    let editing = try Editing()
    editing.terminal.send(keys)
    #expect(editing.result() == .line(line))
    editing.end()
  }

  @Test func aStartupFileCannotBindWhatCrashes() throws {
    let scratch = try ScratchDirectory()
    let file = scratch.file("editrc", "bind ^T em-copy-prev-word\nbind ^E ed-command\nedit off\nsettc co 9\n".utf8)
    let editing = try Editing(startupFile: file)
    editing.terminal.send("one\u{14}\u{14}\u{5}\"\r")
    #expect(editing.result() == .line("one\""))
    editing.end()
  }
}
