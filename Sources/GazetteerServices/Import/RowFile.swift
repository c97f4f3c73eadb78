import GazetteerIndex

/// Reads the rows of a CSV or TSV file, of JSON lines, or of GeoJSON, perhaps packed by gzip, a piece at a time: what has
/// come from a pipe is given on before the rest is there. Memory: a few times the longest row, and at least a few pieces.
package final class RowFile: @unchecked Sendable {
  // Unchecked: one thread at a time uses it.

  /// How its rows are given.
  package var format: FileRow.Format {
    guard let delimiter, !asObjects else { return .jsonLines }
    return .table(delimiter: delimiter)
  }

  /// What separates the cells of a table; nil if it has JSON lines or features.
  private var delimiter: UInt8?
  /// nil if it is no GeoJSON.
  private var features: FeatureList?
  /// Whether the positions of features are those of a map projection.
  private var isPlane = false
  /// What the column is called that has the geometries of features.
  private var geometry = "geometry"
  private let asObjects: Bool
  /// The first row of a table, without the line end.
  package private(set) var header = Untrusted("")
  /// The names in it, or the keys of the first objects.
  package private(set) var columns: [Untrusted] = []
  /// A column of countries that the user did not name.
  package var unusedCountry: Untrusted? { places.unusedCountry }
  /// The column with the names, if the user did not name it and another one is a town.
  package var guessedName: Untrusted? { places.guessedName }
  /// What is said of the rows that had missing cells; nil if there were none.
  package var shortRows: Message? { .shortRows(shortRecords) }
  private var shortRecords = 0
  private let pieces: TextPieces
  private let reading: SourceReading
  private var unread: [UInt8] = []
  private var isAtEnd: Bool { pieces.isAtEnd }
  private var isFirstPiece = true
  /// The line at which `unread` begins.
  private var line = 1
  private var places = RowPlaces()
  /// Nothing can be read any more; the rows before it were given on.
  private var fault: RowFileError?
  /// Whether it is one object that may have records inside.
  private var mayHoldRecords = false

  /// Opens the file, or the standard input for `-`, and reads its beginning.
  package init(path: String, _ wanted: RowColumns, _ cancellation: Cancellation) throws(RowFileError) {
    reading = wanted.reading
    asObjects = wanted.asObjects
    do throws(ImportError) {
      pieces = try TextPieces(path: path, reading.encoding)
    } catch {
      throw .file(error)
    }
    try begin(path, wanted, cancellation)
  }

  private func begin(_ path: String, _ wanted: RowColumns, _ cancellation: Cancellation) throws(RowFileError) {
    repeat { try read(cancellation) } while !isAtEnd && unread.count < TextStart.size && pieces.hasMore
    if unread.starts(with: [0xEF, 0xBB, 0xBF]) { unread.removeFirst(3) }
    if unread.first == JSONReader.separator { unread.removeFirst() }
    guard let first = unread.first(where: { !Self.isBlank($0) }) else { throw .file(pieces.damage ?? .empty) }
    try unread.withUnsafeBufferPointer { text throws(RowFileError) in
      if ZipArchive.recognises(text) || text.isGzip { throw .archive }
      if TextEncoding.isUTF16(text) { throw .file(.utf16) }
      if let format = ImportFormat.ofBinary(text) { throw .noRows(format) }
      if ImportFormat.looksLikeXML(text) { throw .noRows(ImportFormat(ofXML: text, path: path)) }
    }
    if reading.delimiter == nil {
      if first == UInt8(ascii: "{") {
        if reading.header != nil { throw .file(.notForFormat(.header, .jsonl)) }
        if try beginFeatures(wanted, cancellation) { return }
        let isOSM = padded(unread).withUnsafeBufferPointer {
          OSMJSON.recognises(TextPiece(rebasing: $0[..<unread.count]))
        }
        if isOSM { throw .noRows(.osm) }
        return try beginObjects(wanted, cancellation)
      }
      if isArray { throw .isArray }
    }
    try beginTable(path, wanted, cancellation)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  /// Whether it begins as a JSON array does.
  private var isArray: Bool {
    let start = unread.prefix(TextStart.size).filter { !Self.isBlank($0) }.prefix(2)
    return start == [UInt8(ascii: "["), UInt8(ascii: "{")] || start == [UInt8(ascii: "["), UInt8(ascii: "]")]
  }

  private func beginTable(
    _ path: String, _ wanted: RowColumns, _ cancellation: Cancellation
  ) throws(RowFileError) {
    while true {
      if try beginTable(path, wanted) { return }
      try read(cancellation)
    }
  }

  /// Returns false if more must be read.
  private func beginTable(_ path: String, _ wanted: RowColumns) throws(RowFileError) -> Bool {
    let bytes = padded(unread)
    return try bytes.withUnsafeBufferPointer { bytes throws(RowFileError) in
      let read = TextPiece(rebasing: bytes[..<unread.count])
      let importFormat: ImportFormat = ImportFormat(of: read, path: path) == .tsv ? .tsv : .csv
      let start = TableStart(read, importFormat, reading)
      let (delimiter, text) = (start.delimiter, TextPiece(rebasing: read[start.offset...]))
      var reader = CSVReader(text, delimiter: delimiter, tolerance: .asSpreadsheets)
      do throws(CSVError) {
        _ = try reader.nextRecord()
        guard isAtEnd || !start.isUndecided, isComplete(reader, from: start.offset) else { return false }
      } catch {
        guard isComplete(reader, from: start.offset) else { return false }
        if case .notUTF8(let place) = error { throw .file(.notUTF8(line: place.line + start.lines)) }
        throw .file(.malformed(importFormat, line: error.line + start.lines, column: error.column, reason: error.fact))
      }
      self.delimiter = delimiter
      let names = reading.header?.names
      if let names, names.count != reader.fieldCount {
        throw .file(.otherHeader(names: names.count, cells: reader.fieldCount))
      }
      header = names.map { Self.header($0, delimiter) } ?? Untrusted(bytes: reader.record)
      columns = ColumnHeaders(names ?? reader.trimmedFields).names
      let samples = ColumnSamples(CSVReader(text, delimiter: delimiter, tolerance: .asSpreadsheets), names)
      places = try RowPlaces(wanted, columns, samples.roles(identifies: false, reading: wanted.read))
      line = start.lines + (names == nil ? reader.lineAtOffset : 1)
      unread.removeFirst(start.offset + (names == nil ? reader.offset : 0))
      return true
    }
  }

  /// The row of names that the user says.
  private static func header(_ names: [Untrusted], _ delimiter: UInt8) -> Untrusted {
    let quote = UInt8(ascii: "\"")
    let cells = names.map { $0.bytes.contains(delimiter) ? [quote] + $0.bytes + [quote] : $0.bytes }
    return Untrusted(bytes: cells.joined(separator: [delimiter]))
  }

  /// Whether the last record ends before the end of what was read, so that what comes cannot be a part of it.
  ///
  /// - Parameter start: where the text of the reader begins.
  private func isComplete(_ reader: borrowing CSVReader, from start: Int = 0) -> Bool {
    isAtEnd || start + reader.offset < unread.count || unread.last == 0x0A && !reader.endsInsideQuotes
  }

  /// More bytes are not read to see whether a text is GeoJSON.
  private static let mostBeforeFeatures = 1 << 20

  /// Returns false if it is no GeoJSON.
  private func beginFeatures(_ wanted: RowColumns, _ cancellation: Cancellation) throws(RowFileError) -> Bool {
    while true {
      let bytes = padded(unread)
      switch bytes.withUnsafeBufferPointer({ FeatureList.start(of: TextPiece(rebasing: $0[..<unread.count])) }) {
      case .others: return false
      case .unknown:
        if isAtEnd || unread.count > Self.mostBeforeFeatures { return false }
        try read(cancellation)
      case .features(let list, let offset):
        features = list
        line += unread[..<offset].count { $0 == 0x0A }
        unread.removeFirst(offset)
        try readColumns(ofFeatures: list, wanted, cancellation)
        return true
      }
    }
  }

  private func readColumns(
    ofFeatures list: FeatureList, _ wanted: RowColumns, _ cancellation: Cancellation
  ) throws(RowFileError) {
    var wanted = wanted
    if wanted.reading[.crs] == nil { wanted.reading[.crs] = list.system.map { Untrusted($0.code) } }
    isPlane = wanted.reading.system != nil
    var samples = ColumnSamples()
    while true {
      samples = samplesOfFeatures(list)
      if samples.records > 0 || isAtEnd || unread.count >= CSVReader.longestRecord { break }
      try read(cancellation)
    }
    columns = samples.columns.map { Untrusted($0.name) }
    // A property may be called so too.
    if columns.contains(Untrusted(geometry)) {
      geometry = (2...).lazy.map { "geometry_\($0)" }.first { !columns.contains(Untrusted($0)) } ?? geometry
    }
    columns.append(Untrusted(geometry))
    if wanted.latitude == nil, wanted.geometry == nil { wanted.geometry = Untrusted(geometry) }
    places = try RowPlaces(wanted, columns, samples.roles(identifies: false, reading: wanted.read), mayHaveOthers: true)
  }

  /// The properties of the first features that are there.
  private func samplesOfFeatures(_ list: FeatureList) -> ColumnSamples {
    var (list, samples, start) = (list, ColumnSamples(), 0)
    padded(unread).withUnsafeBufferPointer { bytes in
      let text = TextPiece(rebasing: bytes[..<unread.count])
      while samples.records < ColumnSamples.mostRecords,
        let range = list.next(in: text, from: &start, isWhole: isAtEnd)
      {
        guard let feature = try? FeatureRow(Array(text[range]), isPlane: isPlane) else { continue }
        padded(feature.properties).withUnsafeBufferPointer { bytes in
          var reader = JSONReader(TextPiece(rebasing: bytes[..<feature.properties.count]))
          try? samples.add(&reader)
        }
      }
    }
    return samples
  }

  private func beginObjects(_ wanted: RowColumns, _ cancellation: Cancellation) throws(RowFileError) {
    while !isAtEnd, !unread.contains(0x0A), unread.count < CSVReader.longestRecord { try read(cancellation) }
    let lines = unread.split(separator: 0x0A).prefix(ColumnSamples.mostRecords).map { Array($0) }
      .filter { !$0.allSatisfy(Self.isBlank) }
    let objects = lines.compactMap { try? JSONValue($0, most: CSVReader.mostFields) }.filter(\.isObject)
    let only = isAtEnd && lines.count == 1 ? objects.first : nil
    mayHoldRecords = only?.members.contains { $0.value.mayHaveRecords } == true
    let samples = samplesOfObjects(wanted, mayFlatten: only?.isRatherList != true)
    guard !samples.columns.isEmpty else { throw .noObjects }
    columns = samples.columns.map { Untrusted($0.name) }
    // Its end is on a later line. Other lines that are no objects are told one by one.
    let isOpen = lines.count > 1 && lines[0].last { !Self.isBlank($0) } != UInt8(ascii: "}")
    if isOpen, objects.count * 2 < lines.count { throw isOneObject ? .isObject : .noObjects }
    do throws(RowFileError) {
      places = try RowPlaces(
        wanted, columns, samples.roles(identifies: false, reading: wanted.read), mayHaveOthers: true)
    } catch {
      throw mayHoldRecords ? .isObject : error
    }
  }

  /// Whether nothing follows the first object, as far as is known.
  private var isOneObject: Bool {
    padded(unread).withUnsafeBufferPointer { bytes in
      let text = TextPiece(rebasing: bytes[..<unread.count])
      var reader = JSONReader(text)
      guard (try? reader.skipValue()) != nil else { return true }
      return TextPiece(rebasing: text[reader.offset...]).isBlank
    }
  }

  /// The values of the first objects, in the columns that `open` reads.
  private func samplesOfObjects(_ wanted: RowColumns, mayFlatten: Bool) -> ColumnSamples {
    padded(unread).withUnsafeBufferPointer { bytes in
      let text = TextPiece(rebasing: bytes[..<unread.count])
      guard mayFlatten else { return ColumnSamples(lines: text, flattens: false) }
      return ColumnSamples.best(needsName: wanted.needsName) {
        $0.roles(identifies: false, reading: wanted.read)
      } _: {
        ColumnSamples(lines: text, flattens: $0)
      }
    }
  }

  /// The next rows, and those that are left out, with their lines; nil at the end. Throws there if no object has had a
  /// column that the user named.
  package func next(_ cancellation: Cancellation) throws(RowFileError) -> (rows: [FileRow], faults: [Message])? {
    while true {
      if let fault { throw fault }
      // Of a short file, it is known whether a column is missing before rows are given on.
      while isFirstPiece, !places.unseen.isEmpty, !isAtEnd, unread.count < TextPieces.size { try read(cancellation) }
      let (rows, faults, end) = takeRows()
      if end > 0 {
        if isFirstPiece, isAtEnd, end == unread.count { try checkColumns() }
        isFirstPiece = false
        unread.removeFirst(end)
        return (rows, faults)
      }
      if let fault { throw fault }
      if isAtEnd {
        if let damage = pieces.damage { throw .file(damage) }
        try checkColumns()
        return nil
      }
      guard unread.count < CSVReader.longestRecord else { throw .rowTooLong(line: line) }
      try read(cancellation)
    }
  }

  /// Throws if no row has had a column that the user named.
  private func checkColumns() throws(RowFileError) {
    guard let column = places.unseen.first else { return }
    throw mayHoldRecords ? .isObject : .noColumn(column, columns)
  }

  private typealias Taken = (rows: [FileRow], faults: [Message], end: Int)

  /// The rows of `unread` that are complete, and where they end.
  private func takeRows() -> Taken {
    let bytes = padded(unread)
    return bytes.withUnsafeBufferPointer { bytes in
      let text = TextPiece(rebasing: bytes[..<unread.count])
      if features != nil { return takeRows(ofFeatures: text) }
      return delimiter.map { takeRows(ofTable: text, $0) } ?? takeRows(ofObjects: text)
    }
  }

  private func takeRows(ofTable text: TextPiece, _ delimiter: UInt8) -> Taken {
    var taken: Taken = ([], [], 0)
    var reader = CSVReader(text, delimiter: delimiter, tolerance: .asSpreadsheets, fieldCount: columns.count)
    let start = line
    while true {
      do throws(CSVError) {
        let isRecord = try reader.nextRecord()
        guard isComplete(reader) else { return taken }
        if !isRecord {
          taken.end = reader.offset
          line = start + reader.lineAtOffset - 1
          return taken
        }
        if reader.surplus < 0 { shortRecords += 1 }
        taken.rows.append(places.row(reader, asObject: asObjects))
      } catch {
        guard isComplete(reader) else { return taken }
        let line = start + error.line - 1
        if error.isFatal {
          let format: ImportFormat = delimiter == CSVText.tab ? .tsv : .csv
          fault = .file(.malformed(format, line: line, column: error.column, reason: error.fact))
          return taken
        }
        taken.faults.append("line \(line), column \(error.column): \(error.fact)")
      }
      taken.end = reader.offset
      line = start + reader.lineAtOffset - 1
    }
  }

  private func takeRows(ofObjects text: TextPiece) -> Taken {
    var taken: Taken = ([], [], 0)
    while taken.end < text.count {
      guard let end = text[taken.end...].firstIndex(of: 0x0A) ?? (isAtEnd ? text.count : nil) else { return taken }
      let record = TextPiece(rebasing: text[taken.end..<end]).trimmed
      if !record.isEmpty {
        do throws(JSONError) {
          taken.rows.append(try places.row(ofObject: record))
        } catch {
          taken.faults.append("line \(line): \(error.message)")
        }
      }
      taken.end = min(end + 1, text.count)
      line += 1
    }
    return taken
  }

  private func takeRows(ofFeatures text: TextPiece) -> Taken {
    var taken: Taken = ([], [], 0)
    var counted = 0
    func count(upTo end: Int) {
      line += text[counted..<end].count { $0 == 0x0A }
      counted = end
    }
    while let range = features?.next(in: text, from: &taken.end, isWhole: isAtEnd) {
      count(upTo: range.lowerBound)
      do throws(JSONError) {
        taken.rows.append(try places.row(FeatureRow(Array(text[range]), isPlane: isPlane), geometry))
      } catch {
        taken.faults.append("line \(line): \(error.message)")
      }
    }
    count(upTo: taken.end)
    if isAtEnd, features?.mayEnd == false { fault = pieces.damage.map { .file($0) } ?? .noEnd }
    return taken
  }

  private func read(_ cancellation: Cancellation) throws(RowFileError) {
    do throws(ImportError) {
      unread += try pieces.next(cancellation)
    } catch {
      throw .file(error)
    }
    // The last line may be cut.
    if pieces.damage != nil { unread.removeLast(unread.count - (unread.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)) }
  }

  /// Readers look several bytes ahead.
  private func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: 64) }
}

extension JSONValue {
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }

  /// Whether it is an object, or a list with some.
  fileprivate var mayHaveRecords: Bool { isObject || hasObjects }

  private var hasObjects: Bool { elements?.contains(where: \.isObject) == true }

  /// Whether an object rather has records inside than is one: it has nothing but objects with a common key, or a list of
  /// objects.
  fileprivate var isRatherList: Bool {
    func holdsList(_ value: JSONValue) -> Bool { value.hasObjects || value.members.contains { holdsList($0.value) } }
    let keys = members.map { Set($0.value.members.map(\.key)) }
    return holdsList(self) || keys.first.map { !keys.reduce($0) { $0.intersection($1) }.isEmpty } == true
  }
}
