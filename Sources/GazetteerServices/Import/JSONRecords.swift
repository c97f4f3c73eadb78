import GazetteerIndex

/// Reads generic records in JSON: an array of objects, an object with such an array, perhaps further inside, an object
/// whose members are the records, or one object per line.
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
        let isRecord = roles(of: samples).has(.name)
        if !isRecord, var object = try objectOfRecords(in: reader) {
          try readMembers(&object)
        } else if !isRecord, var array = try onlyArray(in: reader) {
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

  /// A reader at an object whose members are records, such as `{"LHR":{"name":"Heathrow"},"JFK":{"name":"Kennedy"}}`: the
  /// object itself, or the only object inside; nil if there is none. Checks the file to its end.
  private func objectOfRecords(in object: JSONReader, depth: Int = 0) throws(JSONError) -> JSONReader? {
    var reader = object
    var inside: JSONReader?
    var (objects, others) = (0, 0)
    try reader.beginObject()
    while try reader.nextKey() != nil {
      if try reader.kind() == .object {
        objects += 1
        inside = reader
      } else {
        others += 1
      }
      try reader.skipValue(sink.cancellation)
    }
    if depth == 0 { try reader.end() }
    if objects == 1, depth < Self.mostNested, let inside, let found = try objectOfRecords(in: inside, depth: depth + 1)
    {
      return found
    }
    return others == 0 && areRecords(membersOf: object) ? object : nil
  }

  /// Whether most members of an object have a name or a position.
  private func areRecords(membersOf object: JSONReader) -> Bool {
    let (samples, _) = best { ColumnSamples(membersOf: object, flattens: $0) }
    var roles = roles(of: samples)
    roles.dropGuessedName()
    return [.name, .latitude, .position, .geometry, .geometryFromLongitude].contains { role in
      roles.column(role).map { roles.columns[$0].values.count * 2 > samples.records } == true
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
    try useBest { flattens in
      var samples = ColumnSamples(flattens: flattens)
      let buffer = ByteBuffer()
      for line in content.prefix(1 << 20).split(separator: 0x0A, maxSplits: ColumnSamples.mostRecords) {
        guard samples.records < ColumnSamples.mostRecords, line.count <= RecordSize.mostBytes else { break }
        buffer.removeAll()
        buffer.append(TextPiece(rebasing: line))
        var reader = JSONReader(buffer.terminated)
        do throws(JSONError) { try samples.add(&reader) } catch { break }
      }
      return samples
    }
  }

  private func roles(of samples: ColumnSamples) -> ColumnRoles {
    samples.roles(identifies: sink.identifies, reading: sink.reading)
  }

  /// The samples of the records. If these have no name or no position, but objects inside them do, the members of such
  /// objects are columns too.
  private func best(_ samples: (_ flattens: Bool) -> ColumnSamples) -> (samples: ColumnSamples, flattens: Bool) {
    let plain = samples(false)
    let (roles, flattened) = (roles(of: plain), samples(true))
    return roles.gain(from: self.roles(of: flattened)) ? (flattened, true) : (plain, false)
  }

  private mutating func useBest(_ samples: (_ flattens: Bool) -> ColumnSamples) throws(ImportError) {
    let (samples, flattens) = best(samples)
    try use(samples, flattens: flattens)
  }

  private mutating func use(
    _ samples: ColumnSamples, flattens: Bool = false, namedByKeys: Bool = false
  ) throws(ImportError) {
    var roles = sink.roles(of: samples)
    if namedByKeys { roles.dropGuessedName() }
    try sink.note(roles)
    fields = JSONRecordFields(roles, flattens: flattens)
  }

  private mutating func readRecords(_ reader: inout JSONReader) throws {
    let array = reader
    try useBest { ColumnSamples(array: array, flattens: $0) }
    try reader.beginArray()
    while try reader.nextElement() { try readRecord(&reader) }
  }

  /// Reads the members of an object. The key of each is its id, or its name, if it has none; else an attribute.
  private mutating func readMembers(_ reader: inout JSONReader) throws {
    let object = reader
    let (samples, flattens) = best { ColumnSamples(membersOf: object, flattens: $0) }
    try use(samples, flattens: flattens, namedByKeys: true)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let key = Untrusted(bytes: key)
      try readRecord(&reader) { sink in
        if !sink.isNamed { key.bytes.withUnsafeBufferPointer { sink.set(name: $0) } }
        if !sink.builder.draftHasID { sink.set(id: key.bytes.withUnsafeBufferPointer(SourceID.init(written:))) }
      }
    }
  }

  private mutating func readRecord(
    _ reader: inout JSONReader, completing: (inout RecordSink) -> Void = { _ in }
  ) throws {
    _ = try reader.kind()
    let offset = reader.offset
    try fields.read(&reader, into: &sink)
    completing(&sink)
    try sink.endRecord(reader.offset) { "line \(lines.line(at: offset))" }
  }
}
