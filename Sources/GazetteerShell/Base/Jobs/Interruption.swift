import GazetteerSession
import Glibc

/// Ctrl-C outside the prompt.
enum Interruption {
  /// Makes Ctrl-C end the program with exit code 130, unless the parent process made it ignore Ctrl-C.
  static func becomesAnExitCode() {
    var action = sigaction()
    sigaction(SIGINT, nil, &action)
    guard !action.isIgnored else { return }
    signal(SIGINT) { _ in _exit(ExitCode.interrupted.rawValue) }
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
