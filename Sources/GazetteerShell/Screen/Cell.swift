import GazetteerIndex

/// One place of a row with its character: a grapheme cluster, drawn as one thing.
struct Cell: Equatable {
  let text: String
  /// Its width in columns: 1 or 2.
  let width: Int
  let look: StyledText.Look
  /// Whether terminals disagree about its width, as they do if several code points make one picture.
  var isUncertain = false

  private init(_ text: String, width: Int, look: StyledText.Look, isUncertain: Bool = false) {
    self.text = text
    self.width = width
    self.look = look
    self.isUncertain = isUncertain
  }

  /// How `cluster` is shown: as itself, or by a name (`^A`) if a terminal would obey it.
  static func cells(of cluster: Character, look: StyledText.Look) -> [Cell] {
    if let cell = plain(cluster, look: look) { return [cell] }
    let shown = Untrusted(String(cluster)).neutralised
    guard shown.count == 1 else { return shown.flatMap { cells(of: $0, look: look) } }
    let width = Width.of(shown)
    // A combining mark without a base gets a blank; else it would join the cell before it.
    guard width > 0 else { return [Cell(" " + shown, width: 1, look: look)] }
    let parts = shown.unicodeScalars
    let isUncertain = parts.count > 1 && parts.reduce(0) { $0 + Width.of(Character($1)) } != width
    return [Cell(shown, width: width, look: look, isUncertain: isUncertain)]
  }

  /// ASCII, lines and Braille dots, of which a map has thousands; nil for others.
  static func plain(_ cluster: Character, look: StyledText.Look) -> Cell? {
    let scalars = cluster.unicodeScalars
    guard let value = scalars.first?.value, scalars.index(after: scalars.startIndex) == scalars.endIndex,
      (0x20...0x7e).contains(value) || (0x2500...0x259f).contains(value) || (0x2800...0x28ff).contains(value)
    else { return nil }
    return Cell(String(cluster), width: 1, look: look)
  }

  static let blank = Cell(" ", width: 1, look: .plain)

  /// Shown instead of a cluster that is wider than the whole screen.
  static func substitute(look: StyledText.Look) -> Cell { Cell("?", width: 1, look: look) }
}

/// The cells of a row of the screen, from its left edge.
struct CellRow: Equatable {
  private(set) var cells: [Cell] = []
  private(set) var width = 0

  init() {}

  /// As much of `spans` as fits into `columns`.
  init(_ spans: ScreenRow, columns: Int) { append(spans, columns: columns) }

  /// Adds blanks up to a width.
  mutating func pad(to wanted: Int) {
    while width < wanted { append(Cell.blank) }
  }

  /// Adds as much of `spans` as fits into `columns`.
  mutating func append(_ spans: ScreenRow, columns: Int) {
    for span in spans {
      for cluster in span.text {
        if let cell = Cell.plain(cluster, look: span.look) {
          guard width < columns else { return }
          append(cell)
          continue
        }
        for cell in Cell.cells(of: cluster, look: span.look) {
          guard width + cell.width <= columns else { return }
          append(cell)
        }
      }
    }
  }

  mutating func append(_ cell: Cell) {
    cells.append(cell)
    width += cell.width
  }

  /// How many cells from the left are the same in `other`, as far as their place is certain.
  func commonStart(with other: CellRow) -> Int {
    let count = min(cells.count, other.cells.count)
    return (0..<count).first { cells[$0] != other.cells[$0] || cells[$0].isUncertain } ?? count
  }

  /// How many cells from the right are the same in `other`.
  func commonEnd(with other: CellRow) -> Int {
    guard width == other.width, !isUncertain, !other.isUncertain else { return 0 }
    return zip(cells.reversed(), other.cells.reversed()).prefix { $0 == $1 }.count
  }

  var isUncertain: Bool { cells.contains(where: \.isUncertain) }

  /// The width of the first `count` cells.
  func width(ofFirst count: Int) -> Int { cells.prefix(count).reduce(0) { $0 + $1.width } }

  /// The cells to the left of `column`.
  func cells(before column: Int) -> ArraySlice<Cell> {
    var end = 0
    var reached = 0
    while end < cells.count, reached + cells[end].width <= column {
      reached += cells[end].width
      end += 1
    }
    return cells[..<end]
  }
}
