import Foundation
import GazetteerIndex
import GazetteerSession
import Testing

@testable import GazetteerShell

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
    ("one two\u{17}\u{17}\u{19}\r", .line("one two")),
    ("one\u{1}\u{b}x\u{19}\u{19}\r", .line("xoneone")),
    ("a b\u{15}c\u{19}\u{1b}y\r", .line("ca b")),
    ("ab\u{14}\u{2}\u{4}\u{6}c\r", .line("bc")),
    ("one two\u{1b}b\u{1b}b\u{1b}d\u{1b}fx\r", .line(" twox")),
    ("one two\u{1f}x\r", .line("onex")),
    ("one\u{10}\u{10}\u{e}\r", .line("newest")),
    ("e\u{301}x\u{1b}[D\u{7f}\r", .line("x")),
    ("👩‍👩‍👧\u{7f}東\u{1b}[D\u{1b}[3~a\r", .line("a")),
    ("\u{1b}[200~two\rlines\u{1b}[201~!\r", .line("two\nlines!")),
    ("\u{1b}[200~two\r\nlines\u{1b}[201~!\r", .line("two\nlines!")),
    ("two\u{1b}\rlines\u{1b}[A\u{5}!\u{1b}[B!\r", .line("two!\nline!s")),
    ("ne\u{1b}[C\r", .line("newest")),
    ("čas\u{1b}f!\r", .line("čas Zürich!")),
    ("old\u{5}\u{1b}[D\u{5}\r", .line("oldest")),
    ("a\u{1b}[<0;1;1Mb\r", .line("ab")),
    ("ab\u{18}\u{5}\r", .line("ab edited")),
    ("ab\u{1a}c\r", .line("abc")),
    ("ab\u{c}c\r", .line("abc")),
    ("x \u{1b}.\r", .line("x newest")),
    ("x \u{1b}.\u{1b}.!\r", .line("x Zürich!")),
    ("\u{1b}.\u{1b}.\u{1b}.\u{1b}.\r", .line("oldest")),
  ])
  func keysMakeALine(keys: String, result: LineResult) throws {
    let editing = try Editing(lines: ["oldest", "čas Zürich", "newest"], assistant: { WordsOnly() })
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

  @Test(arguments: [
    ("ac\u{1b}ib\r", "abc"), ("one two\u{1b}bdwix\r", "onex "), ("abc\u{1b}0xp\r", "bac"),
    ("abc\u{1b}0rx\r", "xbc"), ("one\u{1b}ukk\r", "oldest"), ("ab\u{1b}v\r", "ab edited"),
    ("x\u{1b}/old\r", "oldest"), ("ab\u{1b}[200~cd\u{1b}[201~\r", "abcd"), ("ab\u{1b}[D\u{1b}[Dc\r", "cab"),
  ])
  func viKeysMakeALine(keys: String, line: String) throws {
    let editing = try Editing(lines: ["oldest", "newest"], mode: "vi")
    // People pause after Esc.
    for piece in keys.split(separator: "\u{1b}", omittingEmptySubsequences: false).enumerated() {
      editing.terminal.send((piece.offset > 0 ? "\u{1b}" : "") + piece.element)
    }
    #expect(editing.result() == .line(line))
    editing.end()
  }

  /// Esc, then keys; the prompt ends with a colon while keys are commands.
  @Test(arguments: ["xterm", "dumb"]) func thePromptShowsWhetherViKeysAreCommands(type: String) throws {
    let editing = try Editing(terminal: type, mode: "vi")
    for (keys, line) in [
      ("one two three", "1> one two three"), ("\u{1b}", "1: one two three"), ("b", "1: one two three"),
      ("cw", "1> one two"), ("x", "1> one two x"), ("\u{1b}", "1: one two x"), ("3h", "1: one two x"),
      ("fx", "1: one two x"), ("rz", "1: one two z"), ("a", "1> one two z"), ("\u{1b}", "1: one two z"),
      ("dfi", "1: one two z"), ("0d2w", "1: z"), ("R", "1> z"), ("\u{1b}", "1: z"), ("S", "1>"),
    ] {
      editing.terminal.send(keys)
      editing.awaits([line])
    }
    editing.terminal.send("done\u{1b}\r")
    #expect(editing.result() == .line("done"))
    editing.end()
  }

  @Test func aTerminalThatClaimsToBeHugeCostsNoMemory() throws {
    let before = try Self.peakMemory()
    let editing = try Editing()
    editing.terminal.resize(columns: 65_535, rows: 65_535)
    editing.terminal.send("abc\r")
    #expect(editing.result() == .line("abc"))
    editing.end()
    #expect(try Self.peakMemory() - before < 1_000_000)
    #expect(ScreenSize(columns: 65_535, rows: 0) == ScreenSize(columns: 2000, rows: 1))
  }

  /// The most memory that the process has used so far, in kB.
  private static func peakMemory() throws -> Int {
    let status = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/status")).readToEnd() ?? Data()
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    let peak = lines.first { $0.hasPrefix("VmHWM:") }
    return Int(peak?.filter(\.isNumber) ?? "") ?? 0
  }

  /// libedit would make the terminal echo keys and edit lines itself.
  @Test func makingAnEditorLeavesTheModesOfTheTerminal() throws {
    let screen = try PseudoTerminal()
    let made = Mailbox<Bool>()
    let raw = Mailbox<[UInt32]>()
    screen.run { descriptor in
      guard let terminal = Terminal(input: descriptor, output: descriptor, type: nil), let signals = Signals(),
        let history = History(path: nil)
      else { return made.post(false) }
      terminal.modes.use(.running)
      var modes = termios()
      tcgetattr(descriptor, &modes)
      raw.post([modes.c_iflag, modes.c_oflag, modes.c_lflag])
      made.post(LineEditor(on: terminal, type: "xterm", history: history, signals: signals) != nil)
    }
    #expect(made.hasMail())
    #expect(made.drain() == [true])
    #expect(raw.drain() == [screen.modes])
    #expect(screen.modes[2] & UInt32(ICANON | ECHO) == 0)
  }

  /// The library that describes terminals has one state for all threads. Without a lock, this ends the process.
  @Test func editorsAreMadeOnSeveralThreads() throws {
    let made = Mailbox<Bool>()
    let screens = try (0..<4).map { _ in try PseudoTerminal() }
    for screen in screens {
      screen.run { descriptor in
        let editors = (0..<100).map { number in
          guard let terminal = Terminal(input: descriptor, output: descriptor, type: nil), let signals = Signals(),
            let history = History(path: nil)
          else { return false }
          let type = ["xterm", "vt100", "linux"][number % 3]
          return LineEditor(on: terminal, type: type, history: history, signals: signals) != nil
        }
        made.post(!editors.contains(false))
      }
    }
    var all: [Bool] = []
    while all.count < screens.count, made.hasMail() { all += made.drain() }
    #expect(all == [true, true, true, true])
  }

  @Test func aPastedNewlineRunsNothing() throws {
    let editing = try Editing(columns: 40, rows: 12)
    editing.terminal.send("\u{1b}[200~one\ntwo\n\u{1b}[201~")
    editing.awaits(["1> one", " > two", " >"], cursor: [2, 3])
    #expect(editing.results.drain().isEmpty)
    editing.terminal.send("\r")
    #expect(editing.result() == .line("one\ntwo\n"))
    editing.end()
  }

  @Test func aPasteIsDrawnOnce() throws {
    let editing = try Editing(columns: 40, rows: 12)
    let text = (0..<800).map { "\($0 % 10)word" }.joined()
    let before = editing.terminal.drawn.count
    editing.terminal.send("\u{1b}[200~\(text)\u{1b}[201~")
    let isShown = editing.terminal.awaits { editing.rows.joined().hasSuffix("9word") }
    #expect(isShown)
    #expect(editing.terminal.drawn.count - before < 3000)
    editing.terminal.send("\r")
    #expect(editing.result() == .line(text))
    editing.nextLine()
    #expect(editing.rows.dropLast().joined() == "1> " + text)
    editing.terminal.send("\u{4}")
    #expect(editing.result() == .endOfFile)
  }

  @Test func ctrlCLeavesTheLineOnTheScreen() throws {
    let editing = try Editing()
    editing.terminal.send("abc\u{1b}[D\u{3}")
    #expect(editing.result() == .interrupted)
    editing.nextLine()
    editing.awaits(["1> abc^C", "2>"], cursor: [1, 3])
    editing.terminal.send("\u{4}")
    #expect(editing.result() == .endOfFile)
  }

  @Test func theHintIsTheNewestLineThatBeginsSo() throws {
    let editing = try Editing(lines: ["search munich --limit 3", "search munich", "list"])
    editing.terminal.send("sear")
    editing.awaits(["1> search munich"], cursor: [0, 7])
    editing.terminal.send("\u{1b}[1;5C!")
    editing.awaits(["1> search!"], cursor: [0, 10])
    editing.terminal.send("\r")
    #expect(editing.result() == .line("search!"))
    editing.end()
  }

  @Test func aLineOfSeveralRowsComesBackAsSuch() throws {
    let editing = try Editing(lines: ["one\ntwo", "last"])
    editing.terminal.send("\u{1b}[A\u{1b}[A")
    editing.awaits(["1> one", " > two"], cursor: [1, 6])
    editing.terminal.send("\u{1b}[A!\r")
    #expect(editing.result() == .line("one!\ntwo"))
    editing.end()
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 1), (0, 0)] as [(UInt16, UInt16)])
  func theSmallestScreensDoNoHarm(columns: UInt16, rows: UInt16) throws {
    let editing = try Editing(columns: 80, rows: 24)
    editing.terminal.resize(columns: columns, rows: rows)
    editing.terminal.send("zürich 東京\u{1b}[D\u{7f}\r")
    #expect(editing.result() == .line("zürich 京"))
    editing.terminal.resize(columns: 80, rows: 24)
    editing.terminal.send("\u{c}x\u{15}\u{4}")
    #expect(editing.result() == .endOfFile)
  }

  @Test func pastesAreMarkedAtThePromptAndNotWhileOthersHaveTheTerminal() throws {
    let editing = try Editing()
    editing.terminal.send("ab\u{1a}")
    editing.terminal.awaits("\u{1b}[?2004l")
    editing.terminal.awaits("\u{1b}[?2004h")
    editing.terminal.awaits("1> ab")
    #expect(editing.calls.drain() == ["suspended"])
    editing.terminal.send("\r")
    #expect(editing.result() == .line("ab"))
    editing.end()
  }

  @Test func aPasteThatIsTooLongIsCutWithANotice() throws {
    let editing = try Editing(columns: 200, rows: 50)
    editing.terminal.send("\u{1b}[200~" + String(repeating: "0123456789abcdef", count: 1 << 17) + "\u{1b}[201~")
    editing.terminal.awaits("only the first 1 MB")
    editing.terminal.send("\u{15}x\r")
    #expect(editing.result() == .line("x"))
    editing.end()
  }

  @Test func aDumbTerminalGetsNoSequence() throws {
    let editing = try Editing(terminal: "dumb", columns: 20)
    editing.terminal.send("a line that is longer than the screen\u{1b}[D\u{1b}[D\u{7f}\u{1}x\r")
    #expect(editing.result() == .line("xa line that is longer than the scren"))
    #expect(!editing.terminal.drawn.contains(0x1b))
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

  @Test func aKeyOfTheUsersMayEndTheLineLibeditsWay() throws {
    let scratch = try ScratchDirectory()
    let editing = try Editing(startupFile: scratch.file("editrc", "bind ^T ed-newline\n".utf8))
    editing.terminal.send("one\u{14}")
    #expect(editing.result() == .line("one"))
    editing.awaits(["1> one", "2>"], cursor: [1, 3])
    editing.end()
  }

  @Test(arguments: ["bind -v\nbind ^T ed-move-to-beg\n", "bind ^T ed-move-to-beg\n"], ["emacs", "vi"])
  func theUsersKeysOutliveAChangeOfMode(file: String, mode: String) throws {
    let scratch = try ScratchDirectory()
    let editing = try Editing(startupFile: scratch.file("editrc", file.utf8), mode: mode)
    editing.terminal.send("b\u{14}a\u{1b}[D\u{1b}[3~c\r")
    #expect(editing.result() == .line("cb"))
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

  @Test func thereIsNoTerminalWhereThereIsNone() throws {
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    #expect(Terminal(input: null, output: null, type: "xterm") == nil)
  }
}

/// Knows nothing but the last word of a line.
private final class WordsOnly: LineAssistant {
  let descriptor: Int32 = -1
  let nextChange: Int32? = nil
  func isComplete(_ line: String) -> Bool { true }
  func completion(of line: String, cursor: Int) -> Completion? { nil }
  func hint(for line: String) -> String { "" }
  func rows(below line: String, columns: Int, rows: Int) -> [ScreenRow] { [] }
  func update() {}
}
