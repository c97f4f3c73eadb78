import GazetteerIndex
import GazetteerSession

/// Where a line comes from: that decides what it may do, and how its errors are introduced.
enum Origin: Equatable {
  /// The prompt, or a transcript: what is typed stands right above.
  case typed
  /// `-c`, or a file named on the command line.
  case commandLine
  case script(SourceLocation)

  /// What commands may do beyond reading. A script has what the command line gives; the user has all.
  func powers(allowed: Set<Power>) -> Set<Power> {
    switch self {
    case .typed, .commandLine: Set(Power.allCases)
    case .script: allowed
    }
  }

  func text(of failure: Failure, asJSON: Bool) -> String {
    switch self {
    case .typed: failure.rendered(at: nil, asJSON: asJSON)
    case .commandLine: (asJSON ? "" : "gaz: ") + failure.rendered(at: nil, asJSON: asJSON)
    case .script(let location): failure.rendered(at: location, asJSON: asJSON)
    }
  }
}
