import CEditline
import GazetteerSession

/// The rows of the preview while one of its places is being chosen.
package struct PreviewChoice: Equatable {
  /// A place: its rows, and the line that selects it.
  private struct Item: Equatable {
    var rows: Range<Int>
    let number: Int
    let line: String?
  }

  private let shown: [ScreenRow]
  private var items: [Item] = []
  private var chosen = 0

  /// nil if there is no place.
  ///
  /// - Parameters:
  ///   - shown: the whole preview.
  ///   - rows: its rows with places.
  ///   - first: the index in `shown` of the first of them.
  package init?(_ shown: [ScreenRow], of rows: some Collection<Preview.Row>, from first: Int) {
    self.shown = shown
    for (index, row) in rows.enumerated() {
      let place = first + index
      if let last = items.last, last.number == row.number {
        items[items.count - 1].rows = last.rows.lowerBound..<place + 1
      } else {
        items.append(Item(rows: place..<place + 1, number: row.number, line: row.picking))
      }
    }
    guard !items.isEmpty else { return nil }
  }

  /// The line that selects the chosen place; nil if it cannot be typed.
  package var line: String? { items[chosen].line }

  /// The preview, with the chosen place in reverse colors.
  package var rows: [ScreenRow] {
    shown.indices.map { items[chosen].rows.contains($0) ? shown[$0].map(\.marked) : shown[$0] }
  }

  package mutating func next() { chosen = min(chosen + 1, items.count - 1) }
  package mutating func goToFirst() { chosen = 0 }
  package mutating func goToLast() { chosen = items.count - 1 }

  /// False at the first place.
  package mutating func previous() -> Bool {
    guard chosen > 0 else { return false }
    chosen -= 1
    return true
  }
}

extension StyledText {
  fileprivate var marked: StyledText { StyledText(text, look == .bold ? .markedBold : .marked) }
}

extension LineEditor {
  /// How long Down waits for the rows of the line, in milliseconds.
  private static let longestWait: Int32 = 1000

  /// Goes into the rows of the preview. Enter selects the place of the marked row. Up at the first row, Esc and Ctrl-G
  /// return to the line; any other key does too, and then does its usual work.
  func chooseFromPreview() -> Int32 {
    guard var choice = previewChoice() else { return CC_NORM }
    defer { self.choice = nil }
    while true {
      self.choice = choice
      guard let key = nextKey() else { return CC_NORM }
      switch key {
      case Key.down.rawValue, Control.n: choice.next()
      case Key.up.rawValue, Control.p: guard choice.previous() else { return CC_NORM }
      case Key.pageDown.rawValue: choice.goToLast()
      case Key.pageUp.rawValue: choice.goToFirst()
      case Control.enter, Control.newline:
        guard let line = choice.line else { continue }
        return end(with: .line(line))
      case Key.escape.rawValue, Control.g: return CC_NORM
      default:
        decoder.giveBack(key)
        return CC_NORM
      }
    }
  }

  /// The rows of the line as it is now. What is shown may still be of an older line; then it waits a moment.
  private func previewChoice() -> PreviewChoice? {
    guard let assistant, hasScreen, !edited.text.isEmpty else { return nil }
    draw()
    while assistant.isSearching {
      let ready = Readiness.wait(assistant.descriptor, signals.descriptor, milliseconds: Self.longestWait)
      guard ready[0] else { return nil }
      assistant.update()
    }
    return assistant.choice(below: edited.text, columns: canvas.columns, rows: canvas.rows - 1)
  }
}
