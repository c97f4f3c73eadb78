/// Writes changes of the screen, and tracks the terminal's cursor. Rows count from the scene's first.
///
/// Besides text, it sends only:
///
///     CR  CR LF  BS           to the left edge, to a new row below the last one, to the left
///     ESC [ n A  B  C         up, down, right
///     ESC [ K  ESC [ J        clear to the end of the row, of the screen; never from the first row on, because there
///                             may be nothing above it, and if the whole screen is cleared, tmux scrolls it away
///     ESC 7    ESC 8          save the cursor's place, and go back there
///     ESC [ … m               look
///     ESC [ ? 7 l  h          do not wrap, wrap: a row of uncertain width could become two
///     ESC [ ? 25 l  h         hide the cursor while much is drawn, show it
///     ESC [ ? 2026 l  h       show everything at once (terminals that do not know it ignore it)
struct ScreenPen {
  private(set) var bytes = ""
  private(set) var row: Int
  /// nil if uncertain. After a full row it is the number of columns; terminals differ in where the cursor is then.
  private(set) var column: Int?
  private let columns: Int
  /// The cursor is hidden while more bytes are drawn.
  private static let much = 64

  init(row: Int, column: Int?, columns: Int) {
    self.row = row
    self.column = column
    self.columns = columns
  }

  /// The bytes to send.
  var frame: String {
    guard bytes.utf8.count > Self.much else { return bytes }
    return "\u{1b}[?2026h\u{1b}[?25l" + bytes + "\u{1b}[?25h\u{1b}[?2026l"
  }

  mutating func write(_ cells: some Collection<Cell>) {
    var look = StyledText.Look.plain
    let isUncertain = cells.contains(where: \.isUncertain)
    if isUncertain { bytes += "\u{1b}[?7l" }
    for cell in cells {
      if cell.look != look {
        look = cell.look
        bytes += sequence(for: look)
      }
      bytes += cell.text
      column = column.map { $0 + cell.width }
    }
    if look != .plain { bytes += sequence(for: .plain) }
    if isUncertain {
      bytes += "\u{1b}[?7h"
      column = nil
    }
  }

  /// Moves to a column of an existing row.
  mutating func move(toRow target: Int, column wanted: Int) {
    if target != row { leaveEdge() }
    if target < row { bytes += Self.sequence("A", row - target) }
    if target > row { bytes += Self.sequence("B", target - row) }
    row = target
    move(toColumn: wanted)
  }

  private mutating func move(toColumn wanted: Int) {
    guard wanted != column else { return }
    if let column, column < columns, wanted > 0, (1...3).contains(column - wanted) {
      bytes += String(repeating: "\u{8}", count: column - wanted)
    } else {
      if column.map({ $0 > wanted || $0 >= columns }) ?? true { goToLeftEdge() }
      let distance = wanted - (column ?? 0)
      if distance > 0 { bytes += Self.sequence("C", distance) }
    }
    column = wanted
  }

  private mutating func leaveEdge() { if column.map({ $0 >= columns }) ?? true { goToLeftEdge() } }

  mutating func goToLeftEdge() {
    bytes += "\r"
    column = 0
  }

  /// Starts a new row below the last one, where the cursor is.
  mutating func startRow() {
    bytes += "\r\n"
    row += 1
    column = 0
  }

  mutating func clearRow() { bytes += "\u{1b}[K" }
  mutating func clearBelow() { bytes += "\u{1b}[J" }

  /// Writes text in rows of its own, which the terminal lays out.
  mutating func print(_ line: String) { bytes += line + "\r\n" }

  /// Starts a scene at the left edge of the cursor's row. There is nothing below.
  mutating func begin() {
    goToLeftEdge()
    row = 0
    clearRow()
  }

  /// Clears the rows of a scene, and moves to its beginning.
  ///
  /// - Parameter count: the number of rows; nil if uncertain.
  mutating func clear(rows count: Int?) {
    if let count, count > 1 {
      move(toRow: 1, column: 0)
      clearBelow()
    }
    move(toRow: 0, column: 0)
    clearRow()
    // Moves down by one, unless this is the last row of the screen.
    if count == nil { bytes += "\u{1b}7\u{1b}[B\u{1b}[J\u{1b}8" }
  }

  /// Empties the screen.
  mutating func clearScreen() {
    bytes += "\u{1b}[H\u{1b}[2J"
    row = 0
    column = 0
  }

  private static func sequence(_ letter: Character, _ count: Int) -> String {
    count == 1 ? "\u{1b}[\(letter)" : "\u{1b}[\(count)\(letter)"
  }

  private func sequence(for look: StyledText.Look) -> String {
    switch look {
    case .plain: "\u{1b}[m"
    case .dim: "\u{1b}[0;2m"
    case .bold: "\u{1b}[0;1m"
    case .marked: "\u{1b}[0;7m"
    case .markedBold: "\u{1b}[0;1;7m"
    case .color(let color, let isBold): "\u{1b}[0;\(isBold ? "1;" : "")38;5;\(color)m"
    }
  }
}
