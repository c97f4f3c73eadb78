import GazetteerIndex
import GazetteerSession

/// The candidates of a completion, shown under the line, and which of them is in the line.
struct CompletionMenu: Equatable {
  let completion: Completion
  /// The line as it was typed.
  let typed: EditedText
  private(set) var chosen: Int?

  init(_ completion: Completion, typed: EditedText) {
    self.completion = completion
    self.typed = typed
  }

  /// The line with `replacement` in place of the word.
  static func replace(_ range: Range<Int>, of text: EditedText, with replacement: String) -> EditedText {
    let bytes = text.text.utf8
    return EditedText(
      before: String(decoding: bytes.prefix(range.lowerBound), as: UTF8.self) + replacement,
      after: String(decoding: bytes.dropFirst(range.upperBound), as: UTF8.self))
  }

  /// The line with the chosen candidate, or with what all candidates have in common.
  var line: EditedText {
    let replacement = chosen.map { completion.candidates[$0].replacement } ?? completion.common
    return Self.replace(completion.range, of: typed, with: replacement)
  }

  mutating func next() { choose { $0 + 1 } }
  mutating func previous() { choose { $0 - 1 } }

  private mutating func choose(_ step: (Int) -> Int) {
    let count = completion.candidates.count
    guard count > 0 else { return }
    // If none is chosen, a step forward leads to the first, and a step back to the last.
    let start = chosen ?? (step(0) > 0 ? -1 : 0)
    chosen = (step(start) + count) % count
  }

  /// The candidates in columns, row by row, and how many are not shown: at most `rows` rows.
  func rows(columns: Int, rows limit: Int) -> [ScreenRow] {
    guard limit > 0, columns > 0, !completion.candidates.isEmpty else { return [] }
    let grid = Grid(completion.candidates, columns: columns)
    let needed = (completion.candidates.count + grid.perRow - 1) / grid.perRow
    let isWhole = needed <= limit && completion.total <= completion.candidates.count
    let listRows = isWhole ? needed : max(1, min(needed, limit - 1))
    let perPage = listRows * grid.perRow
    let first = (chosen ?? 0) / perPage * perPage
    let page = first..<min(first + perPage, completion.candidates.count)
    var shown = stride(from: page.lowerBound, to: page.upperBound, by: grid.perRow).map { start -> ScreenRow in
      let end = min(start + grid.perRow, page.upperBound)
      return (start..<end).flatMap { index in
        grid.spans(of: completion.candidates[index], isChosen: index == chosen, isLast: index + 1 == end)
      }
    }
    let more = completion.total - page.count
    if more > 0, limit > shown.count {
      shown.append([StyledText("… and \(completion.hasMore ? "over " : "")\(more) more", .dim)])
    }
    return shown
  }
}

/// Columns of equal width. Each has a word and, if there is room for all of them, what the word means.
private struct Grid {
  private static let gap = 2
  let perRow: Int
  private let labels: Int
  private let details: Int

  init(_ candidates: [Completion.Candidate], columns: Int) {
    let labels = min(columns, candidates.map { Width.of($0.label) }.max() ?? 1)
    let details = candidates.map { Width.of($0.detail) }.max() ?? 0
    self.labels = labels
    self.details = details > 0 && labels + Self.gap + details <= columns ? Self.gap + details : 0
    perRow = max(1, (columns + Self.gap) / max(1, labels + self.details + Self.gap))
  }

  func spans(of candidate: Completion.Candidate, isChosen: Bool, isLast: Bool) -> [StyledText] {
    let label = Width.fit(candidate.label, cells: labels)
    let detail = details > 0 && !candidate.detail.isEmpty ? candidate.detail : ""
    let isOver = isLast && detail.isEmpty
    let gap = details > 0 ? Self.gap : 0
    return [
      StyledText(label, isChosen ? .marked : .plain),
      StyledText(isOver ? "" : blanks(labels - Width.of(label) + gap)),
      StyledText(detail, .dim),
      StyledText(isLast ? "" : blanks(max(0, details - gap - Width.of(detail)) + Self.gap)),
    ].filter { !$0.text.isEmpty }
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
