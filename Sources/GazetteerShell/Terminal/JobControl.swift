import Glibc

/// What a shell with jobs expects of the programs that it starts.
enum JobControl {
  /// Stops the program until it is continued. Where there is nobody to continue it (its process group is orphaned),
  /// or whoever started it asked that it be deaf to Ctrl-Z, this does nothing, as the system has it.
  ///
  /// - Parameter isWholeGroup: also those that it was started with, such as a script, as the terminal does with Ctrl-Z.
  static func stop(isWholeGroup: Bool) {
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    kill(isWholeGroup ? 0 : getpid(), SIGTSTP)
    // Pending until here, it strikes before this returns.
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    pthread_sigmask(SIG_BLOCK, &stop, nil)
    // What continued the program is answered by going on.
    var goOn = sigset_t()
    sigemptyset(&goOn)
    sigaddset(&goOn, SIGCONT)
    var atOnce = timespec()
    sigtimedwait(&goOn, nil, &atOnce)
  }
}
