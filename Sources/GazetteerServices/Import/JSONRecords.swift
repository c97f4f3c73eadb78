import GazetteerIndex

/// Reads generic records in JSON: an array of objects, an object that holds such arrays, or an object a line.
struct JSONRecords: ~Copyable {
  private let content: UnsafeBufferPointer<UInt8>
  private var sink: RecordSink
  private var keys = RecordKeys()
  private var lines: LineCounter

  init(_ content: UnsafeBufferPointer<UInt8>, into sink: consuming RecordSink) {
    self.content = content
    self.sink = sink
    lines = LineCounter(content)
  }

  /// Reads one JSON value. An object without an array of records in it is a record itself.
  consuming func readArray() throws(ImportError) -> RecordSink {
    var reader = JSONReader(content)
    do {
      if try reader.kind() == .array {
        try readRecords(&reader)
      } else if try holdsRecords() {
        try reader.beginObject()
        while try reader.nextKey() != nil {
          if try reader.kind() == .array { try readRecords(&reader) } else { try reader.skipValue() }
        }
      } else {
        try readRecord(&reader)
      }
      try reader.end()
    } catch let error as JSONError {
      throw malformed(error, in: content, firstLine: 1, as: .json)
    } catch let error as ImportError {
      throw error
    } catch {
      throw .unreadable(reason: Untrusted("\(error)"))
    }
    return sink
  }

  /// Reads a JSON object a line; blank lines are passed over. A bad first line refuses the file, a later one is counted.
  consuming func readLines() throws(ImportError) -> RecordSink {
    let buffer = ByteBuffer()
    let zeros = [UInt8](repeating: 0, count: 64)
    var start = content.startIndex
    var line = 0
    while start < content.endIndex {
      let end = content[start...].firstIndex(of: 0x0A) ?? content.endIndex
      let text = UnsafeBufferPointer(rebasing: content[start..<end])
      start = end + 1
      line += 1
      if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      // The reader looks for zeros behind its text.
      buffer.removeAll()
      buffer.append(text)
      zeros.withUnsafeBufferPointer { buffer.append($0) }
      var reader = JSONReader(UnsafeBufferPointer(rebasing: buffer.slice[..<text.count]))
      do {
        try readRecord(&reader, line: line, isComplete: true)
      } catch let error as JSONError {
        if sink.records == 0 { throw malformed(error, in: text, firstLine: line, as: .jsonl) }
        sink.draft.fail(.malformed(error.message))
        try sink.endRecord { line }
      } catch let error as ImportError {
        throw error
      } catch {
        throw .unreadable(reason: Untrusted("\(error)"))
      }
    }
    return sink
  }

  /// Whether the one object of the file has an array of objects among its values.
  private func holdsRecords() throws(JSONError) -> Bool {
    var reader = JSONReader(content)
    guard try reader.kind() == .object else { return false }
    try reader.beginObject()
    while try reader.nextKey() != nil {
      if try reader.kind() == .array {
        try reader.beginArray()
        guard try reader.nextElement() else { return true }
        return try reader.kind() == .object
      }
      try reader.skipValue()
    }
    return false
  }

  private mutating func readRecords(_ reader: inout JSONReader) throws {
    try reader.beginArray()
    while try reader.nextElement() { try readRecord(&reader) }
  }

  private mutating func readRecord(_ reader: inout JSONReader, line: Int? = nil, isComplete: Bool = false) throws {
    let kind = try reader.kind()
    let offset = reader.offset
    if kind == .object {
      keys.beginRecord()
      try readFields(&reader)
    } else {
      try reader.skipValue()
      sink.draft.fail(.notARecord)
    }
    if isComplete { try reader.end() }
    try sink.endRecord { line ?? lines.line(at: offset) }
  }

  private mutating func readFields(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let field = keys.field(key)
      if sink.draft.takes(field) {
        try readValue(of: field, &reader, key: key)
      } else {
        try readAttribute(key, &reader)
      }
    }
  }

  private mutating func readValue(
    of field: RecordField, _ reader: inout JSONReader, key: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) {
    switch try reader.kind() {
    case .string: sink.draft.set(field, text: try reader.string(), in: &sink.builder)
    case .number:
      let number = try reader.number()
      if !sink.draft.set(field, number: number, in: &sink.builder) {
        sink.draft.set(field, text: number.text, in: &sink.builder)
      }
    case .array where field == .alternates || field == .category:
      try reader.beginArray()
      while try reader.nextElement() {
        guard try reader.kind() == .string else {
          try reader.skipValue()
          continue
        }
        let text = try reader.string()
        if text.isEmpty { continue }
        if field == .category { sink.builder.add(category: text) } else { sink.builder.add(alternate: text) }
      }
    case .object where field == .position: try readFields(&reader)
    case .null: try reader.null()
    case .bool, .array, .object:
      if field == .latitude || field == .longitude {
        sink.draft.fail(.notANumber(Untrusted(bytes: try reader.rawValue().prefix(40))))
      } else {
        try readAttribute(key, &reader)
      }
    }
  }

  /// Keeps a value that means nothing to us: a text as it is, anything else as JSON.
  private mutating func readAttribute(
    _ key: UnsafeBufferPointer<UInt8>, _ reader: inout JSONReader
  ) throws(JSONError) {
    // The key is valid until the next call only.
    let number = sink.builder.number(ofAttribute: key)
    switch try reader.kind() {
    case .string: sink.builder.add(attribute: number, value: try reader.string())
    case .null: try reader.null()
    default: sink.builder.add(attribute: number, value: try reader.rawValue())
    }
  }

  private func malformed(
    _ error: JSONError, in text: UnsafeBufferPointer<UInt8>, firstLine: Int, as format: ImportFormat
  ) -> ImportError {
    let (line, column) = error.location(in: text)
    return .malformed(format, line: firstLine + line - 1, column: column, reason: error.message)
  }
}
