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

  /// nil if there is no place that a line can select.
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
    guard items.contains(where: { $0.line != nil }) else { return nil }
  }

  /// The line that selects the chosen place; nil if it cannot be typed.
  package var line: String? { items[chosen].line }

  /// The preview, with the chosen place in reverse colors.
  package var rows: [ScreenRow] {
    shown.indices.map { items[chosen].rows.contains($0) ? shown[$0].map(\.marked) : shown[$0] }
  }

  package mutating func next() { chosen = min(chosen + 1, items.count - 1) }
  package mutating func goToFirst() { chosen = 0 }
  /// Goes to the place that is chosen in another one, or to the last one if there are fewer.
  mutating func go(to other: PreviewChoice) { chosen = min(other.chosen, items.count - 1) }
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
  /// return to the line; any other key does too, and then does its usual work. nil if there are no rows.
  func chooseFromPreview() -> Int32? {
    let size = sizeOfPreview
    guard var choice = previewChoice() else { return nil }
    sizesOfChoice = (size, size)
    defer { self.choice = nil }
    while true {
      self.choice = choice
      guard let key = nextKey() else { return CC_NORM }
      choice = self.choice ?? choice
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
    return assistant.choice(below: edited.text, columns: sizeOfPreview.columns, rows: sizeOfPreview.rows)
  }

  /// The size of the screen without the row of the line.
  private var sizeOfPreview: ScreenSize { ScreenSize(columns: canvas.columns, rows: canvas.rows - 1) }

  /// Makes the choice for the size that the screen has now. Until its rows are found, the old ones are shown. Nothing else
  /// changes the rows while one of them is being chosen.
  func fitChoice() {
    let size = sizeOfPreview
    guard let choice, let sizes = sizesOfChoice, sizes.made != size || sizes.asked != size else { return }
    sizesOfChoice?.asked = size
    guard var fitting = assistant?.choice(below: edited.text, columns: size.columns, rows: size.rows) else { return }
    fitting.go(to: choice)
    self.choice = fitting
    sizesOfChoice?.made = size
  }
}
