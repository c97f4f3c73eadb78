import CTerminal
import Glibc

/// The terminal while the program uses it. Its original state is restored while another program has it, and while this
/// program is stopped.
///
///     found ── start() ──► running ◄─ startEditing(), stopEditing() ─► editing
///       ▲                     │                                          │
///       └── lend, stop, end ──┴──────────────────────────────────────────┘   also a crash: found
package final class Terminal {
  let modes: TerminalModes
  let title: WindowTitle
  let input: Int32
  let output: Int32
  private let screen: TerminalOutput
  /// Whether the cursor can move up and rows can be cleared; false until the line editor knows it.
  var isCapable = false { didSet { if isStarted { guardAgainstCrashes() } } }
  private var isStarted = false
  /// Whether the terminal has been asked to mark what is pasted.
  private var marksPastes = false

  /// Whether the other screen of the terminal is shown, which has no lines above it. The first one stays as it is.
  var usesOtherScreen = false {
    didSet {
      guard isCapable, usesOtherScreen != oldValue else { return }
      screen.write(usesOtherScreen ? Self.otherScreen : Self.firstScreen)
      if isStarted { guardAgainstCrashes() }
    }
  }

  private static let (otherScreen, firstScreen) = ("\u{1b}[?1049h\u{1b}[H", "\u{1b}[?1049l")

  /// Makes the screen plain, whatever was being drawn: held output is shown, pastes are not marked, rows wrap, the
  /// cursor is visible, nothing is colored.
  private static let plain = "\u{1b}[?2026l\u{1b}[?2004l\u{1b}[?7h\u{1b}[?25h\u{1b}[0m"

  /// nil if one of the descriptors is not a terminal.
  package init?(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, type: String?) {
    guard isatty(output) == 1, let modes = TerminalModes(of: input) else { return nil }
    self.modes = modes
    self.input = input
    self.output = output
    screen = TerminalOutput(output)
    title = WindowTitle(isCapable: WindowTitle.isShown(by: type), send: screen.write)
  }

  /// Prepares the terminal for commands that run. From here on a crash restores it, too.
  package func start() {
    isStarted = true
    gaz_crash_use_own_stack()
    guardAgainstCrashes()
    modes.use(.running)
  }

  /// Restores the terminal as it was found.
  package func end() {
    giveBack()
    isStarted = false
    gaz_crash_release()
  }

  /// Prepares the terminal for editing: keys arrive as characters, pastes are marked.
  func startEditing() {
    modes.use(.editing)
    markPastes(true)
  }

  /// Makes Ctrl-C a signal again. Pastes stay marked, because the next line is edited soon.
  func stopEditing() { modes.use(.running) }

  /// Runs `work` while the terminal is as it was found, then goes back to what was before. May be nested.
  func lend<Result>(_ work: () -> Result) -> Result {
    let mode = modes.current
    let usedOtherScreen = usesOtherScreen
    giveBack()
    defer {
      usesOtherScreen = usedOtherScreen
      modes.use(mode)
      if mode == .editing { markPastes(true) }
      if mode != .found { title.show() }
    }
    return work()
  }

  /// Sets everything again after another program had the terminal outside `lend`.
  func resume() {
    modes.setAgain()
    marksPastes = false
    if modes.current == .editing { markPastes(true) }
    title.show()
  }

  /// Stops the program until it is continued.
  ///
  /// - Parameter isWholeGroup: also stop the programs that it was started with, as Ctrl-Z does.
  func stop(isWholeGroup: Bool) {
    lend { JobControl.stop(isWholeGroup: isWholeGroup) }
  }

  /// Asks what pictures the terminal shows. The answers come where keys come. False if it might print the question.
  func asksForGraphics() -> Bool {
    guard isCapable, title.isCapable else { return false }
    screen.write(GraphicsQuery.text)
    return true
  }

  /// The moving row that shows that something takes time; nil if the terminal could not remove it again.
  func spinner(title: String, since: Double?, isASCII: Bool, stopwatch: @escaping () -> Double) -> Spinner? {
    guard isCapable else { return nil }
    return Spinner(
      title: title, since: since, isASCII: isASCII, columns: ScreenSize(of: output).columns, stopwatch: stopwatch,
      canSend: { [output] in
        var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        return poll(&ready, 1, 0) > 0
      }, send: screen.write)
  }

  /// Makes the screen usable after a program was killed while it drew there.
  func makePlain() {
    if isCapable { screen.write(Self.plain) }
  }

  private func markPastes(_ isWanted: Bool) {
    guard isCapable, isWanted != marksPastes else { return }
    marksPastes = isWanted
    screen.write(isWanted ? "\u{1b}[?2004h" : "\u{1b}[?2004l")
  }

  private func giveBack() {
    usesOtherScreen = false
    markPastes(false)
    title.restore()
    modes.use(.found)
  }

  private func guardAgainstCrashes() {
    let farewell =
      (usesOtherScreen ? Self.firstScreen : "") + (isCapable ? Self.plain : "")
      + (title.isCapable ? WindowTitle.restoring : "") + "\r\n"
    var found = modes.found
    gaz_crash_guard(modes.descriptor, &found, farewell)
  }
}
