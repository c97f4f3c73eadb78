import GazetteerSession

/// The result of running commands: how it went, and what to tell the user about it.
struct Outcome: Equatable {
  /// Something to tell the user. Its text is neutralised, and every line of it is ended.
  enum Note: Equatable {
    case notice(String)
    case error(String, ExitCode)
    /// What a command shows, if it came later.
    case result(String)
  }

  /// The code of the first error; an interruption replaces it. nil: everything succeeded.
  private(set) var code: ExitCode?
  /// Whether the user asked to quit.
  var quits = false
  /// What has not been printed yet, in order.
  private(set) var notes: [Note] = []

  init(code: ExitCode? = nil, quits: Bool = false) {
    self.code = code
    self.quits = quits
  }

  init(_ note: Note) {
    notes = [note]
    if case .error(_, let code) = note { self.code = code }
  }

  mutating func add(_ next: Outcome) {
    code = next.code == .interrupted ? .interrupted : code ?? next.code
    quits = quits || next.quits
    notes += next.notes
  }

  /// The same after its notes were printed.
  var withoutNotes: Outcome { Outcome(code: code, quits: quits) }
}
