import CTerminal
import Glibc

/// The terminal while the program has it. Whoever else is to have it, another program or, while this one is stopped,
/// the user's shell, gets it as it was found.
///
///     found ── start() ──► running ◄── LineEditor ──► editing
///       ▲                     │
///       └── lend, stop, end ──┘         a crash, from anywhere: found
package final class Terminal {
  let modes: TerminalModes
  let title: WindowTitle
  private let screen = TerminalOutput(STDOUT_FILENO)
  /// Whether it understands more than lines of text; until that is known, it does not.
  var isCapable = false { didSet { guardAgainstCrashes() } }
  /// Asks the terminal not to mark what is pasted any longer.
  var stopsMarkingPastes: () -> Void = {}

  /// What makes a screen plain, whatever was being drawn: what was held back is shown, pastes are not marked, rows
  /// wrap, the cursor is visible, nothing is colored.
  private static let plain = "\u{1b}[?2026l\u{1b}[?2004l\u{1b}[?7h\u{1b}[?25h\u{1b}[0m"

  /// nil where there is none.
  package init?(_ environment: Environment) {
    guard let modes = TerminalModes(of: STDIN_FILENO) else { return nil }
    self.modes = modes
    title = WindowTitle(isCapable: WindowTitle.isShown(by: environment.variable("TERM")), send: screen.write)
  }

  /// Takes the terminal. A crash leaves it as it was found from here on.
  package func start() {
    gaz_crash_use_own_stack()
    guardAgainstCrashes()
    modes.run()
  }

  /// Leaves the terminal as it was found.
  package func end() {
    giveBack()
    gaz_crash_release()
  }

  /// Takes the terminal again, whatever somebody else has made of it.
  func resume() {
    modes.run()
    title.show()
  }

  /// Lets `work` have the terminal.
  func lend<Result>(_ work: () -> Result) -> Result {
    giveBack()
    defer { resume() }
    return work()
  }

  /// Stops the program until it is continued.
  ///
  /// - Parameter isWholeGroup: also the programs that it was started with, as Ctrl-Z does.
  func stop(isWholeGroup: Bool) {
    lend { JobControl.stop(isWholeGroup: isWholeGroup) }
  }

  /// What moves on the last row while something takes its time; nil where the terminal cannot take it away again.
  func spinner(isASCII: Bool, stopwatch: @escaping () -> Double) -> Spinner? {
    guard isCapable else { return nil }
    return Spinner(
      isASCII: isASCII, columns: ScreenSize(of: STDOUT_FILENO).columns, stopwatch: stopwatch,
      canSend: {
        var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&ready, 1, 0) > 0
      }, send: screen.write)
  }

  /// Makes the screen usable after a program that was killed on it.
  func makePlain() {
    if isCapable { screen.write(Self.plain) }
  }

  private func giveBack() {
    stopsMarkingPastes()
    title.restore()
    modes.restore()
  }

  private func guardAgainstCrashes() {
    let farewell = (isCapable ? Self.plain : "") + (title.isCapable ? WindowTitle.restoring : "") + "\r\n"
    var found = modes.found
    gaz_crash_guard(modes.descriptor, &found, farewell)
  }
}
