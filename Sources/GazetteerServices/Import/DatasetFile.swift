import GazetteerIndex

/// Makes a dataset of the file at `path`; `-` is the standard input. Of a folder the `stops.txt` in it is read.
///
/// The file is read whole, checked to be UTF-8, and refused whole where it is not of its format; single records that
/// are not places are left out and counted. O(n log n).
///
/// - Parameters:
///   - format: nil: by looking at the content, then at the path's ending.
///   - cancellation: asked every few milliseconds whether to go on.
///   - seconds: a clock that only goes forward.
///   - limit: how many bytes the texts of a column may have.
package func openDataset(
  at path: String, named name: String, as format: ImportFormat? = nil, cancellation: Cancellation = Cancellation(),
  progress: DatasetProgress = DatasetProgress(), clock seconds: () -> Double = { 0 },
  limit: Int = DatasetBuilder.mostText
) throws(ImportError) -> Dataset {
  let start = seconds()
  let path = StopRecords.path(inFolder: path) ?? path
  let file = try FileBytes(path: path, cancellation: cancellation, progress: progress)
  let text = try SourceText(file, path: path, cancellation: cancellation)
  let format = if let format { format } else { try text.format(cancellation) }
  let dataset = try dataset(
    of: text, named: name, as: format, source: path, cancellation: cancellation, progress: progress, limit: limit)
  var about = dataset.about
  about.seconds = seconds() - start
  return dataset.described(by: about)
}

/// Makes a dataset of a text in memory; see `openDataset`.
///
/// - Parameter notes: told what is said of the records besides.
func dataset(
  of text: SourceText, named name: String, as format: ImportFormat, source: String, cancellation: Cancellation,
  progress: DatasetProgress = DatasetProgress(), limit: Int = DatasetBuilder.mostText, notes: RecordNotes? = nil
) throws(ImportError) -> Dataset {
  if !format.isXML { try checkEncoding(text.bytes, cancellation) }
  func read(leavingOut repeated: [Int: SourceID]) throws(ImportError) -> Dataset {
    progress.enter(.parsing, of: text.bytes.count)
    notes?.removeAll()
    let sink = RecordSink(
      leavingOut: repeated, notes: notes, cancellation: cancellation, progress: progress, limit: limit)
    let filled = try records(in: text, of: format, into: sink)
    return try filled.dataset(named: name, format: format, source: Untrusted(source))
  }
  defer { withExtendedLifetime(text) {} }
  let dataset = try read(leavingOut: [:])
  // Ids are nearly always unique, and that is cheap to see once they are in order.
  guard let repeated = try? dataset.rowsOfRepeatedIDs(cancellation) else { throw .cancelled }
  return repeated.isEmpty ? dataset : try read(leavingOut: repeated)
}

extension SourceText {
  /// The format that the text seems to be in.
  func format(_ cancellation: Cancellation) throws(ImportError) -> ImportFormat {
    guard let format = ImportFormat(of: bytes, path: path, cancellation: cancellation) else { throw .otherXML }
    return format
  }
}

private func records(
  in text: SourceText, of format: ImportFormat, into sink: consuming RecordSink
) throws(ImportError) -> RecordSink {
  let content = text.bytes
  return switch format {
  case .json: try JSONRecords(content, into: sink).readArray()
  case .jsonl: try JSONRecords(content, into: sink).readLines()
  case .csv, .tsv: try TableRecords(content, as: format, into: sink).read()
  case .campus: try CampusRecords(content, into: sink).read()
  case .geojson: try GeoJSONRecords(content, into: sink).read()
  case .gpx: try GPXRecords(content, into: sink).read()
  case .kml: try KMLRecords(content, into: sink).read()
  case .gtfs:
    try StopRecords(content, of: StopFeed(beside: text), into: sink).read()
  }
}

private func checkEncoding(
  _ content: UnsafeBufferPointer<UInt8>, _ cancellation: Cancellation
) throws(ImportError) {
  if content.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) { throw .empty }
  if isUTF16(content) { throw .utf16 }
  let piece = 1 << 24
  var start = 0
  while start < content.count {
    if cancellation.isCancelled { throw .cancelled }
    var end = min(start + piece, content.count)
    // Not within a character, which has four bytes at most.
    for _ in 0..<3 where end < content.count && content[end] & 0xC0 == 0x80 { end -= 1 }
    if let offset = firstInvalidUTF8(UnsafeBufferPointer(rebasing: content[start..<end])) {
      throw .notUTF8(line: content[..<(start + offset)].count { $0 == 0x0A } + 1)
    }
    start = end
  }
}

/// Whether a byte order mark says so, or every other one of the first bytes is zero.
private func isUTF16(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
  if content.starts(with: [0xFF, 0xFE]) || content.starts(with: [0xFE, 0xFF]) { return true }
  guard content.count >= 4 else { return false }
  let zeros = (0..<4).map { content[$0] == 0 }
  return zeros == [true, false, true, false] || zeros == [false, true, false, true]
}
