import GazetteerSession

/// What came of running commands.
struct Outcome: Equatable {
  /// The first error's own code, an interruption before any other; nil: all went well.
  private(set) var code: ExitCode?
  /// Whether the user asked for the end.
  var quits = false

  init(code: ExitCode? = nil, quits: Bool = false) {
    self.code = code
    self.quits = quits
  }

  mutating func add(_ next: Outcome) {
    code = next.code == .interrupted ? .interrupted : code ?? next.code
    quits = quits || next.quits
  }
}
