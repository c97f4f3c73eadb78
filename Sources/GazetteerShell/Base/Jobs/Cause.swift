import GazetteerSession

/// What led to an event or an effect: a statement and where it came from. It decides what is allowed, and in what form
/// errors and what else is said are printed.
struct Cause {
  let origin: Origin
  /// nil if no single statement led to it.
  let statement: Statement?
  /// How it is said what the command does after its reply; nil if no command led to it, or before its reply.
  private(set) var saying: Saying?

  init(_ origin: Origin, _ statement: Statement? = nil) {
    self.origin = origin
    self.statement = statement
  }

  /// The same, after the command has replied.
  func answered(by reply: Reply) -> Cause {
    var cause = self
    cause.saying = Saying(reply)
    return cause
  }

  /// Whether the statement asked for its results as JSON.
  var asksJSON: Bool { statement?.asksJSON ?? false }

  static let typed = Cause(.typed)
  static let commandLine = Cause(.commandLine)
}
