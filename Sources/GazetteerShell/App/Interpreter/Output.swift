import GazetteerSession

/// Where the program prints. The text is neutralised, and every line of it is ended.
package struct Output {
  /// Prints results: one call for each reply.
  package var show: (String) -> Void
  /// Prints notices.
  package var tell: (String) -> Void
  /// Prints errors, with the exit code if the error ends the program.
  package var complain: (String, ExitCode) -> Void

  package init(
    show: @escaping (String) -> Void, tell: @escaping (String) -> Void, complain: @escaping (String, ExitCode) -> Void
  ) {
    self.show = show
    self.tell = tell
    self.complain = complain
  }
}
