import GazetteerIndex
import Glibc

/// A row of a file, as it is there.
package struct FileRow: Sendable {
  /// Its text without the line end.
  package let text: Untrusted
  /// The value of the column with the names; nil: none.
  package let name: Untrusted?
  /// The position in its columns; nil: none, or one that cannot be read.
  package let position: Coordinate?
}

/// Which columns of a file are needed, and what the user says of them.
package struct RowColumns: Equatable, Sendable {
  package var needsName: Bool
  package var needsPosition: Bool
  /// nil: guessed.
  package var name: Untrusted?
  /// nil: guessed.
  package var latitude: Untrusted?
  package var longitude: Untrusted?

  package init(
    needsName: Bool = false, needsPosition: Bool = false, name: Untrusted? = nil, latitude: Untrusted? = nil,
    longitude: Untrusted? = nil
  ) {
    self.needsName = needsName
    self.needsPosition = needsPosition
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// Reads the rows of a CSV or TSV file, or of JSON lines, a piece at a time: what has come from a pipe is given on before
/// the rest is there. Memory: a few pieces.
package final class RowFile: @unchecked Sendable {
  // Unchecked: one thread at a time uses it.
  package enum Format: Equatable, Sendable {
    /// A table whose first row has the names of the columns.
    case table(delimiter: UInt8)
    case jsonLines
  }

  /// About as many bytes are read before their rows are given on.
  private static let piece = 1 << 18
  /// How long to wait for a pipe between two checks of the cancellation, in milliseconds.
  private static let patience: Int32 = 100

  package private(set) var format = Format.jsonLines
  /// The first row of a table, without the line end.
  package private(set) var header = Untrusted("")
  /// The names in it, or the keys of the first objects.
  package private(set) var columns: [Untrusted] = []
  /// Rows that could not be read since the last call, with their lines.
  private var faults: [Message] = []
  private let descriptor: Int32
  private var unread: [UInt8] = []
  private var isAtEnd = false
  /// The line at which `unread` begins.
  private var line = 1
  private var places = RowPlaces()

  /// Opens the file, or the standard input for `-`, and reads its beginning.
  package init(path: String, _ wanted: RowColumns, _ cancellation: Cancellation) throws(RowFileError) {
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
    while !isAtEnd, unread.count < Self.piece, firstRowIsMissing { try read(cancellation) }
    guard unread.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { throw .file(.empty) }
    if unread.starts(with: [0xEF, 0xBB, 0xBF]) { unread.removeFirst(3) }
    let start = padded(unread)
    try start.withUnsafeBufferPointer { start throws(RowFileError) in
      let text = TextPiece(rebasing: start[..<unread.count])
      if ZipArchive.recognises(text) || text.isGzip { throw .packed }
      if TextEncoding.isUTF16(text) { throw .file(.utf16) }
      switch text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      case UInt8(ascii: "{"): try beginObjects(text, wanted)
      case UInt8(ascii: "["): throw .isArray
      default: try beginTable(text, path, wanted)
      }
    }
  }

  /// Whether more must be read before the columns are known.
  private var firstRowIsMissing: Bool { !unread.contains(0x0A) || unread.count < TextStart.size && !isInteractive }

  /// Whether the rest may come much later.
  private var isInteractive: Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, Self.patience) == 0
  }

  private func beginTable(_ text: TextPiece, _ path: String, _ wanted: RowColumns) throws(RowFileError) {
    let importFormat: ImportFormat = ImportFormat(of: text, path: path) == .tsv ? .tsv : .csv
    let delimiter = TableRecords.delimiter(of: text, importFormat)
    format = .table(delimiter: delimiter)
    var reader = CSVReader(text, delimiter: delimiter, isRectangular: false)
    let samples = ColumnSamples(CSVReader(text, delimiter: delimiter))
    do throws(CSVError) {
      _ = try reader.nextRecord()
    } catch {
      throw .file(.malformed(importFormat, line: error.line, column: error.column, reason: error.fact))
    }
    header = Untrusted(bytes: reader.record)
    columns = (0..<reader.fieldCount).map { Untrusted(bytes: reader.field($0).trimmed) }
    places = try RowPlaces(wanted, columns, samples.roles(identifies: false))
    line += unread[..<reader.offset].count { $0 == 0x0A }
    unread.removeFirst(reader.offset)
  }

  private func beginObjects(_ text: TextPiece, _ wanted: RowColumns) throws(RowFileError) {
    var samples = ColumnSamples()
    for line in text.split(separator: 0x0A).prefix(ColumnSamples.mostRecords) {
      let bytes = padded(Array(line))
      bytes.withUnsafeBufferPointer { bytes in
        var reader = JSONReader(TextPiece(rebasing: bytes[..<line.count]))
        try? samples.add(&reader)
      }
    }
    columns = samples.columns.map { Untrusted($0.name) }
    places = try RowPlaces(wanted, columns, samples.roles(identifies: false))
  }

  /// The next rows; nil at the end.
  package func next(_ cancellation: Cancellation) throws(RowFileError) -> (rows: [FileRow], faults: [Message])? {
    while true {
      let end = isAtEnd ? unread.count : wholeRows
      if end > 0 {
        let piece = Array(unread[..<end])
        unread.removeFirst(end)
        let rows = try rows(of: piece)
        line += piece.count { $0 == 0x0A }
        defer { faults = [] }
        return (rows, faults)
      }
      if isAtEnd { return nil }
      guard unread.count < CSVReader.longestRecord else { throw .rowTooLong(line: line) }
      try read(cancellation)
    }
  }

  /// The end of the last row that is complete.
  private var wholeRows: Int {
    guard case .table(let delimiter) = format else { return (unread.lastIndex(of: 0x0A) ?? -1) + 1 }
    var end = 0
    var isQuoted = false
    var isFieldStart = true
    unread.withUnsafeBufferPointer { bytes in
      for (index, byte) in bytes.enumerated() {
        if isQuoted {
          // Of two quotes that mean one, the second opens the field again.
          if byte == CSVText.quote { (isQuoted, isFieldStart) = (false, true) }
        } else if byte == CSVText.quote, isFieldStart {
          isQuoted = true
        } else {
          isFieldStart = byte == delimiter || byte == 0x0A || byte == 0x0D
          let isReturn = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] != 0x0A
          if byte == 0x0A || isReturn { end = index + 1 }
        }
      }
    }
    return end
  }

  private func rows(of piece: [UInt8]) throws(RowFileError) -> [FileRow] {
    let bytes = padded(piece)
    return try bytes.withUnsafeBufferPointer { bytes throws(RowFileError) in
      let text = TextPiece(rebasing: bytes[..<piece.count])
      return switch format {
      case .table(let delimiter): try rows(ofTable: text, delimiter)
      case .jsonLines: rows(ofObjects: text)
      }
    }
  }

  private func rows(ofTable text: TextPiece, _ delimiter: UInt8) throws(RowFileError) -> [FileRow] {
    var rows: [FileRow] = []
    var reader = CSVReader(text, delimiter: delimiter, isRectangular: false)
    while true {
      do throws(CSVError) {
        guard try reader.nextRecord() else { return rows }
        guard reader.fieldCount == columns.count else {
          faults.append(
            "line \(line + reader.line - 1): it has \(reader.fieldCount) cells, the first row \(columns.count)")
          continue
        }
        rows.append(places.row(reader))
      } catch {
        if error.isFatal {
          let format: ImportFormat = delimiter == 0x09 ? .tsv : .csv
          throw .file(.malformed(format, line: line + error.line - 1, column: error.column, reason: error.fact))
        }
        faults.append("line \(line + error.line - 1), column \(error.column): \(error.fact)")
      }
    }
  }

  private func rows(ofObjects text: TextPiece) -> [FileRow] {
    var rows: [FileRow] = []
    for (number, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let record = TextPiece(rebasing: line).trimmed
      if record.isEmpty { continue }
      do throws(JSONError) {
        let object = try JSONValue(Array(record), most: CSVReader.mostFields)
        guard case .object = object else {
          faults.append("line \(self.line + number): it is no object")
          continue
        }
        rows.append(places.row(object, text: Untrusted(bytes: record)))
      } catch {
        faults.append("line \(self.line + number): \(error.message)")
      }
    }
    return rows
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
      unread += bytes
      return
    }
  }

  /// Readers look several bytes ahead.
  private func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: 64) }
}
