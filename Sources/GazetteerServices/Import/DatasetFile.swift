import GazetteerIndex

/// Makes a dataset of the file at `path`; `-` is the standard input.
///
/// The file is read whole, checked to be UTF-8, and refused whole where it is not of its format; single records that
/// are not places are left out and counted. O(n log n).
///
/// - Parameters:
///   - format: nil: by looking at the content, then at the path's ending.
///   - seconds: a clock that only goes forward.
///   - progress: told how many bytes are read, and of how many where that is known.
package func openDataset(
  at path: String, named name: String, as format: ImportFormat? = nil, cancellation: Cancellation = Cancellation(),
  clock seconds: () -> Double = { 0 }, progress: (_ read: Int, _ of: Int?) -> Void = { _, _ in }
) throws(ImportError) -> Dataset {
  let start = seconds()
  let file = try FileBytes(path: path, cancellation: cancellation, progress: progress)
  let content = file.bytes
  try checkEncoding(content)
  let format = format ?? ImportFormat(of: content, path: path)
  func read(leavingOut repeated: [Int: SourceID]) throws(ImportError) -> Dataset {
    let sink = RecordSink(leavingOut: repeated, cancellation: cancellation)
    let filled = try records(in: content, of: format, into: sink)
    return try filled.dataset(named: name, format: format, source: Untrusted(path))
  }
  var dataset = try read(leavingOut: [:])
  // Ids are nearly always unique, and that is cheap to see once they are in order.
  let repeated = dataset.rowsOfRepeatedIDs
  if !repeated.isEmpty { dataset = try read(leavingOut: repeated) }
  withExtendedLifetime(file) {}
  var about = dataset.about
  about.seconds = seconds() - start
  return dataset.described(by: about)
}

private func records(
  in content: UnsafeBufferPointer<UInt8>, of format: ImportFormat, into sink: consuming RecordSink
) throws(ImportError) -> RecordSink {
  switch format {
  case .json: try JSONRecords(content, into: sink).readArray()
  case .jsonl: try JSONRecords(content, into: sink).readLines()
  case .campus: try CampusRecords(content, into: sink).read()
  case .geojson: try GeoJSONRecords(content, into: sink).read()
  case .csv, .tsv: try TableRecords(content, as: format, into: sink).read()
  }
}

private func checkEncoding(_ content: UnsafeBufferPointer<UInt8>) throws(ImportError) {
  if content.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) { throw .empty }
  if content.starts(with: [0x1F, 0x8B]) { throw .compressed }
  if isUTF16(content) { throw .utf16 }
  if let offset = firstInvalidUTF8(content) { throw .notUTF8(line: content[..<offset].count { $0 == 0x0A } + 1) }
}

/// Whether a byte order mark says so, or every other one of the first bytes is zero.
private func isUTF16(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
  if content.starts(with: [0xFF, 0xFE]) || content.starts(with: [0xFE, 0xFF]) { return true }
  guard content.count >= 4 else { return false }
  let zeros = (0..<4).map { content[$0] == 0 }
  return zeros == [true, false, true, false] || zeros == [false, true, false, true]
}
