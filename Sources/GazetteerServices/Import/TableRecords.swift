import GazetteerIndex

/// Reads generic records from CSV or TSV: the first row names the columns.
struct TableRecords: ~Copyable {
  private var reader: CSVReader
  private let format: ImportFormat
  private var sink: RecordSink
  private var columns: [RecordKeys.Key] = []

  init(_ content: TextPiece, as format: ImportFormat, into sink: consuming RecordSink) {
    reader = CSVReader(content, delimiter: Self.delimiter(of: content, format))
    self.format = format
    self.sink = sink
  }

  /// A semicolon if the first row has semicolons and no commas. Spreadsheets write this in countries with a decimal
  /// comma.
  static func delimiter(of content: TextPiece, _ format: ImportFormat) -> UInt8 {
    if format == .tsv { return 0x09 }
    let firstRow = content.prefix { $0 != 0x0A && $0 != 0x0D }
    let isSemicolon = firstRow.contains(UInt8(ascii: ";")) && !firstRow.contains(UInt8(ascii: ","))
    return UInt8(ascii: isSemicolon ? ";" : ",")
  }

  /// Reads all rows. Counts malformed rows. If a quote is never closed, the file is refused.
  consuming func read() throws(ImportError) -> RecordSink {
    try readColumns()
    while true {
      do throws(CSVError) {
        guard try reader.nextRecord() else { return sink }
        repeat { addFields() } while !sink.isSettled()
      } catch {
        if error.isFatal { throw malformed(error) }
        sink.fail(.malformed(error.fact))
      }
      let line = reader.line
      try sink.endRecord(reader.offset) { "line \(line)" }
    }
  }

  private mutating func readColumns() throws(ImportError) {
    var hasRow = false
    do throws(CSVError) { hasRow = try reader.nextRecord() } catch { throw malformed(error) }
    guard hasRow else { throw .noRecords(format) }
    for index in 0..<reader.fieldCount {
      let name = reader.field(index).trimmed
      columns.append(
        RecordKeys.Key(field: RecordField(key: name), attribute: sink.builder.number(ofAttribute: name)))
    }
    guard columns.contains(where: { $0.field.role == .name }) else {
      let names = (0..<min(reader.fieldCount, 8)).map { Untrusted(bytes: reader.field($0)).beginning }
      throw .noNameColumn(format, names)
    }
  }

  private mutating func addFields() {
    for (index, column) in columns.enumerated() {
      let text = reader.field(index)
      if text.isBlank { continue }
      let role = sink.role(of: column.field)
      if role == .id {
        sink.builder.set(id: SourceID(written: text))
      } else {
        sink.take(text: text, as: role, attribute: column.attribute)
      }
    }
  }

  private func malformed(_ error: CSVError) -> ImportError {
    .malformed(format, line: error.line, column: error.column, reason: error.fact)
  }
}
