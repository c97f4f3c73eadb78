import GazetteerIndex

/// The start of a text. It shows most reasons to refuse a file before the whole file is read into memory.
enum TextStart {
  /// How many bytes are looked at.
  static let size = 1 << 16
  /// An error this close to the end may be caused only by the cut.
  private static let margin = 16

  /// Throws if the start of a text shows that the whole text would be refused. O(`size`).
  ///
  /// - Parameters:
  ///   - start: the start of a longer text.
  ///   - format: nil: detected from the start, then from the ending of the path.
  ///   - reading: what the user says about the text.
  static func check(
    _ start: TextPiece, path: String, as format: ImportFormat?, _ reading: SourceReading = SourceReading()
  ) throws(ImportError) {
    guard !ZipArchive.recognises(start), !start.isGzip, !ImportFormat.looksLikeXML(start),
      !Snapshot.recognises(UnsafeRawBufferPointer(start)), ImportFormat.ofBinary(start) == nil
    else { return }
    let copy: ByteBuffer
    if let decoded = try TextDecoding.utf8(start, from: reading.encoding, isCut: true) {
      copy = decoded
    } else {
      copy = ByteBuffer()
      copy.append(start.withoutPartOfCharacter)
    }
    let text = copy.terminated
    defer { withExtendedLifetime(copy) {} }
    try TextEncoding.check(text, path: path, mayBeBlank: true)
    switch format ?? ImportFormat(of: text, path: path).map(reading.format) {
    case .json, .jsonl, .campus, .geojson: try checkJSON(text, path, format)
    case .csv: try checkTable(text, .csv, reading)
    case .tsv: try checkTable(text, .tsv, reading)
    case .geonames, .gpx, .gtfs, .kml, .osm, .shapefile, .snapshot, .sqlite, nil: break
    }
  }

  private static func checkJSON(_ text: TextPiece, _ path: String, _ format: ImportFormat?) throws(ImportError) {
    var reader = JSONReader(text)
    do throws(JSONError) {
      try reader.skipValue()
    } catch {
      guard error.offset + margin < text.count else { return }
      throw .malformed(format ?? ImportFormat(of: text, path: path) ?? .json, error, in: text)
    }
  }

  private static func checkTable(
    _ text: TextPiece, _ format: ImportFormat, _ reading: SourceReading
  ) throws(ImportError) {
    let start = TableStart(text, format, reading)
    var reader = CSVReader(
      TextPiece(rebasing: text[start.offset...]), delimiter: start.delimiter, tolerance: .asSpreadsheets)
    do throws(CSVError) {
      _ = try reader.nextRecord()
    } catch {
      // The closing quote may come later.
      guard !error.isFatal else { return }
      throw .malformed(format, line: error.line + start.lines, column: error.column, reason: error.fact)
    }
  }
}

extension TextPiece {
  /// The text without its last character, if that may be incomplete.
  var withoutPartOfCharacter: TextPiece {
    var end = count
    // A character has at most four bytes.
    for _ in 0..<3 where end > 0 && self[end - 1] & 0xC0 == 0x80 { end -= 1 }
    if end > 0, self[end - 1] >= 0xC0 { end -= 1 }
    return TextPiece(rebasing: self[..<end])
  }
}
