import GazetteerSession
import Glibc
import Synchronization

/// Ctrl-C outside the prompt.
enum Interruption {
  /// Whether a row that shows the progress of a job may be on the terminal of the errors.
  static let hasRow = Atomic(false)
  /// Goes to the start of the row, and clears it.
  private static let erasure: StaticString = "\r\u{1b}[K"

  /// Makes Ctrl-C end the program with exit code 130, unless the parent process made it ignore Ctrl-C. A row of progress
  /// does not stay.
  static func becomesAnExitCode() {
    // The first use of a global value takes a lock, which a signal handler must not do.
    hasRow.store(false, ordering: .relaxed)
    _ = erasure
    var action = sigaction()
    sigaction(SIGINT, nil, &action)
    guard !action.isIgnored else { return }
    signal(SIGINT) { _ in
      if Interruption.hasRow.load(ordering: .relaxed) {
        _ = write(STDERR_FILENO, Interruption.erasure.utf8Start, Interruption.erasure.utf8CodeUnitCount)
      }
      _exit(ExitCode.interrupted.rawValue)
    }
    // The signal mask is inherited too, but parents rarely mean to block Ctrl-C.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigprocmask(SIG_UNBLOCK, &set, nil)
  }
}

extension sigaction {
  fileprivate var isIgnored: Bool {
    // SIG_IGN is the number 1, cast to a function pointer.
    unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
