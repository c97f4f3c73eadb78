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
    let (position, isOffTheGlobe) = position { reader.field($0) }
    return FileRow(
      text: asObject ? object(of: reader) : Untrusted(bytes: reader.record),
      name: name.flatMap { Self.text(reader.field($0)) }, position: position, isOffTheGlobe: isOffTheGlobe)
  }

  private func object(of reader: borrowing CSVReader) -> Untrusted {
    Untrusted(
      JSONWriter.text(
        of: .object(
          keyed.map { Datum.Member(key: Untrusted(columns[$0]), value: .text(Untrusted(bytes: reader.field($0)))) })))
  }

  func row(_ object: JSONValue, text: Untrusted) -> FileRow {
    func value(_ index: Int) -> Untrusted? { object[columns[index]]?.words }
    func angle(_ index: Int?) -> Double? {
      guard let index, let words = value(index) else { return nil }
      return words.bytes.withUnsafeBufferPointer(Degrees.parse)
    }
    let position: Coordinate?
    var isOffTheGlobe = false
    if let geometry {
      position = value(geometry.index)?.bytes.withUnsafeBufferPointer {
        PointText.parse($0, longitudeFirst: geometry.longitudeFirst)
      }
    } else {
      (position, isOffTheGlobe) = self.position(north: angle(latitude), east: angle(longitude))
    }
    return FileRow(text: text, name: name.flatMap(value), position: position, isOffTheGlobe: isOffTheGlobe)
  }

  private func position(_ field: (Int) -> TextPiece) -> (Coordinate?, isOffTheGlobe: Bool) {
    if let geometry { return (PointText.parse(field(geometry.index), longitudeFirst: geometry.longitudeFirst), false) }
    return position(
      north: latitude.flatMap { Degrees.parse(field($0)) }, east: longitude.flatMap { Degrees.parse(field($0)) })
  }

  private func position(north: Double?, east: Double?) -> (Coordinate?, isOffTheGlobe: Bool) {
    guard let north, let east else { return (nil, false) }
    let position =
      projection.map { $0.degrees(easting: east, northing: north) } ?? Coordinate(latitude: north, longitude: east)
    return (position, position == nil)
  }

  private static func text(_ field: TextPiece) -> Untrusted? { field.isBlank ? nil : Untrusted(bytes: field.trimmed) }
}
