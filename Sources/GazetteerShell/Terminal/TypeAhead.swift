import CEditline
import Glibc

/// The terminal between two lines, and what is typed then, for the next line.
extension LineEditor {
  /// Uses `terminal` together with the commands: between two lines it is as they want it, without an instant in which
  /// it would show or swallow a key.
  func share(_ terminal: Terminal) {
    for change in ["-icanon", "-echo", "-iexten", "-ixon", "-icrnl"] { _ = gaz_edit_set_tty_between(handle, change) }
    terminal.modes.run()
    terminal.isCapable = hasScreen
    terminal.stopsMarkingPastes = { [weak self] in self?.markPastes(false) }
  }

  /// Whether Ctrl-C is the first that was typed since Enter: as a key, in the instant before keys were signals again.
  /// Then it is taken out.
  func takesInterrupt(from terminal: Terminal) -> Bool {
    takeIn(from: terminal)
    guard let key = decoder.next() else { return false }
    if key == Control.c { return true }
    decoder.giveBack(key)
    return false
  }

  /// Forgets all that was typed ahead, as Ctrl-C wants it.
  func dropTypedAhead(from terminal: Terminal) {
    tcflush(terminal.modes.descriptor, TCIFLUSH)
    dropKeys()
  }

  /// Asks for a line that is no command, of what is typed from now on.
  func readAnswer(prompt: String, from terminal: Terminal) -> LineResult {
    TypeAhead.drop(from: terminal.modes.descriptor, signals: signals)
    dropKeys()
    let showedHints = showsHints
    showsHints = false
    defer { showsHints = showedHints }
    let line = readLine(prompt: prompt)
    return signals.ending == nil ? line : .interrupted
  }

  private func takeIn(from terminal: Terminal) {
    guard Readiness.wait(terminal.modes.descriptor, milliseconds: 0)[0] else { return }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(terminal.modes.descriptor, &bytes, bytes.count)
    if count > 0 { decoder.append(bytes[..<count]) }
  }
}

/// What was typed before anybody asked for it.
enum TypeAhead {
  /// How long nothing must come, in milliseconds, until what was pasted is over.
  private static let pause: Int32 = 30

  /// Drops it until nothing more comes, so that nothing that was meant for something else answers a question.
  ///
  /// - Parameter signals: end that, if given.
  static func drop(from terminal: Int32, signals: Signals? = nil) {
    var ready = [true, false]
    while ready == [true, false] {
      // A terminal that has come to its end stays readable.
      guard tcflush(terminal, TCIFLUSH) == 0 else { return }
      ready = Readiness.wait(terminal, signals?.descriptor ?? -1, milliseconds: pause)
    }
  }
}
