import GazetteerIndex

extension Session {
  /// The error of a command whose line may be the name of a place: `show low az`. If it is, the error says how to search
  /// for it.
  func advising(searchInsteadOf statement: Statement, after failure: Failure, _ context: Context) -> Failure {
    guard context.mayLeaveOutCommand, mode == .commands, !context.cancellation.isCancelled,
      [.failed, .usage, .loginRequired].contains(failure.code), failure.choice == nil, statement.words.count > 1,
      statement.words.allSatisfy({ !$0.isQuoted && !$0.isOption && !Fold.bytes($0.text).isEmpty })
    else { return failure }
    let text = statement.words.text
    guard isName(text, context.cancellation) else { return failure }
    return failure.remediable(first: "search \(cut: text)")
  }

  /// Whether a text is what a place is called: its name, the beginning of that, or that with its region.
  private func isName(_ text: Untrusted, _ cancellation: Cancellation) -> Bool {
    var query = Query(text)
    query.precision = .exact
    let found = try? catalog.search(query, limit: 1, mayCountRoughly: true, cancellation: cancellation).hits
    guard let hit = found?.first else { return false }
    switch hit.tier {
    case .name, .alternate, .prefix: return true
    // Codes and later words of names weigh less.
    case .region: return (hit.weight ?? 0) >= Self.leastWeight
    default: return false
    }
  }

  /// That of a place whose name begins with whole words of a text, and whose region has the others.
  private static let leastWeight = 3000
}
