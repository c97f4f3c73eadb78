/// A canvas on a terminal that understands nothing but CR: one row, in which the line scrolls sideways with the cursor
/// beside its prompt. It shows no hint and no rows below.
package final class LineCanvas: Canvas {
  private let send: (String) -> Void
  private let measure: () -> ScreenSize
  private var scene = Scene()
  private var drawn = CellRow()
  private var isShown = false
  /// The column of the cursor.
  private var column = 0

  package init(size: @escaping () -> ScreenSize, send: @escaping (String) -> Void) {
    self.send = send
    measure = size
  }

  package var columns: Int { measure().columns }
  package var rows: Int { measure().rows }
  /// The last column stays empty, because after writing there the cursor's place is unknown.
  private var usable: Int { max(1, columns - 1) }

  package func draw(_ scene: Scene) {
    guard scene != self.scene || !isShown else { return }
    self.scene = scene
    paint()
  }

  package func settle() {
    let lines = scene.above.map { row in row.map(\.text).joined() }
    scene.above = []
    print(above: lines)
  }

  package func print(above lines: [String]) {
    guard !lines.isEmpty else { return }
    let wasShown = isShown
    blank()
    send(lines.map { $0 + "\r\n" }.joined())
    if wasShown { paint() }
  }

  package func finish() {
    guard isShown else { return }
    send("\r\n")
    forget()
  }

  package func erase() {
    blank()
    forget()
  }

  package func clear() { resize() }

  package func resize() {
    guard isShown else { return }
    send("\r\n")
    drawn = CellRow()
    column = 0
    paint()
  }

  private func forget() {
    scene = Scene()
    drawn = CellRow()
    column = 0
    isShown = false
  }

  private func blank() {
    guard isShown else { return }
    send("\r" + String(repeating: " ", count: drawn.width) + "\r")
    drawn = CellRow()
    column = 0
    isShown = false
  }

  private func paint() {
    let (row, cursor) = visible()
    var text = isShown ? "" : "\r"
    let start = row.commonStart(with: drawn)
    if start == drawn.cells.count, column == drawn.width {
      text += row.cells[start...].map(\.text).joined()
    } else if row != drawn || !isShown {
      let blanks = String(repeating: " ", count: max(0, drawn.width - row.width))
      text += "\r" + row.cells.map(\.text).joined() + blanks
      if !blanks.isEmpty { text += "\r" + row.cells.map(\.text).joined() }
    }
    if cursor != row.width || text.isEmpty && cursor != column {
      text += "\r" + row.cells(before: cursor).map(\.text).joined()
    }
    if !text.isEmpty { send(text) }
    drawn = row
    column = cursor
    isShown = true
  }

  /// The part of prompt and text that fits, and the column of the cursor in it.
  private func visible() -> (CellRow, cursor: Int) {
    let prompt = scene.prompt.flatMap { span in span.text.flatMap { Cell.cells(of: $0, look: .plain) } }
    let promptWidth = prompt.reduce(0) { $0 + $1.width }
    // A prompt that leaves too little room scrolls with its line.
    let isFixed = promptWidth * 2 <= usable
    let margin = isFixed ? promptWidth : 0
    var cells = isFixed ? [] : prompt
    var width = isFixed ? 0 : promptWidth
    var offset = 0
    var cursor: Int?
    for cluster in scene.text {
      offset += cluster.utf8.count
      if cursor == nil, offset > scene.cursor { cursor = width }
      let more = Cell.cells(of: cluster, look: .plain)
      cells += more
      width += more.reduce(0) { $0 + $1.width }
    }
    let place = cursor ?? width
    // One more cell for a cursor at the end.
    let window = SceneLayout.window(over: width + 1, around: place, size: usable - margin)
    var row = CellRow()
    if isFixed { for cell in prompt { row.append(cell) } }
    var reached = 0
    var shift = 0
    for cell in cells {
      let end = reached + cell.width
      if reached >= window.lowerBound, end <= window.upperBound {
        row.append(cell)
      } else if end > window.lowerBound, reached < window.lowerBound {
        // A wide cell that does not fit whole is left out.
        shift = end - window.lowerBound
      }
      reached = end
    }
    return (row, min(margin + max(0, place - window.lowerBound - shift), row.width))
  }
}
