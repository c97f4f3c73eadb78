import GazetteerIndex

/// The first values of the columns of a file, by which guesses about their meanings are confirmed.
struct ColumnSamples {
  /// Of how many records.
  static let mostRecords = 100
  /// Of how many bytes of the file.
  static let mostBytes = 1 << 20
  /// A longer value is not looked at.
  private static let longestValue = 1 << 16

  private(set) var columns: [ColumnRoles.Column] = []
  private(set) var records = 0
  private var indexes: [String: Int] = [:]
  /// Where in the file the samples begin.
  private var start = 0
  /// The columns that are called like positions and have none in the first records, if these have no others. More
  /// records are read for them. nil: not known yet.
  private var unfilled: Set<Int>?
  /// So many values of such a column are enough.
  private static let enoughPositions = 5
  /// Whether members of objects inside the records are columns too, such as `site.name`.
  private(set) var flattens = false
  /// Whether a member of an object may have the name of another column: `{"site.name":"a","site":{"name":"b"}}`.
  private(set) var hasAmbiguousPaths = false

  init() {}

  /// The values of a table. The reader is at its beginning. Stops at the first error.
  ///
  /// - Parameter header: the names of the columns; nil: the first row has them.
  init(_ reader: consuming CSVReader, _ header: [Untrusted]?) {
    if header == nil { guard (try? reader.nextRecord()) == true else { return } }
    let headers = ColumnHeaders(header ?? reader.trimmedFields)
    columns = headers.names.map { .init(name: $0.text) }
    while needsMore(), reader.offset < Self.mostBytes {
      do throws(CSVError) { guard try reader.nextRecord() else { return } } catch {
        if error.isFatal { return }
        continue
      }
      if unfilled == nil { records += 1 }
      // The user may say more names than there are cells.
      let wanted = unfilled.map(Array.init) ?? Array(columns.indices)
      for index in wanted where index < reader.fieldCount { add(reader.field(index), to: index) }
    }
  }

  /// Whether values of further records are wanted.
  mutating func needsMore() -> Bool {
    if records < Self.mostRecords { return true }
    if unfilled == nil { findUnfilled() }
    return unfilled?.isEmpty == false
  }

  private mutating func findUnfilled() {
    let roles = ColumnRoles(columns, rows: records)
    let found =
      roles.arePlaced
      ? []
      : columns.indices.filter { index in
        let name = roles.names[index]
        guard name.axisQualifier(of: ColumnWords.positions) != nil else { return false }
        let mayBeAddresses = name.qualifier(of: ColumnWords.geometry) != nil
        return columns[index].values.allSatisfy {
          $0.isMissing || $0.isEmptyShape || mayBeAddresses && $0.isAddress
        }
      }
    for index in found { columns[index].values.removeAll { $0.isMissing || $0.isEmptyShape } }
    unfilled = Set(found)
  }

  /// The values of the objects of a list in JSON.
  ///
  /// - Parameters:
  ///   - member: the member of each object that has the values; nil: the object itself.
  ///   - flattens: whether members of objects inside are columns too.
  init(array reader: consuming JSONReader, member: StaticString? = nil, flattens: Bool = false) {
    start = reader.offset
    self.flattens = flattens
    do throws(JSONError) {
      try reader.beginArray()
      while isIncomplete(reader), try reader.nextElement() { try add(&reader, member) }
    } catch {}
  }

  /// The same of objects that are the members of one.
  init(membersOf reader: consuming JSONReader, flattens: Bool) {
    start = reader.offset
    self.flattens = flattens
    do throws(JSONError) {
      try reader.beginObject()
      while isIncomplete(reader), try reader.nextKey() != nil { try add(&reader) }
    } catch {}
  }

  /// The same of objects that follow one another.
  init(sequence reader: consuming JSONReader, member: StaticString, flattens: Bool) {
    start = reader.offset
    self.flattens = flattens
    do throws(JSONError) {
      while isIncomplete(reader), try reader.kind() == .object { try add(&reader, member) }
    } catch {}
  }

  /// The same of objects that are lines. A line that is none is skipped.
  init(lines text: TextPiece, flattens: Bool) {
    self.flattens = flattens
    let buffer = ByteBuffer()
    let separator = JSONRecords.separator(of: text)
    var rest = text.prefix(Self.mostBytes)
    while !rest.isEmpty, needsMore() {
      let line = rest.prefix { $0 != separator }
      rest = rest.dropFirst(line.count + 1)
      buffer.removeAll()
      buffer.append(TextPiece(rebasing: line))
      var reader = JSONReader(buffer.terminated)
      try? add(&reader)
    }
  }

  /// The samples of records. If these have no name or no position, but objects inside them do, the members of such
  /// objects are columns too.
  ///
  /// - Parameter needsName: whether positions are of no use without names.
  static func best(
    needsName: Bool = true, _ roles: (ColumnSamples) -> ColumnRoles, _ samples: (_ flattens: Bool) -> ColumnSamples
  ) -> ColumnSamples {
    let plain = samples(false)
    let known = roles(plain)
    guard !known.isComplete else { return plain }
    let flattened = samples(true)
    guard !flattened.hasAmbiguousPaths, known.gain(from: roles(flattened), needsName: needsName) else { return plain }
    return flattened
  }

  private mutating func isIncomplete(_ reader: borrowing JSONReader) -> Bool {
    needsMore() && reader.offset - start < Self.mostBytes
  }

  /// Adds the values of the next object. Skips anything else. Leaves the reader inside a very long object.
  mutating func add(_ reader: inout JSONReader, _ member: StaticString? = nil) throws(JSONError) {
    guard try reader.kind() == .object else { return try reader.skipValue() }
    try reader.beginObject()
    if member == nil, unfilled == nil { records += 1 }
    while reader.offset - start < Self.mostBytes, let key = try reader.nextKey() {
      guard let member else {
        try addValue(of: String(decoding: key, as: UTF8.self), &reader)
        continue
      }
      if key.elementsEqual(UnsafeBufferPointer(start: member.utf8Start, count: member.utf8CodeUnitCount)) {
        try add(&reader)
      } else {
        try reader.skipValue()
      }
    }
  }

  private mutating func addValue(
    of key: String, _ reader: inout JSONReader, depth: Int = 0
  ) throws(JSONError) {
    if depth == 0, key.utf8.contains(UInt8(ascii: ".")) { hasAmbiguousPaths = true }
    if flattens, try reader.holdsColumns(of: key, depth: depth) {
      try reader.beginObject()
      while reader.offset - start < Self.mostBytes, let member = try reader.nextKey() {
        try addValue(of: "\(key).\(String(decoding: member, as: UTF8.self))", &reader, depth: depth + 1)
      }
      return
    }
    let index = indexes[key] ?? columns.count
    if index == columns.count {
      guard unfilled == nil, index < CSVReader.mostFields else { return try reader.skipValue() }
      indexes[key] = index
      columns.append(.init(name: key))
    }
    let isName = try reader.kind() == .array && RecordField(named: key).role == .name
    try reader.cell(as: isName ? .name : .attribute).bytes.withUnsafeBufferPointer { add($0, to: index) }
  }

  private mutating func add(_ value: TextPiece, to index: Int) {
    // A record may repeat a key.
    guard unfilled != nil || columns[index].values.count < Self.mostRecords, !value.isBlank,
      value.count <= Self.longestValue
    else { return }
    let text = String(decoding: value.trimmed, as: UTF8.self)
    if unfilled != nil {
      guard unfilled?.contains(index) == true, !text.isMissing, !text.isEmptyShape, !text.isAddress else { return }
      if columns[index].values.count(where: { !$0.isAddress }) + 1 == Self.enoughPositions { unfilled?.remove(index) }
    }
    columns[index].values.append(text)
  }

  /// What the columns mean.
  func roles(
    reserved: Set<RecordField.Role> = [], identifies: Bool, reading: SourceReading = SourceReading()
  ) -> ColumnRoles {
    ColumnRoles(columns, rows: records, reserved: reserved, identifies: identifies, reading: reading)
  }
}
