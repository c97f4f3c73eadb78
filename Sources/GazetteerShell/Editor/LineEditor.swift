import CEditline
import GazetteerIndex
import GazetteerSession
import Glibc

/// What came of reading a line.
package enum LineResult: Equatable, Sendable {
  /// The line without its newline; newlines inside it are the user's.
  case line(String)
  /// Ctrl-C: the line is dropped, the next one is to be asked for.
  case interrupted
  /// Ctrl-D on an empty line, the end of the terminal, or a signal that ends the program.
  case endOfFile
}

/// The prompt: one line at a time, edited with libedit, while mail and signals are looked after.
///
/// Owns libedit's editor. One thread makes it and uses it; the others post to the mailbox. libedit edits and draws
/// nothing: where it asks for the next key, the line it holds is drawn.
///
///     el_gets ─► read(into:) ─► nextKey() ─► draw, wait for input, mail, signals
///        ▲                                     │ bytes
///        └──────── a character or a key ◄── KeyDecoder
package final class LineEditor {
  let handle: OpaquePointer
  let history: History
  package let canvas: any Canvas
  /// Whether there are rows below the line, and the terminal marks what is pasted.
  let hasScreen: Bool
  private let terminal: TerminalOutput
  private let input: Int32
  let signals: Signals
  private let mail: Mail
  let startupFile: StartupFile
  let assistant: (any LineAssistant)?
  /// Whether what may follow the line is shown behind it.
  package var showsHints: Bool {
    get { hints.areWanted }
    set { hints.areWanted = newValue }
  }
  /// Runs the user's editor over the text, on the terminal as it was before; nil where that came to nothing.
  package var editExternally: ((String) -> String?)?
  /// Stops the program until the user wants it back, on the terminal as it was before.
  package var suspend: (() -> Void)?

  var decoder = KeyDecoder()
  /// What ends the line other than libedit's own ways, once it happened.
  var outcome: LineResult?
  /// Whether the line is on the screen for good.
  var hasLeft = false
  var prompt: ScreenRow = []
  /// The prompt in place of the line's own, while something else is asked for.
  var otherPrompt: ScreenRow?
  /// What is on the screen instead of the line, while something else than a line is asked for.
  var otherScene: (() -> Scene)?
  var menu: CompletionMenu?
  var kills = KillRing()
  var undo = UndoList()
  var hints: Hints
  private var marksPastes = false

  /// An editor on a terminal; nil where there is none. Sets the process's locale for characters, so it is made before
  /// other threads start.
  ///
  /// - Parameters:
  ///   - terminal: the terminal's type, if another than the process's own TERM.
  ///   - startupFile: the user's `.editrc`, if there is one.
  ///   - variable: the environment, which tells what the terminal does besides.
  package init?(
    input: Int32 = 0, output: Int32 = 1, terminal: String? = nil, startupFile: String? = nil, history: History,
    signals: Signals, mail: Mail = .none, assistant: (any LineAssistant)? = nil,
    variable: (String) -> String? = { _ in nil }
  ) {
    guard isatty(input) == 1, isatty(output) == 1 else { return nil }
    Self.useUTF8()
    guard let handle = gaz_edit_open("gaz", input, output) else { return nil }
    self.handle = handle
    if let terminal { _ = gaz_edit_set_terminal(handle, terminal) }
    let kind = TerminalKind(canMove: gaz_edit_can(handle, "up") && gaz_edit_can(handle, "cd"), variable: variable)
    hasScreen = kind.canMove
    canvas = kind.canvas(on: output)
    self.terminal = TerminalOutput(output)
    self.startupFile = StartupFile(path: startupFile)
    self.input = input
    self.history = history
    self.signals = signals
    self.mail = mail
    self.assistant = assistant
    hints = Hints(history: history, assistant: assistant)
    configure()
  }

  deinit {
    markPastes(false)
    gaz_edit_close(handle)
  }

  /// Asks for a line. The terminal is as it was before when this returns, but goes on marking what is pasted.
  package func readLine(prompt: ScreenRow) -> LineResult {
    guard signals.ending == nil else { return .endOfFile }
    // What the program printed comes before the prompt.
    fflush(nil)
    self.prompt = prompt
    undo = UndoList()
    outcome = nil
    hasLeft = false
    // Before the prompt appears, so that who waits for it can press any key: unprepared, the terminal keeps Ctrl-D.
    _ = gaz_edit_prepare(handle, true)
    markPastes(true)
    var count: Int32 = 0
    let typed = el_gets(handle, &count)
    // A user's file may bind keys to libedit's own ways to end a line.
    if outcome == nil, let typed, count > 0 {
      let bytes = UnsafeRawBufferPointer(start: typed, count: Int(count))
      outcome = .line(
        String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self))
    }
    leaveLine()
    return outcome ?? .endOfFile
  }

  package func readLine(prompt: String) -> LineResult { readLine(prompt: [Span(prompt)]) }

  /// Forgets what was typed ahead, as the terminal does with what it holds when Ctrl-C interrupts: half a key must not
  /// join what is typed next, nor a command meant for after the interrupted one run.
  package func dropKeys() {
    let hasMeta = decoder.hasMeta
    decoder = KeyDecoder()
    decoder.hasMeta = hasMeta
  }

  /// Asks the terminal to mark what is pasted, or not to: who lends it to another program says no before; the next
  /// line says yes by itself.
  package func markPastes(_ isWanted: Bool) {
    guard hasScreen, isWanted != marksPastes else { return }
    marksPastes = isWanted
    terminal.write(isWanted ? "\u{1b}[?2004h" : "\u{1b}[?2004l")
  }

  /// Lets `work` have the terminal as it was before the line, and draws the line again.
  func lend<Result>(_ work: () -> Result) -> Result {
    canvas.erase()
    markPastes(false)
    _ = gaz_edit_prepare(handle, false)
    defer {
      _ = gaz_edit_prepare(handle, true)
      markPastes(true)
    }
    return work()
  }

  /// libedit converts with the locale; one that cannot say a letter makes it lose the letter. A terminal speaks UTF-8
  /// today whatever the locale says.
  private static func useUTF8() {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// The editor behind libedit's handle, for its callbacks, which capture nothing.
  static func owner(of handle: OpaquePointer) -> LineEditor {
    Unmanaged.fromOpaque(gaz_edit_owner(handle)).takeUnretainedValue()
  }

  private func configure() {
    gaz_edit_set_owner(handle, Unmanaged.passUnretained(self).toOpaque())
    // It draws nowhere; so on any terminal it draws the same.
    _ = gaz_edit_set_terminal(handle, "dumb")
    forgetWhatLibeditDrew()
    _ = gaz_edit_set_history(handle, history.handle)
    addFunctions()
    useMode("emacs")
    startupFile.apply(to: self, changingMode: true)
    _ = gaz_edit_enable(handle)
    // Ctrl-C, Ctrl-Z and Ctrl-S arrive as keys while a line is edited.
    _ = gaz_edit_set_tty(handle, "-isig")
    _ = gaz_edit_set_tty(handle, "-ixon")
    // A pasted CR LF is one newline, which shows only where CR is not made another.
    _ = gaz_edit_set_tty(handle, "-icrnl")
    _ = gaz_edit_set_reader(handle) { LineEditor.owner(of: $0).read(into: $1) }
  }

  /// libedit's question for the next character. 1 with one, 0 when the line is over.
  private func read(into character: UnsafeMutablePointer<UInt32>) -> Int32 {
    undo.note(edited)
    forgetWhatLibeditDrew()
    guard let key = nextKey() else {
      // While the terminal does not yet show again what is typed.
      leaveLine()
      return 0
    }
    character.pointee = key
    return 1
  }

  /// libedit lays out what it draws nowhere. Where a function of ours moves its cursor unseen, the row that it believes
  /// to be the last one and that of the cursor part, and letters typed then go beyond its rows (`re_fastputc`, in
  /// 3.1-20221030). Told the size, it begins anew.
  private func forgetWhatLibeditDrew() { _ = gaz_edit_set_size(handle, "80", "24") }

  /// The next character or key; nil when the line is over, with the reason in `outcome`.
  func nextKey() -> UInt32? {
    // Some of libedit's functions read keys themselves and go on with the line when told that it is over.
    while outcome == nil {
      if let key = decoder.next() {
        guard key == Control.c else { return key }
        outcome = .interrupted
        return nil
      }
      // What is typed ahead is not worth drawing key by key.
      if !hasInput, !decoder.isInsideKey { draw() }
      let pause = decoder.isInsideKey ? KeyDecoder.pause : assistant?.nextChange ?? -1
      let ready = Readiness.wait(
        input, mail.descriptor, signals.descriptor, assistant?.descriptor ?? -1, milliseconds: pause)
      if ready[2], let signal = signals.take() { answer(signal) }
      if ready[1] { printAbove(mail.open()) }
      if ready[3] { assistant?.update() }
      if ready[0], !readInput() { outcome = outcome ?? .endOfFile }
      if !ready.contains(true), decoder.isInsideKey, let key = decoder.next(afterPause: true) { return key }
    }
    return nil
  }

  private var hasInput: Bool { Readiness.wait(input, milliseconds: 0)[0] }

  private func answer(_ signal: Signal) {
    switch signal {
    case .resize:
      canvas.resize()
    case .interrupt:
      dropKeys()
      outcome = .interrupted
    case .terminate, .hangUp, .quit:
      outcome = .endOfFile
    case .stop:
      if let suspend { lend(suspend) }
    case .continue:
      // Somebody else has had the terminal.
      lend {}
    case .child: break
    }
  }

  /// Takes what was typed; false at the end of the terminal.
  private func readInput() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(input, &bytes, bytes.count)
    if count > 0 { decoder.append(bytes[..<count]) }
    return count > 0 || count < 0 && (errno == EINTR || errno == EAGAIN)
  }
}
