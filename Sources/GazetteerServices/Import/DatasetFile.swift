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
  let file = try FileBytes(path: path, cancellation: cancellation, progress: progress) { start throws(ImportError) in
    try TextStart.check(start, path: path, as: format)
  }
  let text = try SourceText(file, path: path, as: format, cancellation: cancellation)
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
  if !format.isXML { try TextEncoding.check(text.bytes, cancellation) }
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
