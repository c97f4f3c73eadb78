import GazetteerSession

/// What led to an event or an effect: a statement and where it came from. It decides what is allowed, and in what form
/// errors are printed.
struct Cause {
  let origin: Origin
  /// nil if no single statement led to it.
  let statement: Statement?

  init(_ origin: Origin, _ statement: Statement? = nil) {
    self.origin = origin
    self.statement = statement
  }

  /// Whether the statement asked for its results as JSON.
  var asksJSON: Bool { statement?.asksJSON ?? false }

  static let typed = Cause(.typed)
  static let commandLine = Cause(.commandLine)
}
