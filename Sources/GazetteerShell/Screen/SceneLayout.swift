/// A scene as rows of a screen of a given size.
///
/// Text that does not fit continues in the next row, and so does the cursor at the end of a full row. If the prompt and
/// the text need more rows than the screen has, the rows around the cursor are shown. The rows below get the rest.
struct SceneLayout: Equatable {
  private(set) var rows: [CellRow]
  private(set) var cursor: (row: Int, column: Int)
  /// How many of the rows above the prompt are shown, the last ones.
  private(set) var aboveCount = 0

  /// O(length of the scene).
  ///
  /// - Parameter limit: the rows of the screen; nil: no limit.
  init(_ scene: Scene, columns: Int, rows limit: Int?) {
    var flow = Flow(columns: max(1, columns))
    for span in scene.prompt { for cluster in span.text { flow.put(cluster, span.look) } }
    flow.put(scene.text, continuation: scene.continuationPrompt, cursor: scene.cursor)
    flow.put(hint: scene.hint)
    rows = flow.rows
    cursor = flow.cursor
    guard let limit else {
      show(above: scene.above, columns: columns)
      return
    }
    let window = Self.window(over: rows.count, around: cursor.row, size: max(1, limit))
    rows = Array(rows[window])
    cursor.row -= window.lowerBound
    rows += Self.below(scene, columns: columns).prefix(max(0, limit - rows.count))
    show(above: scene.above.suffix(max(0, limit - rows.count)), columns: columns)
  }

  private mutating func show(above: some Collection<ScreenRow>, columns: Int) {
    rows = above.map { CellRow($0, columns: columns) } + rows
    aboveCount = above.count
    cursor.row += above.count
  }

  /// The rows below the line, with the pane beside them.
  private static func below(_ scene: Scene, columns: Int) -> [CellRow] {
    guard let pane = scene.pane, pane.column < columns else { return scene.below.map { CellRow($0, columns: columns) } }
    return (0..<max(scene.below.count, pane.rows.count)).map { index in
      var row = CellRow(index < scene.below.count ? scene.below[index] : [], columns: max(0, pane.column - 1))
      guard index < pane.rows.count else { return row }
      row.pad(to: pane.column)
      row.append(pane.rows[index], columns: columns)
      return row
    }
  }

  /// The part of `count` rows that is shown when only `size` fit. It moves by half its size, and depends only on the
  /// cursor's row.
  static func window(over count: Int, around row: Int, size: Int) -> Range<Int> {
    guard count > size else { return 0..<count }
    let step = max(1, size / 2)
    let first = min(max(0, row / step * step - (size - step) / 2), count - size)
    return first..<(first + size)
  }

  static func == (one: SceneLayout, other: SceneLayout) -> Bool {
    one.rows == other.rows && one.cursor == other.cursor
  }
}

/// Fills rows with clusters.
private struct Flow {
  let columns: Int
  var rows = [CellRow()]
  var cursor = (row: 0, column: 0)

  init(columns: Int) { self.columns = columns }

  private var last: Int { rows.count - 1 }

  mutating func put(_ cluster: Character, _ look: StyledText.Look, marksCursor: Bool = false) {
    var marksCursor = marksCursor
    for cell in Cell.cells(of: cluster, look: look) {
      let cell = cell.width > columns ? Cell.substitute(look: look) : cell
      if rows[last].width + cell.width > columns { rows.append(CellRow()) }
      if marksCursor { cursor = (last, rows[last].width) }
      marksCursor = false
      rows[last].append(cell)
    }
  }

  mutating func put(_ text: String, continuation: ScreenRow, cursor wanted: Int) {
    var offset = 0
    var isMarked = false
    for cluster in text {
      offset += cluster.utf8.count
      let isHere = !isMarked && offset > wanted
      isMarked = isMarked || isHere
      guard cluster == "\n" || cluster == "\r\n" else {
        put(cluster, .plain, marksCursor: isHere)
        continue
      }
      if isHere { markEnd() }
      let prompt = CellRow(continuation, columns: columns)
      rows.append(prompt.width < columns ? prompt : CellRow())
    }
    if !isMarked { markEnd() }
  }

  /// Puts the cursor after the last cell; no terminal shows it after the last column.
  private mutating func markEnd() {
    if rows[last].width >= columns { rows.append(CellRow()) }
    cursor = (last, rows[last].width)
  }

  /// A hint may fill its row, but gets no further one.
  mutating func put(hint: String) {
    for cluster in hint {
      guard !cluster.isNewline else { return }
      let cells = Cell.cells(of: cluster, look: .dim)
      guard rows[last].width + cells.reduce(0, { $0 + $1.width }) <= columns else { return }
      for cell in cells { rows[last].append(cell) }
    }
  }
}
