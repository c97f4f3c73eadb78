import GazetteerIndex

/// Waits for what takes time, awake to Ctrl-C, Ctrl-Z and mail, and shows that something goes on.
package struct CommandWait {
  package let signals: Signals
  package let mail: Mail
  /// Shows what arrives meanwhile.
  package let show: (Message) -> Void
  /// What moves meanwhile on the terminal's last row; nil for nothing.
  var spinner: () -> Spinner? = { nil }
  /// Whether Ctrl-C was typed before it could be a signal: asked once the waiting begins.
  var wasInterruptedBefore: () -> Bool = { false }

  package init(signals: Signals, mail: Mail = .none, show: @escaping (Message) -> Void) {
    self.signals = signals
    self.mail = mail
    self.show = show
  }

  /// How long a command that was interrupted may take to end, in milliseconds.
  private static let patience: Int32 = 150

  /// Runs `command` on a worker and gives its result.
  ///
  /// The first Ctrl-C (or a signal that ends the program, see `Signals.ending`) calls `cancellation.cancel()`; the
  /// command is expected to return soon after. One that does not is left to itself: there is no result then, and what
  /// still comes of it goes nowhere.
  package func result<Result: Sendable>(
    cancellation: Cancellation, of command: @escaping @Sendable () -> Result
  ) -> (result: Result?, wasInterrupted: Bool) {
    let results = Mailbox<Result>()
    guard results.descriptor >= 0 else { return (command(), false) }
    Worker.run { results.post(command()) }
    if isReadable(results.descriptor) { return (results.drain().first, false) }
    cancellation.cancel()
    // Mail could come for ever, and make the patience one without end.
    _ = Readiness.wait(results.descriptor, milliseconds: Self.patience)
    return (results.drain().first, true)
  }

  /// Waits until `descriptor` is readable; false where the user interrupts that. What is readable already is not
  /// waited for.
  package func isReadable(_ descriptor: Int32) -> Bool {
    if wasInterruptedBefore() { return false }
    var spinner = spinner()
    defer { spinner?.erase() }
    while true {
      let ready = Readiness.wait(
        descriptor, signals.descriptor, mail.descriptor, milliseconds: spinner?.nextChange ?? -1)
      if ready[1] {
        spinner?.erase()
        if signals.takeInterruption() != nil { return false }
      }
      if ready[0] { return true }
      if ready[2] {
        let messages = mail.open()
        if !messages.isEmpty { spinner?.erase() }
        messages.forEach(show)
      }
      spinner?.draw()
    }
  }
}
