import GazetteerIndex

/// The formats of files that datasets are opened from. The raw values are the names for `open --format`.
package enum ImportFormat: String, CaseIterable, Sendable {
  /// One JSON array of records, or an object that holds one.
  case json
  /// One JSON record per line.
  case jsonl
  /// Comma-separated values. The first line names the columns.
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
  /// Elements of OpenStreetMap, as XML, protocol buffers or JSON.
  case osm
  /// A dump of GeoNames.
  case geonames
  /// A table of an SQLite database, such as a layer of a GeoPackage.
  case sqlite
  /// A Shapefile, which is several files.
  case shapefile = "shp"
  /// A file that `build` has written.
  case snapshot = "gaz"

  /// The format with this name, ignoring case. Some other names, as `ndjson` and `gpkg`, are accepted too.
  package init?(named name: String) {
    switch name.lowercased() {
    case "ndjson": self = .jsonl
    case "tab", "txt": self = .tsv
    case "pbf", "openstreetmap": self = .osm
    case "shapefile": self = .shapefile
    case "gpkg", "geopackage", "sqlite3", "db": self = .sqlite
    case let name: self.init(rawValue: name)
    }
  }

  /// The endings of files that can be opened, packed ones too, in lower case.
  package static let endings = [
    ".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".tab", ".txt", ".geojson", ".geojsonl", ".geojsons", ".gpx", ".kml",
    ".kmz", ".osf", ".gz",
    ".zip", ".gaz", ".gpkg", ".sqlite", ".sqlite3", ".db", ".osm", ".pbf", ".shp",
  ]

  /// Whether its files are always XML, which declares its own encoding.
  var isXML: Bool { self == .gpx || self == .kml }

  /// Whether a table of this format is made into a text with commas first.
  var isMadeIntoTable: Bool { self == .sqlite || self == .shapefile || self == .json }

  /// The format of a file, by its content first, then by the ending of its path; nil for unknown XML.
  init?(of content: UnsafeBufferPointer<UInt8>, path: String, cancellation: Cancellation = Cancellation()) {
    if Snapshot.recognises(UnsafeRawBufferPointer(content)) {
      self = .snapshot
      return
    }
    if let format = Self.ofBinary(content) {
      self = format
      return
    }
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
    if GeoNamesTable(of: content) != nil {
      self = .geonames
      return
    }
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF, JSONReader.separator]
    switch content.first(where: { !blanks.contains($0) }) {
    case UInt8(ascii: "["): self = .json
    case UInt8(ascii: "{") where CampusRecords.recognises(content): self = .campus
    case UInt8(ascii: "{") where GeoJSONRecords.recognises(content): self = .geojson
    case UInt8(ascii: "{") where OSMJSON.recognises(content, cancellation): self = .osm
    case UInt8(ascii: "{"): self = Self.isOneValue(content, cancellation) ? .json : .jsonl
    default: self = Self.separates(content, path: path)
    }
  }

  /// The format of a file that is no text; nil for other files. Snapshots are recognised before.
  static func ofBinary(_ content: TextPiece) -> ImportFormat? {
    if ForeignDatabase.recognises(content) { return .sqlite }
    if ShapeTable.recognises(content) { return .shapefile }
    return OSMBlocks.recognises(content) ? .osm : nil
  }

  /// Whether the file is a single JSON value. A damaged first value counts as one, so that its error is reported later.
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

extension ImportFormat {
  /// Whether the content could be XML, which declares its own encoding.
  static func looksLikeXML(_ content: TextPiece) -> Bool {
    if content.starts(with: [0xFF, 0xFE, 0x3C, 0]) || content.starts(with: [0xFE, 0xFF, 0, 0x3C]) { return true }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = content.starts(with: mark) ? content[mark.count...] : content[...]
    return text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
  }

  /// The format of XML, by its outermost element; if that cannot be read, by the ending of its path. nil for other XML.
  init?(ofXML content: TextPiece, path: String) {
    let root = try? XMLReader(content).root()
    switch root.map({ String($0.localName) }) {
    case "gpx"?: self = .gpx
    case "osm"?: self = .osm
    case "kml"?, "Document"?, "Folder"?, "Placemark"?: self = .kml
    case nil where path.lowercased().hasSuffix(".gpx"): self = .gpx
    case nil where path.lowercased().hasSuffix(".kml"): self = .kml
    default: return nil
    }
  }
}

extension TextPiece {
  /// Whether it begins as HTML does.
  var isWebPage: Bool {
    let start = String(decoding: prefix(200), as: UTF8.self).lowercased().drop(while: \.isWhitespace)
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }
}

extension ImportFormat {
  /// The name in a sentence.
  var title: String {
    switch self {
    case .json: "JSON"
    case .jsonl: "JSON lines"
    case .csv: "CSV"
    case .tsv: "TSV"
    case .campus: "campus JSON"
    case .geojson: "GeoJSON"
    case .gtfs: "a GTFS stops.txt"
    case .gpx: "GPX"
    case .kml: "KML"
    case .osm: "OpenStreetMap data"
    case .geonames: "a dump of GeoNames"
    case .sqlite: "an SQLite database"
    case .shapefile: "a Shapefile"
    case .snapshot: "a snapshot"
    }
  }
}
