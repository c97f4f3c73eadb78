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

  private func takeIn(from terminal: Terminal) {
    guard Readiness.wait(terminal.modes.descriptor, milliseconds: 0)[0] else { return }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(terminal.modes.descriptor, &bytes, bytes.count)
    if count > 0 { decoder.append(bytes[..<count]) }
  }
}
