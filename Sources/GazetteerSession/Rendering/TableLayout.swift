import GazetteerIndex

/// Which columns of a table fit on a line, and how wide they are.
struct TableLayout {
  private let columns: [Table.Column]
  private let style: Style
  /// The width of each column in cells; nil if it is left out.
  private let widths: [Int?]

  /// The least width when no more columns can be left out.
  private static let narrowest = 12

  /// The space between two columns.
  private static let gap = 2

  /// - Parameter textWidths: row by row, the width of the text in each column.
  init(_ columns: [Table.Column], _ textWidths: [Int], in style: Style) {
    (self.columns, self.style) = (columns, style)
    var widest = columns.map { Width.of($0.title) }
    for row in stride(from: 0, to: textWidths.count, by: max(1, columns.count)) {
      for column in columns.indices { widest[column] = max(widest[column], textWidths[row + column]) }
    }
    widths = Self.fitted(columns, widest, in: style)
  }

  /// The width of a line in cells.
  var width: Int { Self.total(widths) }

  /// Appends one line, without spaces at its end.
  ///
  /// - Parameter text: the text of a column, and its width in cells.
  func write(to bytes: inout [UInt8], _ text: (_ column: Int) -> (String, cells: Int)) {
    let start = bytes.count
    for (index, width) in widths.enumerated() {
      guard let width else { continue }
      var (text, cells) = text(index)
      if columns[index].isStars, style.isASCII {
        text = SourceRating.inASCII(text)
        cells = Width.of(text)
      }
      if columns[index].isMark {
        cells = width
        text = text.isEmpty ? String(repeating: " ", count: width) : style.shown(text)
      } else if cells > width {
        text = Width.fit(text, cells: width, ascii: style.isASCII)
        cells = Width.of(text)
      }
      let isRight = columns[index].alignment == .right
      if isRight { bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: width - cells)) }
      bytes.append(contentsOf: text.utf8)
      let room = (isRight ? 0 : width - cells) + Self.gap
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: room))
    }
    while bytes.count > start, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
  }

  private static func fitted(_ columns: [Table.Column], _ widest: [Int], in style: Style) -> [Int?] {
    var widths: [Int?] = widest
    guard let available = style.width else { return widths }
    var least = columns.indices.map { min(columns[$0].least ?? widths[$0] ?? 0, widths[$0] ?? 0) }
    while total(columns.indices.map { widths[$0] == nil ? nil : least[$0] }) > available {
      let droppable = columns.indices.filter { widths[$0] != nil && columns[$0].rank > 0 }
      guard let dropped = droppable.max(by: { columns[$0].rank < columns[$1].rank }) else { break }
      widths[dropped] = nil
    }
    if total(columns.indices.map { widths[$0] == nil ? nil : least[$0] }) > available {
      for column in columns.indices where columns[column].least != nil {
        least[column] = min(least[column], narrowest)
      }
    }
    while total(widths) > available {
      let shrinkable = columns.indices.filter { (widths[$0] ?? 0) > least[$0] }
      guard let widest = shrinkable.max(by: { (widths[$0] ?? 0) < (widths[$1] ?? 0) }) else { break }
      widths[widest]? -= 1
    }
    return widths
  }

  private static func total(_ widths: [Int?]) -> Int {
    let shown = widths.compactMap { $0 }
    return shown.reduce(0, +) + gap * max(0, shown.count - 1)
  }
}
