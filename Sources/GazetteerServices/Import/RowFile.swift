import GazetteerIndex
import Glibc

/// Which columns of a file are needed, and what the user says of them.
package struct RowColumns: Equatable, Sendable {
  /// Whether rows without a column of names are refused.
  package var needsName: Bool
  /// Whether rows without columns of positions are refused.
  package var needsPosition: Bool
  /// The columns that the user named; nil: guessed.
  package var name: Untrusted?
  /// nil: none.
  package var country: Untrusted?
  package var latitude: Untrusted?
  package var longitude: Untrusted?
  /// The column with whole positions; nil: guessed if it is not said where they are.
  package var geometry: Untrusted?
  /// How its texts and positions are read.
  package var reading: SourceReading
  /// Whether the rows of a table are given as JSON objects.
  package var asObjects = false

  package init(
    needsName: Bool = false, needsPosition: Bool = false, name: Untrusted? = nil, country: Untrusted? = nil,
    latitude: Untrusted? = nil, longitude: Untrusted? = nil, geometry: Untrusted? = nil,
    reading: SourceReading = SourceReading()
  ) {
    self.reading = reading
    self.needsName = needsName
    self.needsPosition = needsPosition
    self.name = name
    self.country = country
    self.latitude = latitude
    self.longitude = longitude
    self.geometry = geometry
  }
}

extension RowColumns {
  /// What is said about the columns that are guessed.
  fileprivate var read: SourceReading {
    var reading = SourceReading()
    reading[.crs] = self.reading[.crs]
    return reading
  }
}

/// Reads the rows of a CSV or TSV file, or of JSON lines, a piece at a time: what has come from a pipe is given on before
/// the rest is there. Memory: a few times the longest row, and at least a few pieces.
package final class RowFile: @unchecked Sendable {
  // Unchecked: one thread at a time uses it.

  /// About as many bytes are read before their rows are given on.
  private static let piece = 1 << 18
  /// How long to wait for a pipe between two checks of the cancellation, in milliseconds.
  private static let patience: Int32 = 100

  /// How its rows are given.
  package var format: FileRow.Format {
    guard let delimiter, !asObjects else { return .jsonLines }
    return .table(delimiter: delimiter)
  }

  /// What separates the cells of a table; nil if it has JSON lines.
  private var delimiter: UInt8?
  private let asObjects: Bool
  /// The first row of a table, without the line end.
  package private(set) var header = Untrusted("")
  /// The names in it, or the keys of the first objects.
  package private(set) var columns: [Untrusted] = []
  private let descriptor: Int32
  private let reading: SourceReading
  private var decoding: PieceDecoding
  private var unread: [UInt8] = []
  private var isAtEnd = false
  /// The line at which `unread` begins.
  private var line = 1
  private var places = RowPlaces()
  /// Nothing can be read any more; the rows before it were given on.
  private var fault: RowFileError?

  /// Opens the file, or the standard input for `-`, and reads its beginning.
  package init(path: String, _ wanted: RowColumns, _ cancellation: Cancellation) throws(RowFileError) {
    reading = wanted.reading
    asObjects = wanted.asObjects
    decoding = PieceDecoding(reading.encoding)
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .file(ImportError(errno)) }
    do throws(RowFileError) {
      try begin(path, wanted, cancellation)
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  private func close() { if descriptor != STDIN_FILENO { Glibc.close(descriptor) } }

  private func begin(_ path: String, _ wanted: RowColumns, _ cancellation: Cancellation) throws(RowFileError) {
    repeat { try read(cancellation) } while !isAtEnd && unread.count < TextStart.size && hasMore
    if unread.starts(with: [0xEF, 0xBB, 0xBF]) { unread.removeFirst(3) }
    guard let first = unread.first(where: { !Self.isBlank($0) }) else { throw .file(.empty) }
    try unread.withUnsafeBufferPointer { text throws(RowFileError) in
      if ZipArchive.recognises(text) || text.isGzip { throw .packed }
      if TextEncoding.isUTF16(text) { throw .file(.utf16) }
      if ImportFormat.ofBinary(text) != nil { throw .noRows }
    }
    if reading.delimiter == nil {
      if first == UInt8(ascii: "{") { return try beginObjects(wanted, cancellation) }
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

  /// Whether more is there already.
  private var hasMore: Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, Self.patience) > 0
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
      let start = TableStart(read, importFormat, given: reading.delimiter?.byte)
      let (delimiter, text) = (start.delimiter, TextPiece(rebasing: read[start.offset...]))
      var reader = CSVReader(text, delimiter: delimiter, isRectangular: false)
      do throws(CSVError) {
        _ = try reader.nextRecord()
        guard isAtEnd || !start.isUndecided, isComplete(reader, from: start.offset) else { return false }
      } catch {
        guard isComplete(reader, from: start.offset) else { return false }
        if case .notUTF8(let place) = error { throw .file(.notUTF8(line: place.line + start.lines)) }
        throw .file(.malformed(importFormat, line: error.line + start.lines, column: error.column, reason: error.fact))
      }
      self.delimiter = delimiter
      header = Untrusted(bytes: reader.record)
      columns = ColumnHeaders((0..<reader.fieldCount).map { Untrusted(bytes: reader.field($0).trimmed) }).names
      let samples = ColumnSamples(CSVReader(text, delimiter: delimiter))
      places = try RowPlaces(wanted, columns, samples.roles(identifies: false, reading: wanted.read))
      line = reader.lineAtOffset + start.lines
      unread.removeFirst(start.offset + reader.offset)
      return true
    }
  }

  /// Whether the last record ends before the end of what was read, so that what comes cannot be a part of it.
  ///
  /// - Parameter start: where the text of the reader begins.
  private func isComplete(_ reader: borrowing CSVReader, from start: Int = 0) -> Bool {
    isAtEnd || start + reader.offset < unread.count || unread.last == 0x0A && !reader.endsInsideQuotes
  }

  private func beginObjects(_ wanted: RowColumns, _ cancellation: Cancellation) throws(RowFileError) {
    while !isAtEnd, !unread.contains(0x0A), unread.count < CSVReader.longestRecord { try read(cancellation) }
    var samples = ColumnSamples()
    for line in unread.split(separator: 0x0A).prefix(ColumnSamples.mostRecords) {
      let bytes = padded(Array(line))
      bytes.withUnsafeBufferPointer { bytes in
        var reader = JSONReader(TextPiece(rebasing: bytes[..<line.count]))
        try? samples.add(&reader)
      }
    }
    guard !samples.columns.isEmpty else { throw .noObjects }
    columns = samples.columns.map { Untrusted($0.name) }
    let isGeoJSON = samples.columns.contains { $0.name == "type" && $0.values.first == "FeatureCollection" }
    if isGeoJSON { throw .noRows }
    places = try RowPlaces(wanted, columns, samples.roles(identifies: false, reading: wanted.read), mayHaveOthers: true)
  }

  /// The next rows, and those that are left out, with their lines; nil at the end.
  package func next(_ cancellation: Cancellation) throws(RowFileError) -> (rows: [FileRow], faults: [Message])? {
    while true {
      if let fault { throw fault }
      let (rows, faults, end) = takeRows()
      if end > 0 {
        unread.removeFirst(end)
        return (rows, faults)
      }
      if let fault { throw fault }
      if isAtEnd { return nil }
      guard unread.count < CSVReader.longestRecord else { throw .rowTooLong(line: line) }
      try read(cancellation)
    }
  }

  private typealias Taken = (rows: [FileRow], faults: [Message], end: Int)

  /// The rows of `unread` that are complete, and where they end.
  private func takeRows() -> Taken {
    let bytes = padded(unread)
    return bytes.withUnsafeBufferPointer { bytes in
      let text = TextPiece(rebasing: bytes[..<unread.count])
      return delimiter.map { takeRows(ofTable: text, $0) } ?? takeRows(ofObjects: text)
    }
  }

  private func takeRows(ofTable text: TextPiece, _ delimiter: UInt8) -> Taken {
    var taken: Taken = ([], [], 0)
    var reader = CSVReader(text, delimiter: delimiter, isRectangular: false)
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
        if reader.fieldCount == columns.count {
          taken.rows.append(places.row(reader, asObject: asObjects))
        } else {
          let line = start + reader.line - 1
          taken.faults.append(
            "line \(line): it has \(Self.cells(reader.fieldCount)), the first row \(Self.cells(columns.count))")
        }
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

  private static func cells(_ count: Int) -> Message { "\(count) \(own: count == 1 ? "cell" : "cells")" }

  private func takeRows(ofObjects text: TextPiece) -> Taken {
    var taken: Taken = ([], [], 0)
    while taken.end < text.count {
      guard let end = text[taken.end...].firstIndex(of: 0x0A) ?? (isAtEnd ? text.count : nil) else { return taken }
      let record = TextPiece(rebasing: text[taken.end..<end]).trimmed
      if !record.isEmpty {
        do throws(JSONError) {
          let object = try JSONValue(Array(record), most: CSVReader.mostFields)
          if case .object = object {
            taken.rows.append(places.row(object, text: Untrusted(bytes: record)))
          } else {
            taken.faults.append("line \(line): it is no object")
          }
        } catch {
          taken.faults.append("line \(line): \(error.message)")
        }
      }
      taken.end = min(end + 1, text.count)
      line += 1
    }
    return taken
  }

  private func read(_ cancellation: Cancellation) throws(RowFileError) {
    while true {
      if cancellation.isCancelled { throw .file(.cancelled) }
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Self.patience) > 0 else { continue }
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.piece) { buffer, count in
        let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if got < 0 { failure = errno }
        count = max(0, got)
      }
      if failure == EINTR || failure == EAGAIN { continue }
      guard failure == 0 else { throw .file(ImportError(failure)) }
      if bytes.isEmpty { isAtEnd = true }
      do throws(ImportError) {
        unread += try decoding.utf8(bytes, isLast: isAtEnd)
      } catch {
        throw .file(error)
      }
      return
    }
  }

  /// Readers look several bytes ahead.
  private func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: 64) }
}
