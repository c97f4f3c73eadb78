import GazetteerIndex
import GazetteerSession

/// Where a line comes from: that decides what it may do, and how its errors are introduced.
enum Origin: Equatable {
  /// The prompt.
  case typed
  /// A transcript or a script that is replayed: as the prompt, but somebody else may have written it.
  case replay
  /// `-c`, or a file named on the command line.
  case commandLine
  case script(SourceLocation)
  /// The user's own script at the start of a prompt.
  case startup(SourceLocation)

  /// Whether the line stands right above what it leads to.
  var isTyped: Bool { self == .typed || self == .replay }

  /// Whether what follows an error is run all the same, where nobody says otherwise.
  var survivesErrors: Bool { if case .startup = self { true } else { isTyped } }

  /// Whether a setting that comes from there is meant for the next runs, too.
  var keepsSettings: Bool { self == .typed || self == .commandLine }

  /// What commands may do beyond reading. A script has what the command line gives; the user has all.
  func powers(allowed: Set<Power>) -> Set<Power> {
    switch self {
    case .typed, .commandLine, .startup: Set(Power.allCases)
    case .script: allowed
    case .replay: consents(allowed: allowed)
    }
  }

  /// What is confirmed beforehand, where nobody can be asked.
  func consents(allowed: Set<Power>) -> Set<Power> {
    // The favorites of a replay are its own.
    self == .replay ? allowed.union([.favorites]) : allowed
  }

  func text(of failure: Failure, asJSON: Bool) -> String {
    switch self {
    case .typed, .replay: failure.rendered(at: nil, asJSON: asJSON)
    case .commandLine: (asJSON ? "" : "gaz: ") + failure.rendered(at: nil, asJSON: asJSON)
    case .script(let location), .startup(let location): failure.rendered(at: location, asJSON: asJSON)
    }
  }
}
