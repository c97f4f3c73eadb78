import CEditline
import GazetteerIndex
import Glibc

/// What came of reading a line.
package enum LineResult: Equatable, Sendable {
  /// The line without its newline.
  case line(String)
  /// Ctrl-C: the line is dropped, the next one is to be asked for.
  case interrupted
  /// Ctrl-D on an empty line, the end of the terminal, or a signal that ends the program.
  case endOfFile
}

/// The prompt: one line at a time, edited with libedit, while mail and signals are looked after.
///
/// Owns libedit's editor. One thread makes it and uses it; the others post to the mailbox.
///
///     el_gets ─► read(into:) ─► nextKey() ─► wait for input, mail, signals
///        ▲                                     │ bytes
///        └──────── a character or a key ◄── KeyDecoder
package final class LineEditor {
  let handle: OpaquePointer
  let history: History
  let output: Int32
  private let input: Int32
  private let signals: Signals
  private let mail: Mail
  var decoder = KeyDecoder()
  /// What ends the line other than Enter, once it happened.
  var outcome: LineResult?
  private(set) var prompt = ""
  /// The prompt for libedit, which asks for it whenever it draws.
  private var promptBytes: UnsafeMutablePointer<CChar>
  /// Whether the cursor can go up and the rows below it can be cleared; not so on TERM=dumb.
  let canRedraw: Bool

  /// An editor on a terminal; nil where there is none. Sets the process's locale for characters, so it is made before
  /// other threads start.
  ///
  /// - Parameters:
  ///   - terminal: the terminal's type, if another than the process's own TERM.
  ///   - startupFile: the user's `.editrc`, if there is one.
  package init?(
    input: Int32 = 0, output: Int32 = 1, terminal: String? = nil, startupFile: String? = nil, history: History,
    signals: Signals, mail: Mail = .none
  ) {
    guard isatty(input) == 1, isatty(output) == 1, let promptBytes = strdup("") else { return nil }
    Self.useUTF8()
    guard let handle = gaz_edit_open("gaz", input, output) else {
      free(promptBytes)
      return nil
    }
    if let terminal { _ = gaz_edit_set_terminal(handle, terminal) }
    self.handle = handle
    self.promptBytes = promptBytes
    self.input = input
    self.output = output
    self.history = history
    self.signals = signals
    self.mail = mail
    canRedraw = gaz_edit_can(handle, "up") && gaz_edit_can(handle, "cd")
    configure(startupFile: startupFile)
  }

  deinit {
    gaz_edit_close(handle)
    free(promptBytes)
  }

  /// Asks for a line. The terminal is as it was before when this returns.
  package func readLine(prompt: String) -> LineResult {
    guard signals.ending == nil else { return .endOfFile }
    // What the program printed comes before the prompt.
    fflush(nil)
    show(prompt: prompt)
    outcome = nil
    // Before the prompt appears, so that who waits for it can press any key: unprepared, the terminal keeps Ctrl-D.
    _ = gaz_edit_prepare(handle)
    var count: Int32 = 0
    let typed = el_gets(handle, &count)
    if outcome == .interrupted {
      write("^C\r\n")
      return .interrupted
    }
    guard outcome == nil, let typed, count > 0 else {
      write("\r\n")
      return .endOfFile
    }
    let bytes = UnsafeRawBufferPointer(start: typed, count: Int(count))
    return .line(String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self))
  }

  /// Forgets what was typed ahead, as the terminal does with what it holds when Ctrl-C interrupts: half a key must not
  /// join what is typed next, nor a command meant for after the interrupted one run.
  package func dropKeys() { decoder = KeyDecoder() }

  /// Makes `prompt` what libedit shows the next time it draws.
  func show(prompt: String) {
    guard let bytes = strdup(prompt) else { return }
    free(promptBytes)
    promptBytes = bytes
    self.prompt = prompt
  }

  /// libedit converts with the locale, and a prompt that the locale cannot say makes it crash. A terminal speaks
  /// UTF-8 today whatever the locale says.
  private static func useUTF8() {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// The editor behind libedit's handle, for its callbacks, which capture nothing.
  private static func owner(of handle: OpaquePointer) -> LineEditor {
    Unmanaged.fromOpaque(gaz_edit_owner(handle)).takeUnretainedValue()
  }

  private func configure(startupFile: String?) {
    gaz_edit_set_owner(handle, Unmanaged.passUnretained(self).toOpaque())
    _ = gaz_edit_set_prompt(handle) { LineEditor.owner(of: $0).promptBytes }
    _ = gaz_edit_set_mode(handle, "emacs")
    _ = gaz_edit_set_history(handle, history.handle)
    _ = gaz_edit_add(handle, "gaz-search-history", "Search the history as you type") { handle, _ in
      UInt8(LineEditor.owner(of: handle).searchHistory())
    }
    _ = gaz_edit_add(handle, "gaz-nothing", "Do nothing") { _, _ in UInt8(CC_NORM) }
    // The user's file may choose the mode, which resets the key maps: so it comes before our own keys.
    if let startupFile { _ = el_source(handle, startupFile) }
    bindKeys()
    // Ctrl-C, Ctrl-Z and Ctrl-S arrive as keys while a line is edited.
    _ = gaz_edit_set_tty(handle, "-isig")
    _ = gaz_edit_set_tty(handle, "-ixon")
    _ = gaz_edit_set_reader(handle) { LineEditor.owner(of: $0).read(into: $1) }
  }

  private func bindKeys() {
    let isVi = gaz_edit_mode(handle).map { String(cString: $0) } == "vi"
    for key in (Key.escape.rawValue...Key.unknown.rawValue) {
      guard let scalar = Unicode.Scalar(key) else { continue }
      let function = Key(rawValue: key)?.function ?? "gaz-nothing"
      let isEscape = key == Key.escape.rawValue
      _ = gaz_edit_bind(handle, String(scalar), isVi && isEscape ? "vi-command-mode" : function)
      if isVi { _ = gaz_edit_bind_alternative(handle, String(scalar), function) }
    }
    _ = gaz_edit_bind(handle, "^R", "gaz-search-history")
    // A key taken literally would be one of ours, and libedit's own commands are not for the users of this program.
    _ = gaz_edit_bind(handle, "^V", "gaz-nothing")
    _ = gaz_edit_bind(handle, "\u{1b}x", "gaz-nothing")
  }

  /// libedit's question for the next character. 1 with one, 0 when the line is over.
  private func read(into character: UnsafeMutablePointer<UInt32>) -> Int32 {
    guard let key = nextKey() else {
      goToEnd()
      return 0
    }
    character.pointee = key
    return 1
  }

  /// The next character or key; nil when the line is over, with the reason in `outcome`.
  func nextKey() -> UInt32? {
    // Some of libedit's functions read keys themselves and go on with the line when told that it is over.
    while outcome == nil {
      if let key = decoder.next() {
        guard key == Control.c else { return key }
        outcome = .interrupted
        return nil
      }
      // Here the line is drawn and nobody types: whatever is shown around the line is shown from here.
      let pause = decoder.isInsideKey ? KeyDecoder.pause : -1
      let ready = Readiness.wait(input, mail.descriptor, signals.descriptor, milliseconds: pause)
      if ready[2], let signal = signals.take() { answer(signal) }
      if ready[1] { printAbove(mail.open()) }
      if ready[0], !readInput() { outcome = outcome ?? .endOfFile }
      if !ready.contains(true), let key = decoder.next(afterPause: true) { return key }
    }
    return nil
  }

  private func answer(_ signal: Signal) {
    switch signal {
    case .resize:
      goToFirstRow()
      el_resize(handle)
      _ = gaz_edit_refresh(handle)
    case .interrupt:
      dropKeys()
      outcome = .interrupted
    case .terminate, .hangUp:
      outcome = .endOfFile
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

/// Control characters that are keys of the prompt.
enum Control {
  static let c: UInt32 = 0x03
  static let g: UInt32 = 0x07
  static let h: UInt32 = 0x08
  static let r: UInt32 = 0x12
  static let s: UInt32 = 0x13
  static let delete: UInt32 = 0x7f
}
