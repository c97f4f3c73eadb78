import GazetteerIndex

/// Makes a dataset from the file at `path`; `-` is the standard input. For a folder, its `stops.txt` is read.
///
/// Reads the whole file, which must be UTF-8, unless a byte order mark or the user says otherwise. A file that breaks the
/// rules of its format is refused. Single records that are not places are left out and counted. O(n log n).
///
/// - Parameters:
///   - format: nil: detected from the content, then from the ending of the path.
///   - reading: what the user says about the file.
///   - cancellation: polled every few milliseconds.
///   - seconds: a monotonic clock.
///   - limit: the most bytes of the texts of a column.
package func openDataset(
  at path: String, named name: String, as format: ImportFormat? = nil, reading: SourceReading = SourceReading(),
  cancellation: Cancellation = Cancellation(), progress: DatasetProgress = DatasetProgress(),
  clock seconds: () -> Double = { 0 },
  limit: Int = DatasetBuilder.mostText
) throws(ImportError) -> Dataset {
  let start = seconds()
  let path = StopRecords.path(inFolder: path) ?? path
  let file = try FileBytes(path: path, cancellation: cancellation, progress: progress) { start throws(ImportError) in
    try TextStart.check(start, path: path, as: format, reading)
  }
  let text = try SourceText(file, path: path, as: format, reading: reading, cancellation: cancellation)
  let format = if let format { format } else { try text.format(cancellation, reading) }
  let dataset = try dataset(
    of: text, named: name, as: format, reading: reading, source: path, cancellation: cancellation, progress: progress,
    limit: limit)
  var about = dataset.about
  about.seconds = seconds() - start
  if let others = text.others {
    about.warnings += 1
    about.problems.insert(others, at: 0)
  }
  return dataset.described(by: about)
}

/// If one of so many places has the id of an earlier one, the column is no id.
private let mostRepeated = 10

/// Makes a dataset from a text in memory; see `openDataset`.
///
/// - Parameter notes: receives what the reader reports about the records.
func dataset(
  of text: SourceText, named name: String, as format: ImportFormat, reading: SourceReading = SourceReading(),
  source: String, cancellation: Cancellation, progress: DatasetProgress = DatasetProgress(),
  limit: Int = DatasetBuilder.mostText, notes: RecordNotes? = nil
) throws(ImportError) -> Dataset {
  try reading.check(for: format)
  if format == .snapshot { return try text.snapshotDataset(named: name, source: source, cancellation, progress) }
  if !format.isXML, format != .osm {
    do throws(ImportError) {
      try TextEncoding.check(text.bytes, path: text.path, cancellation)
    } catch {
      if format == .shapefile, case .notUTF8 = error { throw .unknownTexts }
      throw error
    }
  }
  var projection: Projection?
  let reading = text.table?.said(by: reading) ?? reading
  if let system = reading.system { projection = try Projection(system) }
  var hasGuessedIDs = false
  func read(repeated: [Int: SourceID], identifies: Bool = true) throws(ImportError) -> Dataset {
    progress.enter(.parsing, of: text.bytes.count)
    notes?.removeAll()
    let sink = RecordSink(
      repeated: repeated, notes: notes, cancellation: cancellation, progress: progress, limit: limit,
      identifies: identifies, reading: reading, projection: projection)
    let filled = try records(in: text, of: format, into: sink)
    hasGuessedIDs = filled.hasGuessedIDs
    return try filled.dataset(named: name, format: format, source: Untrusted(source))
  }
  defer { withExtendedLifetime(text) {} }
  let dataset = try read(repeated: [:])
  // Ids are nearly always unique. That is quick to check here, because they are sorted already.
  guard let repeated = try? dataset.rowsOfRepeatedIDs(cancellation) else { throw .cancelled }
  if repeated.isEmpty { return dataset }
  let isNoID = hasGuessedIDs || notes == nil && repeated.count * mostRepeated > dataset.count
  return try read(repeated: repeated, identifies: !isNoID)
}

extension SourceText {
  /// The detected format of the text, unless what the user says about it means another one.
  func format(
    _ cancellation: Cancellation, _ reading: SourceReading = SourceReading()
  ) throws(ImportError) -> ImportFormat {
    if let table { return table.format }
    guard let format = ImportFormat(of: bytes, path: path, cancellation: cancellation) else {
      throw bytes.isWebPage ? .webPage : .otherXML
    }
    return reading.format(insteadOf: format)
  }
}

private func records(
  in text: SourceText, of format: ImportFormat, into sink: consuming RecordSink
) throws(ImportError) -> RecordSink {
  let content = text.bytes
  return switch format {
  case .json where text.table == nil: try JSONRecords(content, into: sink).readArray()
  case .jsonl: try JSONRecords(content, into: sink).readLines()
  case .json, .csv, .tsv, .sqlite, .shapefile: try TableRecords(content, as: format, into: sink).read()
  case .campus: try CampusRecords(content, into: sink).read()
  case .geojson: try GeoJSONRecords(content, into: sink).read()
  case .gpx: try GPXRecords(content, into: sink).read()
  case .kml: try KMLRecords(content, into: sink).read()
  case .osm: try OSMRecords(content, into: sink).read()
  case .geonames: try GeoNamesRecords(content, GeoNamesDivisions(beside: text), into: sink).read()
  case .gtfs:
    try StopRecords(content, of: StopFeed(beside: text), into: sink).read()
  case .snapshot: throw .snapshot(.notASnapshot)
  }
}
