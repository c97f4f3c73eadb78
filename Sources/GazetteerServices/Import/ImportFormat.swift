import GazetteerIndex

/// The forms of files that datasets are opened from. The names are what `open --format` takes.
package enum ImportFormat: String, CaseIterable, Sendable {
  /// One JSON array of records, or an object that holds one.
  case json
  /// A JSON record a line.
  case jsonl
  /// Comma-separated values, the first line naming the columns.
  case csv
  /// The same, separated by tabs.
  case tsv
  /// The places of a campus map server, in one JSON object.
  case campus
  /// The features of a GeoJSON text.
  case geojson
  /// The stops of a GTFS feed: its `stops.txt`, or the folder that holds it.
  case gtfs
  /// The waypoints of a GPX file.
  case gpx
  /// The placemarks of a KML file.
  case kml

  /// The format called `name`, in any case; `ndjson` and `txt` are everyday names.
  package init?(named name: String) {
    switch name.lowercased() {
    case "ndjson": self = .jsonl
    case "tab", "txt": self = .tsv
    case let name: self.init(rawValue: name)
    }
  }

  /// Whether its files are in XML, and so in the encoding that they declare.
  var isXML: Bool { self == .gpx || self == .kml }

  /// The format of a file, from its content first, then from its path's ending; nil where it is in XML of another kind.
  init?(of content: UnsafeBufferPointer<UInt8>, path: String, cancellation: Cancellation = Cancellation()) {
    if Self.looksLikeXML(content) {
      self.init(ofXML: content, path: path)
      return
    }
    if path.lowercased().hasSuffix(".geojson") {
      self = .geojson
      return
    }
    if StopRecords.recognises(content, path: path) {
      self = .gtfs
      return
    }
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    switch content.first(where: { !blanks.contains($0) }) {
    case UInt8(ascii: "["): self = .json
    case UInt8(ascii: "{") where CampusRecords.recognises(content): self = .campus
    case UInt8(ascii: "{") where GeoJSONRecords.recognises(content): self = .geojson
    case UInt8(ascii: "{"): self = Self.isOneValue(content, cancellation) ? .json : .jsonl
    default: self = Self.separates(content, path: path)
    }
  }

  /// Whether the file is a single JSON value; a damaged first value is taken for one, whose error is then told.
  private static func isOneValue(
    _ content: UnsafeBufferPointer<UInt8>, _ cancellation: Cancellation
  ) -> Bool {
    var reader = JSONReader(content)
    guard (try? reader.skipValue(cancellation)) != nil else {
      return !content.prefix(while: { $0 != 0x0A }).contains(UInt8(ascii: "}"))
    }
    return (try? reader.end()) != nil
  }

  private static func separates(_ content: UnsafeBufferPointer<UInt8>, path: String) -> ImportFormat {
    let firstLine = content.prefix { $0 != 0x0A && $0 != 0x0D }
    if path.lowercased().hasSuffix(".tsv") { return .tsv }
    return firstLine.contains(0x09) && !firstLine.contains(UInt8(ascii: ",")) ? .tsv : .csv
  }
}
