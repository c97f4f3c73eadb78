import Glibc

/// How the terminal treats what is typed. Nothing else in the program sets its modes.
///
/// While the program has the terminal, keys arrive as they are typed. They are not echoed, and the terminal handles
/// none itself, so keys typed ahead appear on the next line. The program's two modes only differ in whether Ctrl-C,
/// Ctrl-Z and Ctrl-\ are signals.
package final class TerminalModes {
  package enum Mode {
    /// As the program found the terminal.
    case found
    /// A command runs: Ctrl-C, Ctrl-Z and Ctrl-\ are signals.
    case running
    /// A line is edited: every key is a character.
    case editing
  }

  let descriptor: Int32
  let found: termios
  private(set) var current = Mode.found
  private let running: termios

  /// Reads the modes. nil if `descriptor` is not a terminal.
  package init?(of descriptor: Int32) {
    var found = termios()
    guard tcgetattr(descriptor, &found) == 0 else { return nil }
    self.descriptor = descriptor
    self.found = found
    running = Self.running(from: found)
  }

  private static func running(from found: termios) -> termios {
    var modes = found
    // Without IEXTEN and IXON no key means literal-next, discard, stop or start. With NOFLSH, Ctrl-Z keeps what was
    // typed ahead, and Ctrl-C what is on its way to the screen.
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    modes.c_lflag |= tcflag_t(ISIG | NOFLSH)
    // CR and LF stay different, so that a pasted CR LF can be one newline; bytes keep their eighth bit.
    modes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
    modes.c_oflag |= tcflag_t(OPOST | ONLCR)
    withUnsafeMutableBytes(of: &modes.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    return modes
  }

  package func use(_ mode: Mode) {
    guard mode != current else { return }
    set(mode)
  }

  /// Sets the current mode again, because another program may have changed it.
  func setAgain() { set(current) }

  /// Waits until everything written has arrived, and keeps what was typed.
  private func set(_ mode: Mode) {
    current = mode
    var modes = mode == .found ? found : running
    if mode == .editing { modes.c_lflag &= ~tcflag_t(ISIG) }
    while tcsetattr(descriptor, TCSADRAIN, &modes) != 0, errno == EINTR {}
  }
}
