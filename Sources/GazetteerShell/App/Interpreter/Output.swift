import GazetteerSession

/// Where the program's words go. What goes in is neutralised already.
package struct Output {
  /// Results: one call for a reply, every line ended.
  package var show: (String) -> Void
  /// Notices, every line ended.
  package var tell: (String) -> Void
  /// Errors, every line ended, with the code that the program ends with where the error ends it.
  package var complain: (String, ExitCode) -> Void

  package init(
    show: @escaping (String) -> Void, tell: @escaping (String) -> Void, complain: @escaping (String, ExitCode) -> Void
  ) {
    self.show = show
    self.tell = tell
    self.complain = complain
  }
}
