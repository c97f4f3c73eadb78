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
      sink.statedSystem = try reader.numberOfSystem()
      if try reader.kind() == .array {
        try readRecords(&reader)
        try reader.end()
      } else if var array = try arrayInObject() {
        try readRecords(&array)
      } else {
        var samples = ColumnSamples()
        var copy = reader
        try samples.add(&copy)
        let roles = roles(of: samples)
        let isRecord = roles.has(.name) && !roles.isNameGuessed
        let arrays = isRecord ? [] : try arrays(in: reader)
        let object = isRecord ? nil : try objectOfRecords(in: reader)
        let array = try listOfRecords(among: arrays)
        if let object, array.map({ object.fitness > $0.fitness }) ?? true {
          var reader = object.reader
          try readMembers(&reader)
        } else if var array = array?.reader ?? (arrays.count == 1 ? arrays[0] : nil) {
          try readRecords(&array)
        } else {
          try use(samples)
          try readRecord(&reader)
          try reader.end()
        }
      }
    } catch {
      throw .failed(.json, error, in: content)
    }
    return sink
  }

  /// Reads one JSON object per line, or one after each separator of a sequence. Skips blank lines. If the first one is
  /// malformed, the file is refused; later malformed ones are counted.
  consuming func readLines() throws(ImportError) -> RecordSink {
    let buffer = ByteBuffer()
    let zeros = [UInt8](repeating: 0, count: 64)
    try use(best { ColumnSamples(lines: content, flattens: $0) })
    let separator = Self.separator(of: content)
    var start = content.startIndex
    var nextLine = 1
    while start < content.endIndex {
      let end = content[start...].firstIndex(of: separator) ?? content.endIndex
      let text = TextPiece(rebasing: content[start..<end])
      let line = nextLine
      start = end + 1
      nextLine += separator == 0x0A ? 1 : text.count { $0 == 0x0A }
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

  /// What is between records that follow one another.
  static func separator(of content: TextPiece) -> UInt8 {
    content.first == JSONReader.separator ? JSONReader.separator : 0x0A
  }

  /// A reader at the array of objects inside the file's only object: the one under `results` or `data`, otherwise the
  /// only array, or the only one whose objects have positions. nil if there is none. Checks the file to its end.
  private func arrayInObject() throws(JSONError) -> JSONReader? {
    var named: JSONReader?
    var others: [JSONReader] = []
    var reader = JSONReader(content)
    guard try reader.kind() == .object else { return nil }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let isName = key.elementsEqual("results".utf8) || key.elementsEqual("data".utf8)
      let value = reader
      if try reader.kind() == .array {
        if isName && named == nil {
          named = value
        } else if try startsWithObject(value), others.count < Self.mostArrays {
          others.append(value)
        }
      }
      try reader.skipValue(sink.cancellation)
    }
    try reader.end()
    if let found = named ?? (others.count == 1 ? others[0] : nil) { return found }
    return try listOfRecords(among: others)?.reader
  }

  /// Something that may have the records of a file, and how well it fits.
  private typealias Choice = (reader: JSONReader, fitness: Fitness)

  /// Records with positions fit best; of two that have them, the more records.
  private struct Fitness: Comparable {
    let arePlaced: Bool
    let records: Int

    static func < (left: Fitness, right: Fitness) -> Bool {
      (left.arePlaced ? 1 : 0, left.records) < (right.arePlaced ? 1 : 0, right.records)
    }
  }

  /// The only one of some arrays whose objects have positions; if none has, the only one whose objects have names.
  private func listOfRecords(among arrays: [JSONReader]) throws(JSONError) -> Choice? {
    var (placed, named): ([Choice], [Choice]) = ([], [])
    for array in arrays {
      let roles = roles(of: best { ColumnSamples(array: array, flattens: $0) })
      guard roles.arePlaced || roles.has(.name) && !roles.isNameGuessed else { continue }
      var (reader, records) = (array, 0)
      try reader.beginArray()
      while try reader.nextElement() {
        records += 1
        try reader.skipValue(sink.cancellation)
      }
      let choice = (array, Fitness(arePlaced: roles.arePlaced, records: records))
      if roles.arePlaced { placed.append(choice) } else { named.append(choice) }
    }
    let best = placed.isEmpty ? named : placed
    return best.count == 1 ? best[0] : nil
  }

  /// How far inside other objects records are looked for.
  private static let mostNested = 4

  /// Of so many arrays, one is chosen.
  private static let mostArrays = 20

  /// Readers at the first arrays of objects inside an object, at any depth up to `mostNested`. Checks the file to its
  /// end.
  private func arrays(in object: JSONReader) throws(JSONError) -> [JSONReader] {
    var arrays: [JSONReader] = []
    try findArrays(in: object, depth: 0, &arrays)
    var whole = object
    try whole.skipValue(sink.cancellation)
    try whole.end()
    return arrays
  }

  private func findArrays(in object: JSONReader, depth: Int, _ arrays: inout [JSONReader]) throws(JSONError) {
    var reader = object
    try reader.beginObject()
    while arrays.count < Self.mostArrays, try reader.nextKey() != nil {
      switch try reader.kind() {
      case .array where try startsWithObject(reader): arrays.append(reader)
      case .object where depth < Self.mostNested: try findArrays(in: reader, depth: depth + 1, &arrays)
      default: break
      }
      try reader.skipValue(sink.cancellation)
    }
  }

  /// A reader at an object whose members are records, such as `{"LHR":{"name":"Heathrow"},"JFK":{"name":"Kennedy"}}`: the
  /// object itself, or the only object inside. nil if there is none. Checks the file to its end.
  private func objectOfRecords(in object: JSONReader, depth: Int = 0) throws(JSONError) -> Choice? {
    var reader = object
    var inside: JSONReader?
    var (objects, others) = (0, 0)
    try reader.beginObject()
    while try reader.nextKey() != nil {
      if try reader.kind() == .object {
        objects += 1
        inside = reader
      } else if try reader.kind() != .null {
        others += 1
      }
      try reader.skipValue(sink.cancellation)
    }
    if depth == 0 { try reader.end() }
    if objects == 1, depth < Self.mostNested, let inside, let found = try objectOfRecords(in: inside, depth: depth + 1)
    {
      return found
    }
    // Most members must have a name or a position.
    let samples = best { ColumnSamples(membersOf: object, flattens: $0) }
    var roles = roles(of: samples)
    roles.dropGuessedName()
    let areRecords = [.name, .latitude, .position, .geometry, .geometryFromLongitude].contains { role in
      roles.column(role).map { roles.columns[$0].values.count * 2 > samples.records } == true
    }
    return others == 0 && areRecords ? (object, Fitness(arePlaced: roles.arePlaced, records: objects)) : nil
  }

  private func startsWithObject(_ array: JSONReader) throws(JSONError) -> Bool {
    var reader = array
    try reader.beginArray()
    guard try reader.nextElement() else { return false }
    return try reader.kind() == .object
  }

  private func roles(of samples: ColumnSamples) -> ColumnRoles {
    samples.roles(identifies: sink.identifies, reading: sink.reading)
  }

  /// What the records have, also in objects inside them, unless favorites are made from them.
  private func best(_ samples: (_ flattens: Bool) -> ColumnSamples) -> ColumnSamples {
    sink.keepsEntries ? samples(false) : ColumnSamples.best({ roles(of: $0) }, samples)
  }

  private mutating func use(_ samples: ColumnSamples, namedByKeys: Bool = false) throws(ImportError) {
    var roles = sink.roles(of: samples)
    if namedByKeys { roles.dropGuessedName() }
    try sink.note(roles)
    fields = JSONRecordFields(roles, flattens: samples.flattens)
  }

  private mutating func readRecords(_ reader: inout JSONReader) throws {
    let array = reader
    try use(best { ColumnSamples(array: array, flattens: $0) })
    try reader.beginArray()
    while try reader.nextElement() { try readRecord(&reader) }
  }

  /// Reads the members of an object. The key of each is its name or its id, if it has none; else an attribute.
  private mutating func readMembers(_ reader: inout JSONReader) throws {
    let object = reader
    try use(best { ColumnSamples(membersOf: object, flattens: $0) }, namedByKeys: true)
    let keyOfMembers = sink.builder.number(ofAttribute: "key")
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let key = Array(key)
      if try reader.kind() == .null {
        try reader.null()
        continue
      }
      try readRecord(&reader) { sink in
        key.withUnsafeBufferPointer { key in
          if sink.isNamed, sink.builder.draftHasID { return sink.builder.add(attribute: keyOfMembers, value: key) }
          if !sink.isNamed { sink.set(name: key) }
          if !sink.builder.draftHasID { sink.set(id: SourceID(written: key)) }
        }
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

extension JSONReader {
  /// The number of the coordinate reference system that an object names as ArcGIS does:
  /// `"spatialReference":{"wkid":102100,"latestWkid":3857}`; nil if it names none, or degrees. Does not consume the object.
  fileprivate func numberOfSystem() throws(JSONError) -> Int? {
    var reader = self
    guard try reader.kind() == .object else { return nil }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard key.elementsEqual("spatialReference".utf8) else {
        try reader.skipValue()
        continue
      }
      let system = try? JSONValue(Array(reader.rawValue()), most: 100)
      let number = (system?["latestWkid"] ?? system?["wkid"])?.words.flatMap { Int($0.text) }
      return number.flatMap { ReferenceNumber.isInDegrees($0) ? nil : $0 }
    }
    return nil
  }
}
