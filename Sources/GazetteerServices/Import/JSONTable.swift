import GazetteerIndex

/// Reads a table in JSON whose rows are lists, or whose columns are, as a text:
///
/// - `[["name","lat"],["A",48.1]]`, also inside `{"values":…}`, as the API of Google Sheets writes it
/// - `{"columns":["name","lat"],"data":[["A",48.1]]}`, also with `rows` or `values`, as pandas and Datasette write it
/// - `{"meta":{"view":{"columns":[{"name":"Name"},…]}},"data":[["A",…]]}`, as Socrata writes it, without its own columns
/// - `{"name":["A","B"],"lat":[48.1,48.2]}`
/// - `{"name":{"0":"A","1":"B"},"lat":{"0":48.1,"1":48.2}}`, as pandas writes it
struct JSONTable {
  private(set) var text = TableText(of: .json)

  /// nil if the text is something else, such as records. O(bytes), but little for records.
  init?(in content: TextPiece, _ cancellation: Cancellation) throws(ImportError) {
    let reader = JSONReader(content)
    guard let layout = try? Self.layout(of: reader, cancellation) else { return nil }
    do {
      switch layout {
      case .rows(let names, let list): try write(names, rows: list, cancellation)
      case .columns(let columns): guard try write(columns, cancellation) else { return nil }
      }
    } catch {
      throw .failed(.json, error, in: content)
    }
  }

  private enum Layout {
    /// The columns, nil for one that is left out, and a reader at the list of rows. No columns: they are the first row.
    case rows([[UInt8]?], JSONReader)
    /// The columns, each with a reader at its values.
    case columns([(name: [UInt8], values: JSONReader)])
  }

  /// More columns are no table.
  private static let mostColumns = CSVReader.mostFields
  /// Rows are looked for among so many members of an object.
  private static let mostMembers = 100

  /// How the values are arranged; nil if they are not those of a table.
  private static func layout(of start: JSONReader, _ cancellation: Cancellation) throws(JSONError) -> Layout? {
    var reader = start
    if try reader.kind() == .array { return try startsWithNames(reader) ? .rows([], reader) : nil }
    guard try reader.kind() == .object else { return nil }
    var names: [[UInt8]?]?
    var rows: JSONReader?
    var columns: [(name: [UInt8], values: JSONReader)] = []
    var areColumns = true
    var members = 0
    try reader.beginObject()
    while areColumns || members < mostMembers, let key = try reader.nextKey() {
      members += 1
      let name = String(decoding: key, as: UTF8.self)
      if try kindOfFirst(in: reader) == .object, !["columns", "fields"].contains(name) { return nil }
      if ["columns", "fields", "headers"].contains(name) { names = try self.names(at: reader) }
      if name == "meta" { names = try namesOfView(in: reader) ?? names }
      if ["data", "rows", "values"].contains(name), try isListOfLists(reader) { rows = reader }
      if areColumns { areColumns = try isColumn(reader) }
      if areColumns { columns.append((Array(name.utf8), reader)) }
      if let names, let rows { return .rows(names, rows) }
      try reader.skipValue(cancellation)
    }
    if let rows, try startsWithNames(rows) { return .rows([], rows) }
    guard areColumns, (2...mostColumns).contains(columns.count) else { return nil }
    try reader.end()
    return .columns(columns)
  }

  /// Whether the next value is a list of lists of which the first has only texts.
  private static func startsWithNames(_ start: JSONReader) throws(JSONError) -> Bool {
    guard try isListOfLists(start) else { return false }
    var reader = start
    try reader.beginArray()
    _ = try reader.nextElement()
    try reader.beginArray()
    var count = 0
    while try reader.nextElement() {
      guard try reader.kind() == .string else { return false }
      _ = try reader.string()
      count += 1
    }
    return (1...mostColumns).contains(count)
  }

  private static func isListOfLists(_ start: JSONReader) throws(JSONError) -> Bool {
    try kindOfFirst(in: start) == .array
  }

  /// The kind of the first element of the next value; nil if that is no list, or empty.
  private static func kindOfFirst(in start: JSONReader) throws(JSONError) -> JSONReader.Kind? {
    var reader = start
    guard try reader.kind() == .array else { return nil }
    try reader.beginArray()
    return try reader.nextElement() ? reader.kind() : nil
  }

  /// Whether the next value is a list of plain values, or an object whose keys are numbers from 0.
  private static func isColumn(_ start: JSONReader) throws(JSONError) -> Bool {
    if let kind = try kindOfFirst(in: start) { return kind != .array && kind != .object }
    var reader = start
    guard try reader.kind() == .object else { return false }
    try reader.beginObject()
    guard let key = try reader.nextKey(), key.elementsEqual("0".utf8) else { return false }
    return try reader.kind() != .object
  }

  /// The names in a list of texts, or of objects with a `name`; nil for something else. Columns that Socrata adds are
  /// left out.
  static func names(at start: JSONReader) throws(JSONError) -> [[UInt8]?]? {
    var reader = start
    guard try reader.kind() == .array else { return nil }
    var names: [[UInt8]?] = []
    try reader.beginArray()
    while try reader.nextElement() {
      guard names.count < mostColumns else { return nil }
      switch try reader.kind() {
      case .string: names.append(Array(try reader.string()))
      case .object:
        let column = try JSONValue(Array(reader.rawValue()), most: RecordSize.mostValues)
        guard let name = column["name"]?.words else { return nil }
        names.append(column["dataTypeName"]?.words?.text == "meta_data" ? nil : name.bytes)
      default: return nil
      }
    }
    return names
  }

  private mutating func write(_ names: [[UInt8]?], rows start: JSONReader, _ cancellation: Cancellation) throws {
    let kept = names.compactMap(\.self)
    if !names.isEmpty { try writeRow(kept) }
    var width = kept.count
    var rows = start
    var line = 0
    try rows.beginArray()
    while try rows.nextElement() {
      try check(line, cancellation)
      line += 1
      var cells: [[UInt8]] = []
      guard try rows.kind() == .array else {
        try rows.skipValue(cancellation)
        // It is counted as a row with too many cells.
        try writeRow(Array(repeating: [UInt8(ascii: "-")], count: width + 1))
        continue
      }
      try rows.beginArray()
      var number = 0
      while try rows.nextElement() {
        let isLeftOut = number < names.count && names[number] == nil
        if isLeftOut || cells.count == Self.mostColumns {
          try rows.skipValue(cancellation)
        } else {
          cells.append(try Self.cell(&rows))
        }
        number += 1
      }
      if width == 0 { width = cells.count }
      try writeRow(cells)
    }
  }

  /// Writes the values of columns row by row. false if they are not of one table.
  private mutating func write(
    _ columns: [(name: [UInt8], values: JSONReader)], _ cancellation: Cancellation
  ) throws -> Bool {
    try writeRow(columns.map(\.name))
    var readers = columns.map(\.values)
    let areLists = try readers.indices.map { try readers[$0].kind() == .array }
    for index in readers.indices {
      if areLists[index] { try readers[index].beginArray() } else { try readers[index].beginObject() }
    }
    var line = 0
    while true {
      try check(line, cancellation)
      line += 1
      var cells: [[UInt8]] = []
      var key: [UInt8]?
      for index in readers.indices {
        if areLists[index] {
          guard try readers[index].nextElement() else { continue }
        } else {
          guard let next = try readers[index].nextKey().map(Array.init) else { continue }
          guard key == nil || key == next else { return false }
          key = next
        }
        cells.append(try Self.cell(&readers[index]))
      }
      if cells.isEmpty { return true }
      guard cells.count == readers.count else { return false }
      try writeRow(cells)
    }
  }

  private func check(_ line: Int, _ cancellation: Cancellation) throws(ImportError) {
    if line.isMultiple(of: 1024), cancellation.isCancelled { throw .cancelled }
  }

  private mutating func writeRow(_ cells: [[UInt8]]) throws(ImportError) {
    for cell in cells { text.append(cell) }
    try text.endRow()
  }

  /// The next value as a text: nothing for null, JSON for lists and objects.
  private static func cell(_ reader: inout JSONReader) throws(JSONError) -> [UInt8] {
    switch try reader.kind() {
    case .string: return Array(try reader.string())
    case .null:
      try reader.null()
      return []
    case .array:
      let list = Array(try reader.rawValue())
      return location(list) ?? list
    default: return Array(try reader.rawValue())
    }
  }
}
