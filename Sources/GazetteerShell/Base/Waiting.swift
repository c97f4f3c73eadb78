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

  /// Waits until `descriptor` is readable; false where the user interrupted that.
  func isReadable(_ descriptor: Int32) -> Bool {
    switch self {
    case .atOnce: Readiness.wait(descriptor)[0]
    case .besides(let wait): wait.isReadable(descriptor)
    }
  }
}
