import GazetteerIndex

/// Where a replay departs from its transcript, in the manner of a unified diff: `-` what the transcript has, `+` what
/// was answered.
struct TranscriptDifference {
  /// The exchanges whose answers differ, as lines that may be printed anywhere.
  let hunks: [[String]]

  /// Both hold the same exchanges.
  init(from told: Transcript, to played: Transcript) {
    hunks = zip(told.exchanges, played.exchanges).compactMap { told, played in
      guard told.answer != played.answer else { return nil }
      let title = "@@ line \(told.line): > \(told.typed.neutralised)"
      return [title] + Self.lines(from: told.answer, to: played.answer)
    }
  }

  /// All lines of one answer after ` `, `-` or `+`.
  private static func lines(from old: [Untrusted], to new: [Untrusted]) -> [String] {
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [String] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if oldIndex < old.count, removed.contains(oldIndex) {
        lines.append("-" + old[oldIndex].neutralised)
        oldIndex += 1
      } else if newIndex < new.count, added.contains(newIndex) {
        lines.append("+" + new[newIndex].neutralised)
        newIndex += 1
      } else {
        lines.append(" " + old[oldIndex].neutralised)
        (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
      }
    }
    return lines
  }

  /// The whole as one text; empty where nothing differs.
  func text(of file: Untrusted) -> String {
    guard !hunks.isEmpty else { return "" }
    let head = ["--- \(file.neutralised)", "+++ as answered now"]
    return (head + hunks.joined()).map { $0 + "\n" }.joined()
  }
}
