import CEditline
import GazetteerIndex
import GazetteerSession
import Glibc

/// The result of reading a line.
package enum LineResult: Equatable, Sendable {
  /// The line without its final newline; newlines inside it were typed by the user.
  case line(String)
  /// Ctrl-C: the line is dropped, and the next one should be asked for.
  case interrupted
  /// Ctrl-D on an empty line, the end of the terminal, or a signal that ends the program.
  case endOfFile
}

/// The prompt: edits one line at a time with libedit, and handles mail and signals meanwhile.
///
/// Owns libedit's editor. One thread creates and uses it; other threads post to the mailbox. libedit only changes the
/// line; each time it asks for the next key, the line is drawn.
///
///     el_gets ─► read(into:) ─► nextKey() ─► draw, wait for input, mail, signals
///        ▲                                     │ bytes
///        └──────── a character or a key ◄── KeyDecoder
package final class LineEditor {
  let handle: OpaquePointer
  let history: History
  let terminal: Terminal
  package let canvas: any Canvas
  /// Whether the terminal can show rows below the line.
  var hasScreen: Bool { terminal.isCapable }
  let signals: Signals
  private let mail: Mail
  let startupFile: StartupFile
  let assistant: (any LineAssistant)?
  /// Whether a hint is shown after the line.
  package var showsHints: Bool {
    get { hints.areWanted }
    set { hints.areWanted = newValue }
  }
  /// Edits the text in the user's editor; nil if that failed. Called while the terminal is as it was found.
  package var editExternally: ((String) -> String?)?
  /// Stops the program until the user continues it. Called while the terminal is as it was found.
  package var suspend: (() -> Void)?

  var decoder = KeyDecoder()
  /// Why the line ended, unless libedit ended it.
  var outcome: LineResult?
  /// Whether keys came after Enter, but before Ctrl-C was a signal again.
  var hasKeysSinceEnter = false
  /// Whether the last Ctrl-C has dropped a line with text, or has left a search or a picker.
  package private(set) var hasDroppedText = false
  /// Whether the line was drawn for the last time.
  var hasLeft = false
  var prompt: ScreenRow = []
  /// Shown instead of the line's own prompt while something else is asked for.
  var otherPrompt: ScreenRow?
  /// Shown instead of the line while something else is asked for.
  var otherScene: (() -> Scene)?
  /// What it looks for in the background: a descriptor that is readable when there is a result, and what takes it.
  var otherSearch: (descriptor: Int32, update: () -> Void)?
  /// The last answer, for a screen of so many columns and rows; nil once something was typed.
  package var answer: ((_ columns: Int, _ rows: Int) -> [ScreenRow])?
  /// The rows of the answer, and the size of the screen for which they were made.
  var answerRows: (size: ScreenSize, rows: [ScreenRow])?
  /// What will be printed when the screen shows the lines again; nil: now.
  var heldMessages: [Message]?
  var menu: CompletionMenu?
  /// The rows of the preview while one of them is being chosen.
  var choice: PreviewChoice?
  /// The sizes of the screen for which these rows were made, and for which they were asked last.
  var sizesOfChoice: (made: ScreenSize, asked: ScreenSize)?
  var kills = KillRing()
  var lastArgument = LastArgument()
  var undo = UndoList()
  var walk = HistoryWalk()
  /// What Ctrl-R looked for last.
  var lastPattern = ""
  var hints: Hints
  var isVi = false
  var viState = ViState()

  /// Creates an editor; nil if memory or descriptors run out. Sets the process's locale for characters, so create it
  /// before other threads start, and before the terminal's modes are set (see `gaz_edit_open`).
  ///
  /// - Parameters:
  ///   - type: the terminal's type, if it is not the process's own TERM.
  ///   - startupFile: the path of the user's `.editrc`.
  ///   - variable: reads the environment, which says more about the terminal.
  package init?(
    on terminal: Terminal, type: String? = nil, startupFile: String? = nil, history: History, signals: Signals,
    mail: Mail = .none, assistant: (any LineAssistant)? = nil, variable: (String) -> String? = { _ in nil }
  ) {
    _ = Self.usesUTF8
    guard let handle = gaz_edit_open("gaz", terminal.input) else { return nil }
    // Before anything slow, because until now the terminal echoes what is typed.
    terminal.modes.use(.running)
    self.handle = handle
    self.terminal = terminal
    if let type { _ = gaz_edit_set_terminal(handle, type) }
    let kind = TerminalKind(canMove: gaz_edit_can(handle, "up") && gaz_edit_can(handle, "cd"), variable: variable)
    terminal.isCapable = kind.canMove
    canvas = kind.canvas(on: terminal.output)
    self.startupFile = StartupFile(path: startupFile)
    self.history = history
    self.signals = signals
    self.mail = mail
    self.assistant = assistant
    hints = Hints(history: history, assistant: assistant)
    configure()
  }

  deinit { gaz_edit_close(handle) }

  /// Asks for a line. When this returns, the terminal is ready for commands to run.
  package func readLine(prompt: ScreenRow) -> LineResult {
    guard signals.ending == nil else { return .endOfFile }
    // What the program printed comes before the prompt.
    fflush(nil)
    self.prompt = prompt
    undo = UndoList()
    walk = HistoryWalk()
    viState.begin()
    outcome = nil
    hasLeft = false
    // Before the prompt appears, because users and tests may press keys as soon as they see it.
    terminal.startEditing()
    defer {
      terminal.stopEditing()
      decoder.awaitsAnswers = false
      hasKeysSinceEnter = hasInput
    }
    var count: Int32 = 0
    let typed = el_gets(handle, &count)
    // The user's `.editrc` may bind keys to functions of libedit that end a line.
    if outcome == nil, let typed, count > 0 {
      let bytes = UnsafeRawBufferPointer(start: typed, count: Int(count))
      outcome = .line(
        String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self))
    }
    leaveLine()
    return outcome ?? .endOfFile
  }

  package func readLine(prompt: String) -> LineResult { readLine(prompt: [StyledText(prompt)]) }

  /// Drops what was typed ahead. After Ctrl-C, half a key must not join the next key, and a command that was typed to
  /// follow the interrupted one must not run.
  package func dropKeys() {
    decoder.removeKeys()
  }

  /// Runs `work` while the terminal is as it was found, and draws the line again.
  func lend<Result>(_ work: () -> Result) -> Result {
    settleAnswer()
    canvas.erase()
    return terminal.lend(work)
  }

  /// libedit converts text with the locale, and loses letters that the locale cannot express. Terminals speak UTF-8
  /// today, whatever the locale says. Set once, because other threads may use it already when another editor is made.
  private static let usesUTF8: Void = {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }()

  /// The editor that owns libedit's handle, for callbacks, which capture nothing.
  static func owner(of handle: OpaquePointer) -> LineEditor {
    Unmanaged.fromOpaque(gaz_edit_owner(handle)).takeUnretainedValue()
  }

  private func configure() {
    gaz_edit_set_owner(handle, Unmanaged.passUnretained(self).toOpaque())
    // Its drawing is discarded, so the simplest terminal is enough.
    _ = gaz_edit_set_terminal(handle, "dumb")
    resetLibeditsScreen()
    _ = gaz_edit_set_history(handle, history.handle)
    LineFunction.add(to: handle)
    useMode("emacs")
    startupFile.apply(to: self, changingMode: true)
    _ = gaz_edit_set_reader(handle) { LineEditor.owner(of: $0).read(into: $1) }
  }

  /// Answers libedit's request for the next character: 1 with one, 0 when the line is over.
  private func read(into character: UnsafeMutablePointer<UInt32>) -> Int32 {
    if viState.isCommand { keepCursorOnCharacter() }
    // In vi, everything typed up to Esc is one change.
    if !isVi || viState.isCommand { undo.note(edited) }
    resetLibeditsScreen()
    guard let key = nextKey() else {
      // Now, while keys are still not echoed.
      leaveLine()
      return 0
    }
    character.pointee = viState.translate(key, isUsers: startupFile.commandKeys.contains(key))
    return 1
  }

  /// libedit computes a layout, although its drawing is discarded. When one of our functions moves the cursor, the
  /// layout's last row and cursor row no longer agree, and letters typed then are written outside its rows
  /// (`re_fastputc`, in 3.1-20221030). Setting the size makes it start again.
  private func resetLibeditsScreen() { _ = gaz_edit_set_size(handle, "80", "24") }

  /// The next character or key; nil when the line is over, with the reason in `outcome`.
  func nextKey() -> UInt32? {
    // Some functions of libedit read keys themselves, and ask for more even after this returned nil.
    while outcome == nil {
      if let key = decoder.next() {
        settleAnswer()
        guard key == Control.c else { return key }
        interrupt()
        return nil
      }
      // Keys typed ahead need not be drawn one by one.
      if !hasInput, !decoder.isInsideKey {
        draw()
        assistant?.hasDrawn()
      }
      let pause = decoder.isInsideKey ? decoder.pause : assistant?.nextChange ?? -1
      let ready = Readiness.wait(
        terminal.input, mail.descriptor, signals.descriptor, assistant?.descriptor ?? -1,
        otherSearch?.descriptor ?? -1, milliseconds: pause)
      if ready[2], let signal = signals.take() { answer(signal) }
      if ready[1] { printAbove(mail.open()) }
      if ready[3] { assistant?.update() }
      if ready[4] { otherSearch?.update() }
      if ready[0], !readInput() { outcome = outcome ?? .endOfFile }
      if !ready.contains(true), decoder.isInsideKey, let key = decoder.next(afterPause: true) {
        settleAnswer()
        return key
      }
    }
    return nil
  }

  private func interrupt() {
    outcome = .interrupted
    hasDroppedText = !edited.text.isEmpty || otherPrompt != nil || otherScene != nil
  }

  var hasInput: Bool { Readiness.wait(terminal.input, milliseconds: 0)[0] }

  private func answer(_ signal: Signal) {
    switch signal {
    case .resize:
      canvas.resize()
    case .interrupt:
      dropKeys()
      interrupt()
    case .terminate, .hangUp, .quit:
      outcome = .endOfFile
    case .stop:
      if let suspend { lend(suspend) }
    case .continue:
      settleAnswer()
      canvas.erase()
      terminal.resume()
    case .child: break
    }
  }

  /// Reads the next key, or a part of a paste; false at the end of the terminal. What was typed after a key stays in the
  /// terminal, because the key may start another program or end this one: then the rest is for the other program.
  func readInput() -> Bool {
    var bytes = [UInt8](repeating: 0, count: KeyDecoder.longestRead)
    var waiting: Int32 = 0
    _ = ioctl(terminal.input, UInt(FIONREAD), &waiting)
    repeat {
      let count = Glibc.read(terminal.input, &bytes, decoder.readableCount)
      guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
      decoder.append(bytes[..<count])
      waiting -= Int32(count)
    } while decoder.takePaste() && waiting > 0
    return true
  }
}
