import GazetteerSession
import Glibc

/// Ctrl-C outside the prompt.
enum Interruption {
  /// Lets it end the program with the code that says so. Who started the program deaf to it has a reason.
  static func becomesAnExitCode() {
    var action = sigaction()
    sigaction(SIGINT, nil, &action)
    guard !action.isIgnored else { return }
    signal(SIGINT) { _ in _exit(ExitCode.interrupted.rawValue) }
    // A mask is inherited too, from any thread that starts a program, and seldom meant.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigprocmask(SIG_UNBLOCK, &set, nil)
  }
}

extension sigaction {
  fileprivate var isIgnored: Bool {
    // SIG_IGN is a number in the clothes of a function.
    unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
