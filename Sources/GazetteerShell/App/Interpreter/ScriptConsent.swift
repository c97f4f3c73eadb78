import GazetteerIndex
import GazetteerSession

/// What the user has answered for a script that they started at the prompt. The answer is valid until this script ends,
/// also for the scripts that it runs.
struct ScriptConsent {
  private(set) var allowed: Set<Power> = []
  private var refused: Set<Power> = []

  /// Those of `powers` that the user was not asked about; nil if the user refused one of `powers`.
  func unanswered(of powers: Set<Power>) -> Set<Power>? {
    refused.isDisjoint(with: powers) ? powers.subtracting(allowed) : nil
  }

  mutating func add(_ powers: Set<Power>, isAllowed: Bool) {
    if isAllowed { allowed.formUnion(powers) } else { refused.formUnion(powers) }
  }

  /// Asks whether a script may use powers. Only the user can answer, at the terminal.
  ///
  /// - Parameter line: the first line that needs them, with its place.
  static func question(_ powers: Set<Power>, for script: Untrusted, line: Message) -> Question {
    let actions = powers.sorted().map(\.action).joined(separator: " and ")
    var question = Question(
      "allow \(quoted: script) to \(own: actions)", power: powers.min(), no: "\(quoted: script) may not \(own: actions)"
    )
    question.details = [line]
    return question
  }
}

extension Power {
  /// What a command with this power does.
  fileprivate var action: String {
    switch self {
    case .favorites: "change favorites"
    case .writeFile: "write files"
    case .network: "use the network"
    case .account: "use your account"
    case .send: "send messages"
    case .shell: "run programs"
    }
  }
}
