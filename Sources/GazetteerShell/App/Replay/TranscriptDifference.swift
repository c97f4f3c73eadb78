import GazetteerIndex

/// Where a replay differs from its transcript, like a unified diff: `-` before lines of the transcript, `+` before
/// lines of the new answers.
struct TranscriptDifference {
  /// The exchanges whose answers differ, as lines that are safe to print.
  let hunks: [[String]]

  /// Both have the same exchanges.
  init(from recorded: Transcript, to played: Transcript) {
    hunks = zip(recorded.exchanges, played.exchanges).compactMap { recorded, played in
      guard recorded.answer != played.answer else { return nil }
      let title = "@@ line \(recorded.line): > \(recorded.typed.neutralised)"
      return [title] + Self.lines(of: LineDifference(from: recorded.answer, to: played.answer))
    }
  }

  /// All lines of both answers after ` `, `-` or `+`.
  private static func lines(of difference: LineDifference<Untrusted>) -> [String] {
    let (old, new) = (difference.old, difference.new)
    var lines: [String] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if oldIndex < old.count, difference.isRemoved[oldIndex] {
        lines.append("-" + old[oldIndex].neutralised)
        oldIndex += 1
      } else if newIndex < new.count, difference.isAdded[newIndex] {
        lines.append("+" + new[newIndex].neutralised)
        newIndex += 1
      } else {
        lines.append(" " + old[oldIndex].neutralised)
        (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
      }
    }
    return lines
  }

  /// All differences as one text; empty if there are none.
  func text(of file: Untrusted) -> String {
    guard !hunks.isEmpty else { return "" }
    let head = ["--- \(file.neutralised)", "+++ answers now"]
    return (head + hunks.joined()).map { $0 + "\n" }.joined()
  }
}
