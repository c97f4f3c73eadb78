import GazetteerIndex

/// Reads generic records from CSV or TSV: the first row names the columns, unless the user does.
struct TableRecords: ~Copyable {
  private let start: TableStart
  private var reader: CSVReader
  private let format: ImportFormat
  private var sink: RecordSink
  private var columns: [RecordKeys.Key] = []
  private let samples: ColumnSamples
  private var exported = ExportedColumns([])

  init(_ content: TextPiece, as format: ImportFormat, into sink: consuming RecordSink) {
    start = TableStart(content, format, sink.reading)
    reader = CSVReader(
      TextPiece(rebasing: content[start.offset...]), delimiter: start.delimiter, tolerance: .asSpreadsheets)
    samples = ColumnSamples(reader, sink.reading.header?.names)
    self.format = format
    self.sink = sink
  }

  /// A semicolon if the first row has semicolons and no commas: spreadsheets write this in countries with a decimal
  /// comma. A bar if it has neither. If the first rows then differ in their fields, another one with which they do not.
  /// A sign that texts have too only if it has none of these, and makes a table.
  static func delimiter(of content: TextPiece, _ format: ImportFormat) -> UInt8 {
    if format == .tsv { return 0x09 }
    if format.isMadeIntoTable { return UInt8(ascii: ",") }
    let firstRow = content.prefix { $0 != 0x0A && $0 != 0x0D }
    var candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), 0x09, UInt8(ascii: "^")]
      .filter(firstRow.contains)
    if candidates.count > 1, hasOnlyDecimalCommas(firstRow) { candidates.removeAll { $0 == UInt8(ascii: ",") } }
    guard let first = candidates.first else {
      return rareDelimiters.first { makesTable(content, $0) } ?? UInt8(ascii: ",")
    }
    if candidates.count == 1 { return first }
    return candidates.first { isRectangular(content, $0, .none) }
      ?? candidates.first { isRectangular(content, $0, .asSpreadsheets) } ?? first
  }

  /// 0x01 is that of Hive.
  private static let rareDelimiters = [UInt8(ascii: "~"), 0x01, UInt8(ascii: ":")]

  /// Whether there are several rows, and the first ones have the same number of fields: at least three.
  private static func makesTable(_ content: TextPiece, _ delimiter: UInt8) -> Bool {
    var reader = CSVReader(content, delimiter: delimiter, tolerance: .none)
    do throws(CSVError) {
      for row in 0..<20 {
        guard try reader.nextRecord() else { return row > 1 }
        if reader.fieldCount < 3 { return false }
      }
      return true
    } catch {
      return false
    }
  }

  /// Whether each comma of a row is in a number, as in `Munich;48,1;11,5`.
  private static func hasOnlyDecimalCommas(_ row: Slice<TextPiece>) -> Bool {
    func isDigit(_ index: Int) -> Bool { row.indices.contains(index) && (0x30...0x39).contains(row[index]) }
    return row.indices.allSatisfy { row[$0] != UInt8(ascii: ",") || isDigit($0 - 1) && isDigit($0 + 1) }
  }

  /// Whether the first rows have as many fields as the header, separated by `delimiter`.
  private static func isRectangular(
    _ content: TextPiece, _ delimiter: UInt8, _ tolerance: CSVReader.Tolerance
  ) -> Bool {
    var reader = CSVReader(content, delimiter: delimiter, tolerance: tolerance)
    do throws(CSVError) {
      for _ in 0..<20 { guard try reader.nextRecord() else { return true } }
      return true
    } catch {
      return false
    }
  }

  /// Reads all rows. Counts malformed rows. If a quote is never closed, the file is refused.
  consuming func read() throws(ImportError) -> RecordSink {
    try readColumns()
    var row = 0
    while true {
      do throws(CSVError) {
        guard try reader.nextRecord() else {
          if let remark = Message.shortRows(reader.shortRecords) { sink.warnFirst(remark) }
          return sink
        }
        repeat { addFields() } while !sink.isSettled()
      } catch {
        if error.isFatal { throw malformed(error) }
        sink.fail(.malformed(error.fact))
      }
      row += 1
      let line = reader.line + start.lines
      try sink.endRecord(reader.offset) { [format, row] in format.isMadeIntoTable ? "row \(row)" : "line \(line)" }
    }
  }

  private mutating func readColumns() throws(ImportError) {
    let headers = try header()
    let roles = sink.roles(of: samples)
    sink.namesRecords = true
    try sink.note(roles)
    if let title = start.title { sink.warn { "left out what is above the table, such as \"\(title)\"" } }
    exported = ExportedColumns(headers)
    let named = ColumnHeaders(headers)
    for (from, to) in named.renamed {
      sink.warn { "an earlier column is called \"\(from.beginning)\" too; this one is now \"\(to.beginning)\"" }
    }
    var known: [RecordField] = []
    for (index, field) in roles.fields.enumerated() {
      let name = sink.keepsEntries ? named.names[index] : exported.attribute(named.names[index], at: index)
      let attribute = name.bytes.withUnsafeBufferPointer { sink.builder.number(ofAttribute: $0) }
      // Of `Name` and `name`, the first is the name.
      let isSecond = field.role.isSingle && known.contains(field)
      let own = sink.keepsEntries ? nil : exported.role(at: index)
      let field = own.map { RecordField(role: $0) } ?? (isSecond ? .attribute : field)
      if field.role == .attribute, exported.isPlain, !sink.keepsEntries { sink.builder.keep(attribute: attribute) }
      known.append(field)
      columns.append(RecordKeys.Key(field: field, attribute: attribute))
    }
    let hasName = roles.has(.name) || roles.havePositions
    if !format.isMadeIntoTable, sink.reading.header == nil, sink.reading.columns.isEmpty,
      hasName ? roles.areOfPlace : roles.mayBeOfPlace
    {
      throw .noHeader(format, sink.columnNames)
    }
    guard hasName else { throw .noNameColumn(format, sink.columnNames) }
  }

  /// The names of the columns, of which the first row has them unless the user says them.
  private mutating func header() throws(ImportError) -> [Untrusted] {
    var (first, hasRow) = (reader, false)
    do throws(CSVError) { hasRow = try first.nextRecord() } catch { throw malformed(error) }
    guard hasRow else { throw .noRecords(format) }
    guard let names = sink.reading.header?.names else {
      reader = first
      return reader.trimmedFields
    }
    guard names.count == first.fieldCount else { throw .otherHeader(names: names.count, cells: first.fieldCount) }
    return names
  }

  private mutating func addFields() {
    for (index, column) in columns.enumerated() {
      let text = reader.field(index)
      if text.isBlank { continue }
      let role = sink.role(of: column.field)
      if exported.isPlain {
        add(text, as: role, column)
      } else if sink.keepsEntries {
        (exported.unprotected(text) ?? Array(text)).withUnsafeBufferPointer { add($0, as: role, column) }
      } else if exported.role(at: index) != nil {
        let values = exported.values(of: index, reader)
        if values.count > RecordSize.mostValues { sink.fail(.tooManyValues) }
        for value in values.prefix(RecordSize.mostValues) { sink.take(fact: value, as: role) }
      } else if let text = exported.text(of: index, as: role, reader) {
        text.withUnsafeBufferPointer { add($0, as: role, column) }
      }
    }
  }

  private mutating func add(_ text: TextPiece, as role: RecordField.Role, _ column: RecordKeys.Key) {
    if role == .id {
      sink.builder.set(id: SourceID(written: text))
    } else {
      sink.take(text: text, as: role, attribute: column.attribute)
    }
  }

  private func malformed(_ error: CSVError) -> ImportError {
    .malformed(format, line: error.line + start.lines, column: error.column, reason: error.fact)
  }
}
