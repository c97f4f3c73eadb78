import GazetteerIndex

/// How the owner of the session waits for what takes time.
enum Waiting {
  /// On its own thread; Ctrl-C ends the program.
  case atOnce
  /// On a worker, awake to Ctrl-C, which ends only the command.
  case besides(CommandWait)

  /// What `work` gives; nil where the user interrupted it.
  func result<Result: Sendable>(
    cancellation: Cancellation, of work: @escaping @Sendable () -> Result
  ) -> Result? {
    switch self {
    case .atOnce: return work()
    case .besides(let wait):
      let (result, wasInterrupted) = wait.result(cancellation: cancellation, of: work)
      return wasInterrupted ? nil : result
    }
  }
}

extension Waiting {
  /// Waits until `descriptor` is readable; false where the user interrupted that.
  func isReadable(_ descriptor: Int32) -> Bool {
    guard case .besides(let wait) = self else { return Readiness.wait(descriptor)[0] }
    while true {
      let ready = Readiness.wait(descriptor, wait.signals.descriptor)
      if ready[1], let signal = wait.signals.take(), signal != .resize { return false }
      if ready[0] { return true }
    }
  }
}
