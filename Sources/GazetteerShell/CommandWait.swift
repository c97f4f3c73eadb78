import GazetteerIndex

/// Waits for a command that runs on a worker, awake to Ctrl-C and to mail.
package struct CommandWait {
  package let signals: Signals
  package let mail: Mail
  /// Shows what arrives while the command runs.
  package let show: (Message) -> Void

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
    var wasInterrupted = false
    while true {
      let ready = Readiness.wait(
        wasInterrupted ? -1 : signals.descriptor, mail.descriptor, results.descriptor,
        milliseconds: wasInterrupted ? Self.patience : -1)
      if ready[0], let signal = signals.take(), signal != .resize {
        wasInterrupted = true
        cancellation.cancel()
      }
      if ready[1] { mail.open().forEach(show) }
      if let result = results.drain().first { return (result, wasInterrupted) }
      if wasInterrupted, !ready.contains(true) { return (nil, true) }
    }
  }
}
