import GazetteerIndex

/// A terminal like the VT100, with the sequences that the canvases use: a screen, the rows that have scrolled off it,
/// and a cursor that stays at the right edge of a full row until the next character.
struct TinyTerminal {
  struct Cell: Equatable {
    var text = " "
    var look = ""
    /// Whether this is the second half of a wide character.
    var isSecondHalf = false
  }

  /// Whether rows are wrapped again when the width changes, as in most terminal windows; else they are cut.
  var reflows = false
  /// Whether code points are counted one by one, so that an emoji of several takes more columns than it should.
  var countsCodePoints = false
  private(set) var columns: Int
  private(set) var height: Int
  private(set) var row = 0
  private(set) var column = 0
  private(set) var isHanging = false
  private(set) var scrolledOff: [Row] = []
  private(set) var rows: [Row]
  private(set) var isCursorHidden = false
  private(set) var marksPastes = false
  /// Sequences that it does not know.
  private(set) var unknown: [String] = []
  private var kept = (row: 0, column: 0)
  private var look = ""
  private var wraps = true

  struct Row: Equatable {
    var cells: [Cell]
    /// Whether the next row continues this one.
    var isWrapped = false
    var text: String {
      var text = cells.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
    static func == (one: Row, other: Row) -> Bool { one.cells == other.cells }
  }

  init(columns: Int, rows: Int) {
    self.columns = columns
    height = rows
    self.rows = Array(repeating: Self.blank(columns), count: rows)
  }

  private static func blank(_ columns: Int) -> Row { Row(cells: Array(repeating: Cell(), count: columns)) }

  /// All that was ever shown and not cleared, from the top.
  var text: [String] { (scrolledOff + rows).map(\.text) }

  mutating func receive(_ text: String) {
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\r\n":
        returnToEdge()
        lineFeed()
      case "\r": returnToEdge()
      case "\n": lineFeed()
      case "\u{8}":
        column = max(0, column - 1)
        isHanging = false
      case "\u{1b}" where rest.first == "7":
        rest.removeFirst()
        kept = (row, column)
      case "\u{1b}" where rest.first == "8":
        rest.removeFirst()
        (row, column, isHanging) = (kept.row, kept.column, false)
      case "\u{1b}":
        let sequence = rest.prefix { !$0.isLetter }
        rest = rest[sequence.endIndex...]
        let last = rest.popFirst() ?? "?"
        obey(String(sequence.dropFirst()), last)
      default:
        if countsCodePoints {
          for scalar in character.unicodeScalars { put(Character(scalar)) }
        } else {
          put(character)
        }
      }
    }
  }

  private mutating func returnToEdge() {
    column = 0
    isHanging = false
  }

  private mutating func lineFeed() {
    isHanging = false
    guard row == height - 1 else {
      row += 1
      return
    }
    scrolledOff.append(rows.removeFirst())
    rows.append(Self.blank(columns))
  }

  private mutating func put(_ character: Character) {
    let width = Width.of(character)
    guard width > 0 else {
      var base = isHanging ? column : max(0, column - 1)
      if rows[row].cells[base].isSecondHalf { base -= 1 }
      rows[row].cells[base].text += String(character)
      return
    }
    if isHanging || column + width > columns {
      if wraps {
        rows[row].isWrapped = true
        returnToEdge()
        lineFeed()
      } else {
        column = max(0, columns - width)
        isHanging = false
      }
    }
    guard column + width <= columns else { return }
    // A wide character of which one half is overwritten disappears.
    if rows[row].cells[column].isSecondHalf { rows[row].cells[column - 1].text = " " }
    rows[row].cells[column] = Cell(text: String(character), look: look)
    if width == 2 { rows[row].cells[column + 1] = Cell(text: "", look: look, isSecondHalf: true) }
    if column + width < columns, rows[row].cells[column + width].isSecondHalf {
      rows[row].cells[column + width] = Cell(look: rows[row].cells[column + width].look)
    }
    if column + width == columns { (column, isHanging) = (columns - 1, true) } else { column += width }
  }

  private mutating func obey(_ parameters: String, _ letter: Character) {
    let count = Int(parameters) ?? 1
    switch letter {
    case "A": (row, isHanging) = (max(0, row - count), false)
    case "B": (row, isHanging) = (min(height - 1, row + count), false)
    case "C": (column, isHanging) = (min(columns - 1, column + count), false)
    case "D": (column, isHanging) = (max(0, column - count), false)
    case "H": (row, column, isHanging) = (0, 0, false)
    case "K": clear(row, from: column)
    case "J":
      if parameters == "2" {
        for index in rows.indices { clear(index, from: 0) }
      } else {
        if row == 0, column == 0, height > 1 { unknown.append("J of the whole screen") }
        clear(row, from: column)
        for index in rows.indices.dropFirst(row + 1) { clear(index, from: 0) }
      }
    case "m": look = ["", "0"].contains(parameters) ? "" : parameters
    case "h" where parameters == "?7", "l" where parameters == "?7": wraps = letter == "h"
    case "h" where parameters == "?25", "l" where parameters == "?25": isCursorHidden = letter == "l"
    case "h" where parameters == "?2004", "l" where parameters == "?2004": marksPastes = letter == "h"
    case "h" where parameters == "?2026", "l" where parameters == "?2026": break
    default: unknown.append(parameters + String(letter))
    }
  }

  private mutating func clear(_ row: Int, from column: Int) {
    for index in column..<columns { rows[row].cells[index] = Cell(text: " ", look: look) }
    rows[row].isWrapped = false
  }

  /// The user drags the window.
  mutating func resize(columns: Int, rows height: Int) {
    var all = scrolledOff + rows
    var cursorRow = scrolledOff.count + row
    // Empty rows below the cursor are dropped first.
    while all.count > cursorRow + 1, all.last?.text.isEmpty == true { all.removeLast() }
    if reflows {
      (all, cursorRow, column) = Self.reflowed(all, columns: columns, cursor: (cursorRow, column))
    } else {
      for index in all.indices {
        let cells = all[index].cells
        all[index].cells = cells.prefix(columns) + Array(repeating: Cell(), count: max(0, columns - cells.count))
      }
    }
    column = min(column, columns - 1)
    isHanging = false
    let first = reflows ? max(0, min(cursorRow, all.count - height)) : max(scrolledOff.count, cursorRow - height + 1)
    scrolledOff = Array(all[..<first])
    rows = Array(all[first...].prefix(height))
    while rows.count < height { rows.append(Self.blank(columns)) }
    row = cursorRow - first
    self.columns = columns
    self.height = height
  }

  private static func reflowed(
    _ all: [Row], columns: Int, cursor: (row: Int, column: Int)
  ) -> ([Row], row: Int, column: Int) {
    var result: [Row] = []
    var place = (row: 0, column: 0)
    var line: [Cell] = []
    var cursorOffset: Int?
    for (index, row) in all.enumerated() {
      if index == cursor.row { cursorOffset = line.count + cursor.column }
      line += row.cells
      if row.isWrapped { continue }
      while let last = line.last, last == Cell(), line.count > (cursorOffset ?? 0) { line.removeLast() }
      let first = result.count
      var rest = line[...]
      repeat {
        let cells = rest.prefix(columns)
        rest = rest.dropFirst(columns)
        result.append(
          Row(cells: cells + Array(repeating: Cell(), count: columns - cells.count), isWrapped: !rest.isEmpty))
      } while !rest.isEmpty
      if let offset = cursorOffset {
        place = (min(first + offset / columns, result.count - 1), offset % columns)
        if first + offset / columns > result.count - 1 { place.column = columns - 1 }
      }
      line = []
      cursorOffset = nil
    }
    return (result, place.row, place.column)
  }
}
