import Glibc

/// How the terminal treats what is typed: as the program found it, and as it is while commands run.
///
/// Between two lines, the program wants the keys as they come: neither shown in the middle of an answer nor kept or
/// swallowed by the terminal, so that what is typed ahead stands on the next line. Ctrl-C, Ctrl-Z and Ctrl-\ are signals
/// then. The third way, that of the line editor, is libedit's.
package final class TerminalModes {
  let descriptor: Int32
  /// As the program found it.
  let found: termios
  private let running: termios

  /// Notes the modes; nil where `descriptor` is no terminal.
  package init?(of descriptor: Int32) {
    var found = termios()
    guard tcgetattr(descriptor, &found) == 0 else { return nil }
    self.descriptor = descriptor
    self.found = found
    var running = found
    // Without IEXTEN and IXON no key is literal-next, discard, stop or start; with NOFLSH Ctrl-Z leaves what was typed
    // ahead, and Ctrl-C what is on its way to the screen.
    running.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    running.c_lflag |= tcflag_t(ISIG | NOFLSH)
    // Keys are read as they are typed: a CR stays one.
    running.c_iflag &= ~tcflag_t(IXON | ICRNL)
    running.c_oflag |= tcflag_t(OPOST)
    withUnsafeMutableBytes(of: &running.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    self.running = running
  }

  /// Prepares the terminal for commands that run.
  package func run() { set(running) }

  /// Makes the terminal as it was found, once all that was written has arrived.
  package func restore() { set(found) }

  private func set(_ modes: termios) {
    var modes = modes
    while tcsetattr(descriptor, TCSADRAIN, &modes) != 0, errno == EINTR {}
  }
}
