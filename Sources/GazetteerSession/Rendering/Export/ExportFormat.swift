import GazetteerIndex

/// The formats that places are exported to. The names are values of `export --format`, and file endings.
package enum ExportFormat: String, CaseIterable, Sendable {
  case gpx, kml, geojson, csv, json, markdown, html, svg, png

  /// The format of a path by its ending; nil if the ending is not known.
  package init?(path: Untrusted) {
    let name = path.bytes.split(separator: UInt8(ascii: "/")).last ?? []
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(named: String(decoding: name[(dot + 1)...], as: UTF8.self))
  }

  /// The format with this name, ignoring case; `md` and `htm` are names too.
  init?(named name: String) {
    switch name.lowercased() {
    case "md": self = .markdown
    case "htm": self = .html
    case let name: self.init(rawValue: name)
    }
  }

  /// Whether places without a position cannot be exported.
  var needsPositions: Bool { [.gpx, .svg, .png].contains(self) }

  /// Whether the file is no text. It is made of the text of the export by another program, and cannot be printed.
  var isBinary: Bool { self == .png }

  /// What such files are for.
  fileprivate var meaning: String {
    switch self {
    case .gpx: "for navigation: OsmAnd, Garmin"
    case .kml: "for Organic Maps, Google Earth"
    case .geojson: "for maps on the web, QGIS"
    case .csv: "a spreadsheet"
    case .json: "for programs"
    case .markdown: "a table to read"
    case .html: "a map in a web browser"
    case .svg: "a picture, sharp at every size"
    case .png: "a picture, for every program"
    }
  }
}

extension ExportFormat: Readable {
  package static var expected: Message { "\(own: allCases.map(\.rawValue).listed("or"))" }

  package static var completes: Completes? {
    .choices(allCases.map { Completes.Choice($0.rawValue, $0.meaning) })
  }

  package init(word: Untrusted) throws(Malformed) {
    guard let format = ExportFormat(named: word.text) else { throw Malformed() }
    self = format
  }
}

extension Export {
  /// The export as a file; for `png`, the picture that becomes one. O(length).
  ///
  /// - Parameters:
  ///   - map: the page with a map; only needed for `html`.
  ///   - isRaw: whether the cells of a table are not protected from spreadsheets and terminals.
  package func text(
    in format: ExportFormat, map: MapTemplate? = nil, isRaw: Bool = false,
    _ cancellation: Cancellation = Cancellation()
  ) throws(Failure) -> String {
    let text = try ended(by: cancellation).written(in: format, map: map, isRaw: isRaw)
    guard !cancellation.isCancelled else { throw Failure("interrupted", code: .interrupted) }
    return text
  }

  private func written(in format: ExportFormat, map: MapTemplate?, isRaw: Bool) throws(Failure) -> String {
    switch format {
    case .gpx: return GPX.text(of: placed)
    case .kml: return KML.text(of: self)
    case .geojson: return ExportedRecords.geoJSON(of: self)
    case .csv: return ExportedTable.csv(of: self, isRaw: isRaw)
    case .json: return ExportedRecords.json(of: self)
    case .markdown: return ExportedTable.markdown(of: self)
    case .svg, .png: return MapPicture.text(of: placed)
    case .html:
      guard let map else { throw .noMapPage }
      return MapPage.text(of: self, by: map)
    }
  }
}

extension Failure {
  static let noMapPage = Failure(
    "this gaz was built without the map page", why: "Leaflet was missing",
    try: "run Scripts/setup, then build again; or export to .svg or .geojson")
}
