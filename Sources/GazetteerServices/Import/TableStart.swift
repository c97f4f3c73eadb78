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

  /// Titles are looked for in so many lines.
  private static let mostTitles = 10

  /// - Parameter given: the delimiter that the user says; nil: it is guessed.
  init(_ content: TextPiece, _ format: ImportFormat, given: UInt8?) {
    let said = format.isMadeIntoTable ? nil : Self.separatorLine(content)
    if let said { (offset, lines) = (said.offset, 1) }
    let known = given ?? said?.delimiter
    func delimiter(from offset: Int) -> UInt8 {
      known ?? TableRecords.delimiter(of: TextPiece(rebasing: content[offset...]), format)
    }
    self.delimiter = delimiter(from: offset)
    guard !format.isMadeIntoTable else { return }
    var (start, above) = (offset, lines)
    for _ in 0..<Self.mostTitles {
      let delimiter = delimiter(from: start)
      var reader = CSVReader(
        TextPiece(rebasing: content[start...]), delimiter: delimiter, isRectangular: false)
      guard (try? reader.nextRecord()) == true else { return }
      let filled = (0..<reader.fieldCount).count { !reader.field($0).isBlank }
      if filled > 1 {
        // A name with commas is no header below a column of names.
        guard start > offset, filled > 2 else { break }
        (self.delimiter, offset, lines) = (delimiter, start, above)
        return
      }
      if title == nil { title = Untrusted(bytes: reader.record).firstLine }
      above += reader.lineAtOffset - 1
      start += reader.offset
    }
    title = nil
  }

  /// The delimiter that the first line says, and where the next line begins; nil if it says none.
  private static func separatorLine(_ content: TextPiece) -> (delimiter: UInt8, offset: Int)? {
    guard content.count > 5, content.prefix(4).elementsEqual("sep=".utf8),
      SourceReading.Delimiter(Untrusted(bytes: [content[4]])) != nil || content[4] == CSVText.tab
    else { return nil }
    let end = content[5] == 0x0D ? 6 : 5
    return end < content.count && content[end] == 0x0A ? (content[4], end + 1) : nil
  }
}
