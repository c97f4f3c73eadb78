/// A canvas on a terminal whose cursor can move: it sends only what has changed since the last drawing.
///
///     drawn before ─┐
///     scene ─► rows ┴─► for each row: skip the same start, write the rest, clear what was after it
package final class ScreenCanvas: Canvas {
  private let send: (String) -> Void
  private let measure: () -> ScreenSize
  /// Whether the terminal wraps rows again when it becomes narrower.
  private let reflows: Bool
  private var size: ScreenSize
  private var scene = Scene()
  private var isShown = false
  /// The scene's rows on the screen; empty while it is not shown.
  private var drawn: [CellRow] = []
  /// How many of them are above the prompt.
  private var drawnAbove = 0
  private var cursor = (row: 0, column: 0)
  /// Whether the terminal agrees about the cursor's column.
  private var isCertain = true

  /// - Parameters:
  ///   - size: asks the terminal.
  ///   - send: writes to it.
  package init(
    reflows: Bool = false, size: @escaping () -> ScreenSize, send: @escaping (String) -> Void
  ) {
    self.send = send
    self.reflows = reflows
    measure = size
    self.size = size()
  }

  package var columns: Int { measure().columns }
  package var rows: Int { measure().rows }

  package func draw(_ scene: Scene) {
    guard scene != self.scene || !isShown || measure() != size else { return }
    self.scene = scene
    isShown = true
    update { paint(&$0) }
  }

  package func settle() {
    guard !scene.above.isEmpty else { return }
    let above = scene.above
    scene.above = []
    guard isShown, drawnAbove == above.count, measure() == size else {
      // Some of them are not on the screen, so they are printed whole.
      return update { pen in
        removeScene(&pen)
        for row in above {
          pen.write(CellRow(row, columns: size.columns).cells)
          pen.startRow()
        }
        if isShown { paint(&pen) }
      }
    }
    drawn.removeFirst(drawnAbove)
    cursor.row -= drawnAbove
    drawnAbove = 0
  }

  package func print(above lines: [String]) {
    guard !lines.isEmpty else { return }
    settle()
    update { pen in
      removeScene(&pen)
      for line in lines { pen.print(line) }
      if isShown { paint(&pen) }
    }
  }

  package func finish() {
    guard isShown else { return }
    settle()
    scene.hint = ""
    scene.below = []
    scene.pane = nil
    update { pen in
      let whole = SceneLayout(scene, columns: size.columns, rows: nil)
      if whole.rows.count > size.rows {
        // The whole text replaces the shown part, so that its first rows can be read later.
        removeScene(&pen)
        for (index, row) in whole.rows.enumerated() {
          if index > 0 { pen.startRow() }
          pen.write(row.cells)
        }
      } else {
        paint(&pen)
        if pen.row < drawn.count - 1 { pen.move(toRow: drawn.count - 1, column: 0) }
      }
      pen.startRow()
    }
    forget()
  }

  package func erase() {
    settle()
    update { removeScene(&$0) }
    forget()
  }

  package func clear() {
    settle()
    update { pen in
      pen.clearScreen()
      drawn = []
      if isShown { paint(&pen) }
    }
  }

  package func resize() {
    update { pen in
      removeScene(&pen)
      if isShown { paint(&pen) }
    }
  }

  private func update(_ change: (inout ScreenPen) -> Void) {
    var pen = ScreenPen(
      row: cursor.row, column: isCertain ? cursor.column : nil, columns: size.columns)
    // The size may have changed before its signal was handled.
    let new = measure()
    if new != size {
      // The row where the scene begins is a guess, but never a row above the scene.
      let above = drawn.isEmpty ? 0 : min(rowsAboveCursor(columns: new.columns), new.rows - 1)
      pen = ScreenPen(row: above, column: nil, columns: new.columns)
      if !drawn.isEmpty { pen.clear(rows: nil) }
      drawn = []
      size = new
    }
    change(&pen)
    if !pen.bytes.isEmpty { send(pen.frame) }
  }

  private func forget() {
    drawn = []
    drawnAbove = 0
    cursor = (0, 0)
    isCertain = true
    scene = Scene()
    isShown = false
  }

  /// Removes the scene from the screen, up to its first row.
  private func removeScene(_ pen: inout ScreenPen) {
    guard !drawn.isEmpty else { return }
    pen.clear(rows: drawn.count)
    drawn = []
  }

  /// How many rows of the screen are between the scene's first row and the cursor now.
  private func rowsAboveCursor(columns: Int) -> Int {
    guard reflows else { return cursor.row }
    let wrapped = drawn.prefix(cursor.row).reduce(0) { $0 + max(1, ($1.width + columns - 1) / columns) }
    // At the end of a full row the cursor may still be in that row.
    return wrapped + max(0, cursor.column - 1) / columns
  }

  private func paint(_ pen: inout ScreenPen) {
    let layout = SceneLayout(scene, columns: size.columns, rows: size.rows)
    if drawn.isEmpty {
      pen.begin()
      drawn = [CellRow()]
    }
    let isRowNew = layout.cursor.row >= drawn.count || drawn[layout.cursor.row] != layout.rows[layout.cursor.row]
    for (index, row) in layout.rows.enumerated() {
      if index == drawn.count {
        pen.move(toRow: index - 1, column: 0)
        pen.startRow()
        drawn.append(CellRow())
      }
      replace(index, with: row, &pen)
    }
    if drawn.count > layout.rows.count {
      pen.move(toRow: layout.rows.count, column: 0)
      pen.clearBelow()
      drawn.removeLast(drawn.count - layout.rows.count)
    }
    drawnAbove = layout.aboveCount
    place(layout.cursor, isRowNew: isRowNew, &pen)
  }

  private func replace(_ index: Int, with row: CellRow, _ pen: inout ScreenPen) {
    let old = drawn[index]
    guard old != row else { return }
    let start = row.commonStart(with: old)
    let end = row.cells.count - min(row.commonEnd(with: old), row.cells.count - start)
    pen.move(toRow: index, column: row.width(ofFirst: start))
    // Before the rest is written, because at the right edge some terminals would clear the last cell afterwards.
    if row.width < old.width || old.isUncertain { pen.clearRow() }
    pen.write(row.cells[start..<end])
    drawn[index] = row
  }

  private func place(_ cursor: (row: Int, column: Int), isRowNew: Bool, _ pen: inout ScreenPen) {
    let before = drawn[cursor.row].cells(before: cursor.column)
    if !before.contains(where: \.isUncertain) {
      pen.move(toRow: cursor.row, column: cursor.column)
    } else if isRowNew || cursor != self.cursor || pen.row != cursor.row {
      // Only the terminal knows where these cells end; writing them again moves the cursor there.
      pen.move(toRow: cursor.row, column: 0)
      pen.write(before)
    }
    self.cursor = cursor
    isCertain = pen.column != nil
  }
}
