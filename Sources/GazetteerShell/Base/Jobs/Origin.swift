import GazetteerIndex
import GazetteerSession

/// Where a line comes from. It decides what the line may do, and how its errors are introduced.
enum Origin: Equatable, Sendable {
  /// The prompt.
  case typed
  /// A transcript or a script that is replayed: like the prompt, but somebody else may have written it.
  case replay
  /// `-c`, or a file named on the command line.
  case commandLine
  case script(SourceLocation)
  /// The user's own script at the start of a prompt.
  case startup(SourceLocation)

  /// Whether the line is shown right above its results.
  var isTyped: Bool { self == .typed || self == .replay }

  /// Whether a line that begins with no command is a search.
  var mayLeaveOutCommand: Bool { isTyped || self == .commandLine }

  /// Whether the lines after an error run, unless the user set `on-error`.
  var survivesErrors: Bool { if case .startup = self { true } else { isTyped } }

  /// Whether a setting from there is saved for the next runs.
  var savesSettings: Bool { self == .typed || self == .commandLine }

  /// What commands may do beyond reading. The user may do everything, a script what the command line allows.
  func powers(allowed: Set<Power>) -> Set<Power> {
    switch self {
    case .typed, .commandLine, .startup: Set(Power.allCases)
    case .script: allowed
    case .replay: consents(allowed: allowed)
    }
  }

  /// The powers that count as confirmed if nobody can be asked.
  func consents(allowed: Set<Power>) -> Set<Power> {
    // A replay has favorites, contacts, an outbox and accounts of its own, and its messages are sent nowhere.
    self == .replay ? allowed.union([.favorites, .send, .account]) : allowed
  }

  func text(of failure: Failure, asJSON: Bool) -> String {
    switch self {
    case .typed, .replay: failure.rendered(at: nil, asJSON: asJSON)
    case .commandLine: (asJSON ? "" : "gaz: ") + failure.rendered(at: nil, asJSON: asJSON)
    case .script(let location), .startup(let location): failure.rendered(at: location, asJSON: asJSON)
    }
  }
}
