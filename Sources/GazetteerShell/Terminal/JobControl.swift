import Glibc

/// Stopping and continuing, as shells with job control expect it.
enum JobControl {
  /// Stops the program until it is continued. The system does nothing if no shell could continue it (its process group
  /// is orphaned), or if it was started with SIGTSTP ignored.
  ///
  /// - Parameter isWholeGroup: also stop the programs that it was started with, such as a script, as Ctrl-Z does.
  static func stop(isWholeGroup: Bool) {
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    kill(isWholeGroup ? 0 : getpid(), SIGTSTP)
    // The signal was blocked until here; unblocking it stops the program.
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    pthread_sigmask(SIG_BLOCK, &stop, nil)
    // SIGCONT has done its work.
    var continued = sigset_t()
    sigemptyset(&continued)
    sigaddset(&continued, SIGCONT)
    var atOnce = timespec()
    sigtimedwait(&continued, nil, &atOnce)
  }
}
