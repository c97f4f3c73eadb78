import GazetteerIndex

/// Reads a dump of GeoNames: lines of columns separated by tabs, without a header and without quoting.
struct GeoNamesRecords: ~Copyable {
  private let content: TextPiece
  private let table: GeoNamesTable
  private let divisions: GeoNamesDivisions
  private var sink: RecordSink
  private var fields: [TextPiece] = []
  private var line = 0

  /// - Parameter divisions: the names of states and the like.
  init(
    _ content: TextPiece, _ divisions: GeoNamesDivisions, into sink: consuming RecordSink
  ) throws(ImportError) {
    guard let table = GeoNamesTable(of: content) else { throw .notGeoNames }
    self.content = content
    self.table = table
    self.divisions = divisions
    self.sink = sink
  }

  consuming func read() throws(ImportError) -> RecordSink {
    let keys = attributeNumbers()
    var start = 0
    while start < content.count {
      let end = content[start...].firstIndex(of: 0x0A) ?? content.count
      line += 1
      let text = TextPiece(rebasing: content[start..<end])
      start = end + 1
      if !text.isBlank { try add(text, keys, offset: start) }
    }
    sink.attribution = Untrusted("GeoNames, CC BY 4.0 (geonames.org)")
    return sink
  }

  /// The number of each column's key.
  private mutating func attributeNumbers() -> [UInt32] {
    var numbers: [UInt32] = []
    for column in table.columns {
      var key = column.key
      numbers.append(key.withUTF8 { sink.builder.number(ofAttribute: $0) })
    }
    return numbers
  }

  private mutating func add(_ text: TextPiece, _ keys: [UInt32], offset: Int) throws(ImportError) {
    split(text)
    if fields.count != table.columns.count {
      sink.fail(.malformed("\(fields.count) columns instead of \(table.columns.count)"))
    } else if text.count > RecordSize.mostBytes {
      sink.fail(.tooLong)
    } else {
      for (index, field) in fields.enumerated() where !field.isBlank {
        add(field, as: table.columns[index].meaning, attribute: keys[index])
      }
      addDivision()
      if let category = table.category(of: fields) { sink.take(Untrusted(category), as: .category) }
    }
    let line = line
    try sink.endRecord(offset) { "line \(line)" }
  }

  private mutating func split(_ line: TextPiece) {
    fields.removeAll(keepingCapacity: true)
    var start = 0
    for (index, byte) in line.enumerated() where byte == 0x09 {
      fields.append(TextPiece(rebasing: line[start..<index]))
      start = index + 1
    }
    fields.append(TextPiece(rebasing: line[start...]).withoutReturn)
  }

  private mutating func add(_ field: TextPiece, as meaning: GeoNamesTable.Meaning, attribute: UInt32) {
    switch meaning {
    case .name: sink.set(name: field)
    case .id: sink.set(id: SourceID(written: field))
    case .names:
      for name in field.split(separator: UInt8(ascii: ",")) {
        let name = TextPiece(rebasing: name).trimmed
        // The name in ASCII is mostly the name.
        if name.isEmpty || name.elementsEqual(fields[1]) { continue }
        guard sink.builder.draftedAlternates < RecordSize.mostValues else { return sink.fail(.tooManyValues) }
        sink.take(element: name, as: .alternates)
      }
    case .role(.population) where field.elementsEqual("0".utf8): break
    case .role(let role): sink.take(text: field, as: role, attribute: attribute)
    // The elevation of places without one.
    case .fact where field.elementsEqual("-9999".utf8): break
    case .fact: sink.builder.add(attribute: attribute, value: field)
    case .code:
      sink.take(element: field, as: .alternates)
      sink.builder.add(attribute: attribute, value: field)
    }
  }

  private mutating func addDivision() {
    guard let code = table.division(of: fields), let name = divisions.names[code] else { return }
    name.withUnsafeBufferPointer { sink.builder.set(admin1Name: $0) }
  }
}

extension TextPiece {
  fileprivate var withoutReturn: TextPiece { last == 0x0D ? TextPiece(rebasing: dropLast()) : self }
}

/// The names of the first-level divisions of countries by `DE.02`, from the `admin1CodesASCII.txt` beside a dump.
struct GeoNamesDivisions {
  private(set) var names: [[UInt8]: [UInt8]] = [:]

  init(beside dump: SourceText) {
    guard let file = dump.sibling("admin1CodesASCII.txt") else { return }
    defer { withExtendedLifetime(file) {} }
    for line in file.bytes.split(separator: 0x0A) {
      let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
      if fields.count == 4, String(validating: fields[1], as: UTF8.self) != nil {
        names[Array(fields[0])] = Array(fields[1])
      }
    }
  }
}
