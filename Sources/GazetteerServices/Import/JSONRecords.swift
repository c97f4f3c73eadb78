import GazetteerIndex

/// Reads generic records in JSON: an array of objects, an object with such an array, perhaps further inside, or one
/// object per line.
struct JSONRecords: ~Copyable {
  private let content: TextPiece
  private var sink: RecordSink
  private var fields = JSONRecordFields()
  private var lines: LineCounter

  init(_ content: TextPiece, into sink: consuming RecordSink) {
    self.content = content
    self.sink = sink
    lines = LineCounter(content)
  }

  /// Reads one JSON value. An object without an array of records is itself a record.
  consuming func readArray() throws(ImportError) -> RecordSink {
    do {
      var reader = JSONReader(content)
      if try reader.kind() == .array {
        try readRecords(&reader)
        try reader.end()
      } else if var array = try arrayInObject() {
        try readRecords(&array)
      } else {
        var samples = ColumnSamples()
        var copy = reader
        try samples.add(&copy)
        if !samples.roles(identifies: sink.identifies, reading: sink.reading).has(.name),
          var array = try onlyArray(in: reader)
        {
          try readRecords(&array)
        } else {
          try use(samples)
          try readRecord(&reader)
          try reader.end()
        }
      }
    } catch let error as JSONError {
      throw .malformed(.json, error, in: content)
    } catch let error as ImportError {
      throw error
    } catch {
      throw .unreadable(reason: Untrusted("\(error)"))
    }
    return sink
  }

  /// Reads one JSON object per line. Skips blank lines. If the first line is malformed, the file is refused; later
  /// malformed lines are counted.
  consuming func readLines() throws(ImportError) -> RecordSink {
    let buffer = ByteBuffer()
    let zeros = [UInt8](repeating: 0, count: 64)
    try readSamples(ofLines: content)
    var start = content.startIndex
    var line = 0
    while start < content.endIndex {
      let end = content[start...].firstIndex(of: 0x0A) ?? content.endIndex
      let text = TextPiece(rebasing: content[start..<end])
      start = end + 1
      line += 1
      if text.isBlank { continue }
      if text.count > RecordSize.mostBytes {
        sink.fail(.tooLong)
        try sink.endRecord(start) { "line \(line)" }
        continue
      }
      // The reader needs zeros after its text.
      buffer.removeAll()
      buffer.append(text)
      zeros.withUnsafeBufferPointer { buffer.append($0) }
      var reader = JSONReader(TextPiece(rebasing: buffer.slice[..<text.count]))
      do throws(JSONError) {
        try fields.read(&reader, into: &sink)
        try reader.end()
      } catch {
        if sink.records == 0 { throw .malformed(.jsonl, error, in: text, firstLine: line) }
        sink.fail(.malformed(error.message))
      }
      try sink.endRecord(start) { "line \(line)" }
    }
    return sink
  }

  /// A reader at the array of objects inside the file's only object: the one under `results` or `data`, otherwise the
  /// only array. nil if there is none. Checks the file to its end.
  private func arrayInObject() throws(JSONError) -> JSONReader? {
    var named: JSONReader?
    var other: JSONReader?
    var others = 0
    var reader = JSONReader(content)
    guard try reader.kind() == .object else { return nil }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let isName = key.elementsEqual("results".utf8) || key.elementsEqual("data".utf8)
      let value = reader
      if try reader.kind() == .array {
        if isName && named == nil {
          named = value
        } else if try startsWithObject(value) {
          other = value
          others += 1
        }
      }
      try reader.skipValue(sink.cancellation)
    }
    try reader.end()
    return named ?? (others == 1 ? other : nil)
  }

  /// How far inside other objects records are looked for.
  private static let mostNested = 4

  /// A reader at the only array of objects inside an object, at any depth up to `mostNested`; nil if there is none, or
  /// if there are several. Checks the file to its end.
  private func onlyArray(in object: JSONReader) throws(JSONError) -> JSONReader? {
    var arrays: [JSONReader] = []
    try findArrays(in: object, depth: 0, &arrays)
    var whole = object
    try whole.skipValue(sink.cancellation)
    try whole.end()
    return arrays.count == 1 ? arrays[0] : nil
  }

  /// Finds the first two of the arrays of objects.
  private func findArrays(in object: JSONReader, depth: Int, _ arrays: inout [JSONReader]) throws(JSONError) {
    var reader = object
    try reader.beginObject()
    while arrays.count < 2, try reader.nextKey() != nil {
      switch try reader.kind() {
      case .array where try startsWithObject(reader): arrays.append(reader)
      case .object where depth < Self.mostNested: try findArrays(in: reader, depth: depth + 1, &arrays)
      default: break
      }
      try reader.skipValue(sink.cancellation)
    }
  }

  private func startsWithObject(_ array: JSONReader) throws(JSONError) -> Bool {
    var reader = array
    try reader.beginArray()
    guard try reader.nextElement() else { return false }
    return try reader.kind() == .object
  }

  /// Guesses what the keys mean, by the first lines.
  private mutating func readSamples(ofLines content: TextPiece) throws(ImportError) {
    var samples = ColumnSamples()
    let buffer = ByteBuffer()
    for line in content.prefix(1 << 20).split(separator: 0x0A, maxSplits: ColumnSamples.mostRecords) {
      guard samples.records < ColumnSamples.mostRecords, line.count <= RecordSize.mostBytes else { break }
      buffer.removeAll()
      buffer.append(TextPiece(rebasing: line))
      var reader = JSONReader(buffer.terminated)
      do throws(JSONError) { try samples.add(&reader) } catch { break }
    }
    try use(samples)
  }

  private mutating func use(_ samples: ColumnSamples) throws(ImportError) {
    let roles = sink.roles(of: samples)
    try sink.note(roles)
    fields = JSONRecordFields(roles)
  }

  private mutating func readRecords(_ reader: inout JSONReader) throws {
    try use(ColumnSamples(array: reader))
    try reader.beginArray()
    while try reader.nextElement() { try readRecord(&reader) }
  }

  private mutating func readRecord(_ reader: inout JSONReader) throws {
    _ = try reader.kind()
    let offset = reader.offset
    try fields.read(&reader, into: &sink)
    try sink.endRecord(reader.offset) { "line \(lines.line(at: offset))" }
  }
}
