import GazetteerIndex

/// Where the table of a text begins, and what separates its cells.
///
/// Spreadsheets may say in a line above the table what separates the cells, and reports have titles above it:
///
///     sep=;
///     Places of the city;;
///     Name;Latitude;Longitude
struct TableStart {
  private(set) var delimiter: UInt8
  /// In bytes.
  private(set) var offset = 0
  /// How many lines are above the table.
  private(set) var lines = 0
  /// The first of them that is a title.
  private(set) var title: Untrusted?

  /// Whether what comes after the text could change the answer.
  private(set) var isUndecided = false

  /// The delimiter that the user or the first line says; nil: it is guessed.
  private let known: UInt8?
  private let format: ImportFormat

  /// Titles are looked for in so many lines.
  private static let mostTitles = 10
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Parameter reading: what the user says. Above a table without names of columns, only comments are skipped.
  init(_ content: TextPiece, _ importFormat: ImportFormat, _ reading: SourceReading) {
    let said = importFormat.isMadeIntoTable ? nil : Self.separatorLine(content)
    if let said { (offset, lines) = (said.offset, 1) }
    Self.skipEmptyLines(of: content, from: &offset, &lines)
    if reading.header != nil { Self.skipComments(of: content, from: &offset, &lines, &title) }
    known = reading.delimiter?.byte ?? said?.delimiter
    format = importFormat
    delimiter = 0
    delimiter = delimiter(of: content, from: offset)
    isUndecided = offset == content.count
    guard !format.isMadeIntoTable, reading.header == nil else { return }
    // The names of the columns may look like a comment.
    if findTable(in: content, skipsComments: true) { return }
    let isUndecided = isUndecided
    _ = findTable(in: content, skipsComments: false)
    self.isUndecided = self.isUndecided || isUndecided
  }

  private func delimiter(of content: TextPiece, from offset: Int) -> UInt8 {
    known ?? TableRecords.delimiter(of: TextPiece(rebasing: content[offset...]), format)
  }

  /// Looks for a table below titles. Returns false if it finds none.
  private mutating func findTable(in content: TextPiece, skipsComments: Bool) -> Bool {
    var (start, above) = (offset, lines)
    var title: Untrusted?
    for _ in 0..<Self.mostTitles {
      Self.skipEmptyLines(of: content, from: &start, &above)
      if skipsComments { Self.skipComments(of: content, from: &start, &above, &title) }
      let delimiter = delimiter(of: content, from: start)
      var reader = CSVReader(TextPiece(rebasing: content[start...]), delimiter: delimiter, tolerance: .anyWidth)
      guard (try? reader.nextRecord()) == true else {
        isUndecided = true
        return false
      }
      let filled = (0..<reader.fieldCount).filter { !reader.field($0).isBlank }
      if title == nil {
        // A table, or one column with a name.
        guard filled.count < 2, !filled.contains(where: { Self.isColumn(reader.field($0)) }) else { return false }
        title = Untrusted(bytes: reader.record).firstLine ?? Untrusted("")
      } else if filled.count > 1 {
        isUndecided = start + reader.offset == content.count
        guard filled.count > 2, !filled.contains(where: { Degrees.parse(reader.field($0)) != nil }) else {
          return false
        }
        (self.delimiter, offset, lines, self.title) = (delimiter, start, above, title)
        return true
      }
      above += reader.lineAtOffset - 1
      start += reader.offset
    }
    return false
  }

  /// Skips lines that would say nothing about what separates the cells.
  private static func skipEmptyLines(of content: TextPiece, from start: inout Int, _ lines: inout Int) {
    while start < content.count, [0x0A, 0x0D].contains(content[start]) {
      if content[start] == 0x0A { lines += 1 }
      start += 1
    }
  }

  /// Skips lines that begin with `# `: they are titles, however long they are. The names of columns seldom begin so.
  private static func skipComments(
    of content: TextPiece, from start: inout Int, _ lines: inout Int, _ title: inout Untrusted?
  ) {
    let afterSign: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "#")]
    while start + 1 < content.count, content[start] == UInt8(ascii: "#"), afterSign.contains(content[start + 1]),
      let end = content[start...].firstIndex(of: 0x0A)
    {
      title = title ?? Untrusted(bytes: content[start..<end]).firstLine
      (start, lines) = (end + 1, lines + 1)
    }
  }

  /// Whether a text is the name of a column.
  private static func isColumn(_ text: TextPiece) -> Bool {
    let word = String(decoding: text.trimmed, as: UTF8.self)
    let name = ColumnName(word)
    return RecordField(key: text.trimmed).role != .attribute
      || name.qualifier(of: ColumnWords.name) != nil || ColumnWords.thing.contains(name.joined)
  }

  /// The delimiter that the first line says, and where the next line begins; nil if it says none.
  private static func separatorLine(_ content: TextPiece) -> (delimiter: UInt8, offset: Int)? {
    let start = content.starts(with: mark) ? mark.count : 0
    guard content.count > start + 5,
      String(decoding: content[start..<start + 4], as: UTF8.self).lowercased() == "sep=",
      SourceReading.Delimiter(Untrusted(bytes: [content[start + 4]])) != nil
    else { return nil }
    let end = content[start + 5] == 0x0D ? start + 6 : start + 5
    return end < content.count && content[end] == 0x0A ? (content[start + 4], end + 1) : nil
  }
}
