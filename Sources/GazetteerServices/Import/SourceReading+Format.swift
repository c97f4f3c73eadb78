import GazetteerIndex

extension SourceReading {
  /// The format to read, after one was detected: who says what separates the columns or what they are called means a
  /// table, and who names the columns of a table of stops means a table like any other.
  func format(insteadOf detected: ImportFormat) -> ImportFormat {
    if delimiter != nil, !detected.isXML, ![.osm, .shapefile, .snapshot, .sqlite].contains(detected) { return .csv }
    return [.geonames, .gtfs].contains(detected) && (!columns.isEmpty || header != nil) ? .csv : detected
  }

  /// Throws if files of this format have nothing that an option is about.
  func check(for format: ImportFormat) throws(ImportError) {
    for (aspect, _) in given where !Self.isKnown(aspect, in: format) { throw .notForFormat(aspect, format) }
  }

  private static func isKnown(_ aspect: Aspect, in format: ImportFormat) -> Bool {
    switch format {
    case .csv, .tsv: aspect != .table
    case .sqlite: ![.encoding, .delimiter, .header].contains(aspect)
    case .shapefile, .json, .jsonl: ![.delimiter, .header, .table].contains(aspect)
    // Its positions are its geometries.
    case .geojson: [.name, .category, .id, .encoding, .crs].contains(aspect)
    case .geonames, .gtfs, .campus: aspect == .encoding
    case .gpx, .kml, .osm, .snapshot: false
    }
  }
}

extension SourceReading.Aspect {
  /// The meanings of its column.
  var roles: Set<RecordField.Role> {
    switch self {
    case .name: [.name]
    case .lat: [.latitude]
    case .lon: [.longitude]
    case .geometry: [.geometry, .geometryFromLongitude, .position]
    case .category: [.category]
    case .id: [.id]
    case .encoding, .delimiter, .header, .crs, .table: []
    }
  }
}

extension SourceReading {
  /// The meanings that only a named column can have. One position is enough.
  var chosenRoles: Set<RecordField.Role> {
    let position: [Aspect] = placesRecords ? [.lat, .lon, .geometry] : []
    return (columns.map(\.aspect) + position).reduce(into: []) { $0.formUnion($1.roles) }
  }
}
