import GazetteerIndex

/// Reads generic records from CSV or TSV: the first row names the columns.
struct TableRecords: ~Copyable {
  private var reader: CSVReader
  private let format: ImportFormat
  private var sink: RecordSink

  init(_ content: UnsafeBufferPointer<UInt8>, as format: ImportFormat, into sink: consuming RecordSink) {
    reader = CSVReader(content, delimiter: format == .tsv ? 0x09 : UInt8(ascii: ","))
    self.format = format
    self.sink = sink
  }

  /// Reads all rows. A row that is not of the form is counted; an open quote at the end refuses the file.
  consuming func read() throws(ImportError) -> RecordSink {
    let columns = try readColumns()
    while true {
      do {
        guard try reader.nextRecord() else { return sink }
        for (index, column) in columns.enumerated() {
          let text = reader.field(index)
          if column.field == .id {
            if let id = Self.id(text) { sink.builder.set(id: id) }
          } else if column.field != .attribute {
            sink.draft.set(column.field, text: text, in: &sink.builder)
          } else if !text.isEmpty {
            sink.builder.add(attribute: column.attribute, value: text)
          }
        }
      } catch {
        if error.isFatal { throw malformed(error) }
        sink.draft.fail(.malformed(error.message))
      }
      let line = reader.line
      try sink.endRecord { line }
    }
  }

  private struct ColumnMeaning {
    let field: RecordField
    /// The number of its name among the attributes' keys.
    let attribute: UInt32
  }

  private mutating func readColumns() throws(ImportError) -> [ColumnMeaning] {
    do {
      guard try reader.nextRecord() else { throw ImportError.noRecords(format) }
    } catch let error as CSVError {
      throw malformed(error)
    } catch let error as ImportError {
      throw error
    } catch {
      throw .unreadable(reason: Untrusted("\(error)"))
    }
    var columns: [ColumnMeaning] = []
    for index in 0..<reader.fieldCount {
      let name = reader.field(index)
      let field = RecordField(key: name)
      let isTaken = field == .position || columns.contains { $0.field == field }
      columns.append(
        ColumnMeaning(field: isTaken ? .attribute : field, attribute: sink.builder.number(ofAttribute: name)))
    }
    guard columns.contains(where: { $0.field == .name }) else {
      let names = (0..<min(reader.fieldCount, 8)).map { Untrusted(bytes: reader.field($0).prefix(40)) }
      throw .malformed(format, line: reader.line, column: 1, reason: .noNameColumn(names))
    }
    return columns
  }

  /// A whole number as it would be written, else a text.
  private static func id(_ text: UnsafeBufferPointer<UInt8>) -> SourceID? {
    guard !text.isEmpty else { return nil }
    let text = String(decoding: text, as: UTF8.self)
    if let number = Int64(text), String(number) == text { return .number(number) }
    return .text(text)
  }

  private func malformed(_ error: CSVError) -> ImportError {
    .malformed(format, line: error.line, column: error.column, reason: error.message)
  }
}

extension Message {
  fileprivate static func noNameColumn(_ names: [Untrusted]) -> Message {
    let list = names.dropFirst().reduce(names.first.map { "\($0)" } ?? "" as Message) { "\($0), \($1)" }
    return "no column is called name, title or stop_name (they are \(list))"
  }
}
