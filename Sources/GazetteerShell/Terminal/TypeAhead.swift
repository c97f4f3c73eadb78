import Glibc

/// Keys typed before the program asked for them.
enum TypeAhead {
  /// A paste is over if nothing has come for this long, in milliseconds.
  private static let pause: Int32 = 30

  /// Whether keys wait to be read.
  static func waits(on terminal: Int32) -> Bool { Readiness.wait(terminal, milliseconds: 0)[0] }

  /// Drops keys until no more come, so that keys typed for something else do not answer a question.
  ///
  /// - Parameter signals: end this early, if given.
  static func drop(from terminal: Int32, signals: Signals? = nil) {
    var ready = [true, false]
    while ready == [true, false] {
      // A terminal that has hung up stays readable.
      guard tcflush(terminal, TCIFLUSH) == 0 else { return }
      ready = Readiness.wait(terminal, signals?.descriptor ?? -1, milliseconds: pause)
    }
  }
}
