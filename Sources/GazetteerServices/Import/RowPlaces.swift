import GazetteerIndex

/// Where in the rows of a file the names and positions are.
struct RowPlaces {
  private var name: Int?
  private var latitude: Int?
  private var longitude: Int?
  /// A column with whole positions.
  private var geometry: (index: Int, longitudeFirst: Bool)?
  private var columns: [String] = []
  /// The columns that are members of objects: those with a name.
  private var keyed: [Int] = []
  /// From the positions in two columns to degrees; nil: they are in degrees.
  private var projection: Projection?

  init() {}

  /// Throws if a needed column is not known.
  ///
  /// - Parameter mayHaveOthers: whether later rows may have columns that are not in `columns`.
  init(
    _ wanted: RowColumns, _ columns: [Untrusted], _ roles: ColumnRoles, mayHaveOthers: Bool = false
  ) throws(RowFileError) {
    self.columns = columns.map(\.text)
    keyed = columns.indices.filter { !columns[$0].isEmpty }
    func index(of column: Untrusted) throws(RowFileError) -> Int {
      let folded = Fold.fold(column.text)
      if let index = columns.firstIndex(of: column) ?? columns.firstIndex(where: { Fold.fold($0.text) == folded }) {
        return index
      }
      guard mayHaveOthers else { throw .noColumn(column, columns) }
      self.columns.append(column.text)
      return self.columns.count - 1
    }
    if wanted.needsName {
      name = try wanted.name.map(index) ?? roles.column(.name)
      if name == nil { throw .noNames(columns) }
    }
    guard wanted.needsPosition else { return }
    if let system = wanted.reading.system {
      do throws(ImportError) { projection = try Projection(system) } catch { throw .file(error) }
    }
    if let latitude = wanted.latitude, let longitude = wanted.longitude {
      (self.latitude, self.longitude) = (try index(of: latitude), try index(of: longitude))
    } else if let latitude = roles.column(.latitude), let longitude = roles.column(.longitude) {
      (self.latitude, self.longitude) = (latitude, longitude)
    } else if projection != nil {
      throw .noPositions(columns)
    } else if let index = roles.column(.geometry) {
      geometry = (index, false)
    } else if let index = roles.column(.geometryFromLongitude) {
      geometry = (index, true)
    } else {
      throw .noPositions(columns)
    }
  }

  /// The record that was read last.
  ///
  /// - Parameter asObject: whether its text is a JSON object of its cells. Cells of columns without a name are left out.
  func row(_ reader: borrowing CSVReader, asObject: Bool = false) -> FileRow {
    FileRow(
      text: asObject ? object(of: reader) : Untrusted(bytes: reader.record),
      name: name.flatMap { Self.text(reader.field($0)) },
      position: position(
        angle: { Cell(reader.field($0), Degrees.parse) },
        point: { column, parse in Cell(reader.field(column), parse) }))
  }

  private func object(of reader: borrowing CSVReader) -> Untrusted {
    Untrusted(
      JSONWriter.text(
        of: .object(
          keyed.map { Datum.Member(key: Untrusted(columns[$0]), value: .text(Untrusted(bytes: reader.field($0)))) })))
  }

  func row(_ object: JSONValue, text: Untrusted) -> FileRow {
    func value(_ index: Int) -> Untrusted? { object[columns[index]]?.words }
    func cell<Value>(_ index: Int, _ parse: (TextPiece) -> Value?) -> Cell<Value> {
      (value(index)?.bytes ?? []).withUnsafeBufferPointer { Cell($0, parse) }
    }
    return FileRow(
      text: text, name: name.flatMap(value),
      position: position(angle: { cell($0, Degrees.parse) }, point: { cell($0, $1) }))
  }

  /// - Parameters:
  ///   - angle: reads the angle in a column.
  ///   - point: reads the point in a column with a parser.
  private func position(
    angle: (Int) -> Cell<Double>, point: (Int, (TextPiece) -> Coordinate?) -> Cell<Coordinate>
  ) -> FileRow.Position {
    if let geometry {
      return switch point(geometry.index, { PointText.parse($0, longitudeFirst: geometry.longitudeFirst) }) {
      case .missing: .missing
      case .unreadable: .unreadable
      case .value(let position): .at(position)
      }
    }
    guard let latitude, let longitude else { return .missing }
    switch (angle(latitude), angle(longitude)) {
    case (.missing, _), (_, .missing): return .missing
    case (.unreadable, _), (_, .unreadable): return .unreadable
    case (.value(let north), .value(let east)):
      let position =
        projection.map { $0.degrees(easting: east, northing: north) } ?? Coordinate(latitude: north, longitude: east)
      return position.map { .at($0) } ?? .offTheGlobe
    }
  }

  private static func text(_ field: TextPiece) -> Untrusted? { field.isBlank ? nil : Untrusted(bytes: field.trimmed) }
}

/// A part of a position.
private enum Cell<Value> {
  case missing, unreadable
  case value(Value)

  init(_ text: TextPiece, _ parse: (TextPiece) -> Value?) {
    if text.isBlank || text.isMissing {
      self = .missing
    } else {
      self = parse(text).map { .value($0) } ?? .unreadable
    }
  }
}
