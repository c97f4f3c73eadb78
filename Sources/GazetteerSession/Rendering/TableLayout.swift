import GazetteerIndex

/// Which columns of a table fit on a line, and how wide they are.
struct TableLayout {
  private let columns: [Table.Column]
  private let style: Style
  /// The width of each column in cells; nil if it is not in the line.
  let widths: [Int?]
  /// Whether all positions are short, also those that have room.
  private let shortensPositions: Bool
  /// The columns that are below their row.
  private let below: [Int]
  /// Where the lines below a row begin, in cells: under its first text.
  private let indent: Int

  /// Parts of the text of a column, in bytes.
  struct Mark {
    let column: Int
    let runs: [Range<Int>]
  }

  /// The least width when no more columns can be left out.
  static let narrowest = 12

  /// Down to this width, long names are cut before the names of divisions are.
  private static let widestNameFirst = 24
  /// The least width of divisions and a country: a letter, the mark that it is cut, and the code of the country.
  static let narrowestRegion = 6
  /// The width of the code of a country.
  static let narrowestCountry = 2

  /// The greatest width to which texts are filled up with spaces where lines have no width, as on a pipe. One long text
  /// would otherwise make every row as long.
  private static let widestAlignment = 256

  /// The space between two columns.
  private static let gap = 2

  /// A layout that fits the rows.
  ///
  /// - Parameter textWidths: row by row, the width of the text in each column.
  init(_ columns: [Table.Column], _ textWidths: [Int], in style: Style) {
    var widest = columns.map { Width.of($0.title) }
    for row in stride(from: 0, to: textWidths.count, by: max(1, columns.count)) {
      for column in columns.indices { widest[column] = max(widest[column], textWidths[row + column]) }
    }
    self.init(columns, Self.fitted(columns, widest, in: style), in: style)
  }

  init(
    _ columns: [Table.Column], _ fitted: (widths: [Int?], below: [Int]), shorteningPositions: Bool = false,
    in style: Style
  ) {
    (self.columns, self.style, widths) = (columns, style, fitted.widths)
    shortensPositions = shorteningPositions
    let first = columns.firstIndex { $0.least != nil } ?? 0
    indent = widths[..<first].reduce(0) { $0 + ($1.map { $0 + Self.gap } ?? 0) }
    // Where not even a name has room, nothing else has.
    self.below = (style.width ?? .max) - indent < Self.narrowest ? [] : fitted.below
  }

  /// The titles of the columns that are neither in the line nor below it.
  var leftOut: [String] {
    columns.indices.filter { widths[$0] == nil && !below.contains($0) && !columns[$0].isMark }.map { columns[$0].title }
  }

  /// The width of a line in cells.
  var width: Int { Self.total(widths) }

  /// Appends one line, without spaces at its end. Returns where the marked parts are in it.
  ///
  /// - Parameter text: the text of a column, and its width in cells.
  func write(
    to bytes: inout [UInt8], marking mark: Mark? = nil, _ text: (_ column: Int) -> (String, cells: Int)
  ) -> [Range<Int>] {
    let start = bytes.count
    var marked: [Range<Int>] = []
    for (index, width) in widths.enumerated() {
      guard let width else { continue }
      var (text, cells) = text(index)
      // What is cut off has no marks.
      var end = text.utf8.count
      if style.isASCII { (text, cells) = Self.inASCII(text, cells, columns[index]) }
      if columns[index].isMark {
        cells = width
        text = text.isEmpty ? String(repeating: " ", count: width) : style.shown(text)
      } else if style.width != nil, cells > width || shortensPositions && columns[index].kind == .coordinates {
        text = fit(text, columns[index], cells: width)
        cells = Width.of(text)
        end = max(0, text.utf8.count - (style.isASCII ? "~" : "…").utf8.count)
      }
      let isRight = columns[index].alignment == .right
      let missing = max(0, width - cells)
      if isRight { bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: missing)) }
      if let mark, mark.column == index {
        let offset = bytes.count - start
        marked = mark.runs.map { min($0.lowerBound, end) + offset..<min($0.upperBound, end) + offset }
          .filter { !$0.isEmpty }
      }
      bytes.append(contentsOf: text.utf8)
      let room = (isRight ? 0 : missing) + Self.gap
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: room))
    }
    while bytes.count > start, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return marked
  }

  /// A text as far as it has room in its column.
  private func fit(_ text: String, _ column: Table.Column, cells: Int) -> String {
    switch column.kind {
    case .coordinates: return Self.shortened(coordinates: text)
    case .regions:
      guard let comma = text.lastIndex(of: ","), !text[..<comma].isEmpty else { break }
      let country = text[comma...]
      let room = cells - Width.of(String(country))
      // Of the division, a letter and the mark that it is cut.
      guard room >= 2 else { return Width.fit(String(country.dropFirst(2)), cells: cells, ascii: style.isASCII) }
      return Width.fit(String(text[..<comma]), cells: room, ascii: style.isASCII) + country
    default: break
    }
    return Width.fit(text, cells: cells, ascii: style.isASCII)
  }

  /// How many decimals fewer short coordinates have: two remain, for about a kilometre.
  private static let decimalsLess = 2

  /// `48.14,11.58` for `48.1374,11.5755`.
  private static func shortened(coordinates: String) -> String {
    coordinates.utf8.split(separator: UInt8(ascii: ",")).map { bytes in
      let degrees = Substring(bytes)
      return Double(degrees).map { Numeral.fixed($0, decimals: 2) } ?? String(degrees)
    }.joined(separator: ",")
  }

  /// Appends the lines below a row, with line ends: the titles and texts of its needed columns that are not in the line.
  func writeBelow(to bytes: inout [UInt8], _ text: (_ column: Int) -> (String, cells: Int)) {
    guard let available = style.width else { return }
    let room = available - indent
    var end = 0
    for index in below {
      var (text, cells) = text(index)
      guard cells > 0 else { continue }
      if columns[index].isSentence {
        if end > 0 { bytes.append(UInt8(ascii: "\n")) }
        writeSentence("\(columns[index].title): \(text)", to: &bytes, room: room)
        end = 0
        continue
      }
      if columns[index].isLink {
        if end > 0 { bytes.append(UInt8(ascii: "\n")) }
        writeLink(text, cells, title: columns[index].title, to: &bytes)
        end = 0
        continue
      }
      if style.isASCII { (text, cells) = Self.inASCII(text, cells, columns[index]) }
      let title = columns[index].title + " "
      let titleCells = Width.of(title)
      // Rather without its title than cut.
      if titleCells + cells <= room || cells > room && room - titleCells >= Self.narrowest {
        (text, cells) = (title + text, titleCells + cells)
      }
      if cells > room {
        text = Width.fit(text, cells: room, ascii: style.isASCII)
        cells = Width.of(text)
      }
      if end > 0, end + Self.gap + cells <= room {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: Self.gap))
        end += Self.gap + cells
      } else {
        if end > 0 { bytes.append(UInt8(ascii: "\n")) }
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
        end = cells
      }
      bytes.append(contentsOf: text.utf8)
    }
    if end > 0 { bytes.append(UInt8(ascii: "\n")) }
  }

  /// Appends a text in as many lines as it takes, with line ends.
  private func writeSentence(_ text: String, to bytes: inout [UInt8], room: Int) {
    for line in text.wrapped(to: room).split(separator: "\n") {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
      bytes.append(contentsOf: line.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends a link on a line of its own, after the title if there is room. Only the terminal breaks a longer one, so that
  /// it is copied as a whole.
  private func writeLink(_ link: String, _ cells: Int, title: String, to bytes: inout [UInt8]) {
    let available = style.width ?? .max
    let isTitled = indent + Width.of(title) + 1 + cells <= available
    let start = isTitled ? indent : max(0, min(indent, available - cells))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: start))
    bytes.append(contentsOf: ((isTitled ? title + " " : "") + link + "\n").utf8)
  }

  /// A text of a column in letters that every terminal has, if it has stars or is a bar, and its width.
  private static func inASCII(_ text: String, _ cells: Int, _ column: Table.Column) -> (String, cells: Int) {
    if column.isBar { return (String(repeating: "#", count: cells), cells) }
    guard column.isStars else { return (text, cells) }
    let text = SourceRating.inASCII(text)
    return (text, Width.of(text))
  }

  /// The widths of the columns in the line, and the columns below it.
  ///
  /// First, coordinates get shorter, columns that are not needed are left out, and links go below the line. Then names
  /// get narrower, which cuts what follows a name, needed columns go below the line, divisions are cut, and the marks
  /// are left out.
  private static func fitted(
    _ columns: [Table.Column], _ widest: [Int], in style: Style
  ) -> (widths: [Int?], below: [Int]) {
    guard let available = style.width else { return (widest.map { min($0, widestAlignment) }, []) }
    var widths: [Int?] = widest
    var least = columns.indices.map { index in
      let column = columns[index]
      // Positions that tell rows apart are shown as they are.
      if column.kind == .coordinates, !column.isNeeded {
        return max(Width.of(column.title), widest[index] - 2 * decimalsLess)
      }
      return column.isLink ? widest[index] : min(column.least ?? widest[index], widest[index])
    }
    let sentences = columns.indices.filter { columns[$0].isSentence && total(widths) > available }
    for index in sentences { widths[index] = nil }
    let isTooWide = { total(columns.indices.map { widths[$0] == nil ? nil : least[$0] }) > available }
    /// Takes columns of the highest rank out of the line while it is too wide; returns them.
    func takeOut(_ mayGo: (Table.Column) -> Bool) -> [Int] {
      var gone: [Int] = []
      while isTooWide() {
        // Of the needed ones, texts go first, because they have more room below.
        let order = { (index: Int) in
          (columns[index].isNeeded && columns[index].least != nil ? 100 : 0) + columns[index].rank
        }
        let left = columns.indices.filter { widths[$0] != nil && columns[$0].rank > 0 && mayGo(columns[$0]) }
        guard let next = left.max(by: { order($0) < order($1) }) else { break }
        widths[next] = nil
        gone.append(next)
      }
      return gone
    }
    _ = takeOut { !$0.isNeeded && $0.rank > 1 }
    let links = takeOut(\.isLink)
    if isTooWide(), columns.contains(where: \.isNeeded) {
      for index in columns.indices where columns[index].least != nil && columns[index].rank == 0 {
        least[index] = min(least[index], narrowest)
      }
    }
    /// Lets columns of a kind get as narrow as this, if the line is too wide.
    func narrow(_ kind: Table.Kind, to cells: Int) {
      guard isTooWide() else { return }
      for index in columns.indices where columns[index].kind == kind { least[index] = min(least[index], cells) }
    }
    // Rather than what is needed, divisions go: only the code of the country is left of a region.
    if columns.contains(where: \.isNeeded) { narrow(.regions, to: narrowestCountry) }
    let below = (takeOut(\.isNeeded) + sentences + links).sorted()
    narrow(.names, to: narrowest)
    narrow(.regions, to: narrowestRegion)
    _ = takeOut { $0.kind != .regions }
    narrow(.regions, to: narrowestCountry)
    _ = takeOut { _ in true }
    if isTooWide() {
      for index in columns.indices where columns[index].least != nil { least[index] = min(least[index], narrowest) }
    }
    for (index, column) in columns.enumerated() where column.kind == .coordinates && total(widths) > available {
      widths[index] = widths[index].map { min($0, least[index]) }
    }
    for kind in [Table.Kind.names, .regions] {
      for index in columns.indices where columns[index].kind == kind {
        guard let width = widths[index] else { continue }
        // What follows names, such as other names, is cut before divisions are.
        let limit = columns[index].core.map { max(min($0, widestNameFirst), narrowest) } ?? least[index]
        let spare = max(0, width - limit)
        widths[index] = width - min(spare, max(0, total(widths) - available))
      }
    }
    while total(widths) > available {
      let shrinkable = columns.indices.filter { (widths[$0] ?? 0) > least[$0] }
      guard let widest = shrinkable.max(by: { (widths[$0] ?? 0) < (widths[$1] ?? 0) }) else { break }
      widths[widest]? -= 1
    }
    return (widths, below)
  }

  static func total(_ widths: [Int?]) -> Int {
    let shown = widths.compactMap { $0 }
    return shown.reduce(0, +) + gap * max(0, shown.count - 1)
  }
}
