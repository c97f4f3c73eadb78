import GazetteerIndex

/// Where in the rows of a file the names, countries and positions are.
struct RowPlaces {
  private var name: Int?
  private var country: Int?
  private var division: Int?
  private var latitude: Int?
  private var longitude: Int?
  /// Columns of minutes, seconds and halves of the globe.
  private var angleParts: [(role: RecordField.Role, column: Int)] = []
  /// How many of the units of positions are a degree, if they are in small parts of it.
  private var unitsOfDegree: Double?
  /// A column with whole positions.
  private var geometry: (index: Int, longitudeFirst: Bool)?
  private var columns: [String] = []
  /// The column with the names, if the user did not name it and another one is a town.
  private(set) var guessedName: Untrusted?
  /// A column of countries that the user did not name.
  private(set) var unusedCountry: Untrusted?
  /// Columns that the user named, but that no row has had so far.
  private(set) var unseen: [Untrusted] = []
  /// The columns that are members of objects: those with a name.
  private var keyed: [Int] = []
  /// From the positions to degrees; nil: they are in degrees.
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
      let (text, folded) = (column.text, Fold.fold(column.text))
      let known = self.columns
      if let index = known.firstIndex(of: text) ?? known.firstIndex(where: { Fold.fold($0) == folded }) { return index }
      guard mayHaveOthers else { throw .noColumn(column, columns) }
      self.columns.append(text)
      unseen.append(column)
      return self.columns.count - 1
    }
    let mayLackHeader = !mayHaveOthers && wanted.reading.header == nil
    let namesNone = wanted.name == nil && wanted.latitude == nil && wanted.geometry == nil
    if mayLackHeader, namesNone, roles.areOfPlace { throw .noHeader(columns) }
    if wanted.needsName {
      let towns = roles.towns.filter { $0 != roles.column(.name) && !roles.columns[$0].values.isEmpty }
      name = try wanted.name.map(index) ?? (roles.isNameOfOwner ? towns.first : nil) ?? roles.column(.name)
      guard let name else { throw mayLackHeader && roles.mayBeOfPlace ? .noHeader(columns) : .noNames(columns) }
      if wanted.name == nil, !towns.isEmpty { guessedName = columns[name] }
      unusedCountry = (roles.column(.country) ?? roles.column(.countryName)).map { columns[$0] }
    }
    country = try wanted.country.map(index)
    division = try wanted.division.map(index)
    if country != nil { unusedCountry = nil }
    guard wanted.needsPosition else { return }
    if let system = wanted.reading.system {
      do throws(ImportError) { projection = try Projection(system) } catch { throw .file(error) }
    }
    if let column = wanted.geometry {
      try takePositions(in: index(of: column), roles)
    } else if let latitude = wanted.latitude, let longitude = wanted.longitude {
      (self.latitude, self.longitude) = (try index(of: latitude), try index(of: longitude))
      if self.latitude == self.longitude { try takePositions(in: index(of: latitude), roles) }
    } else if let latitude = roles.column(.latitude), let longitude = roles.column(.longitude) {
      (self.latitude, self.longitude) = (latitude, longitude)
    } else if let index = roles.column(.geometry) ?? roles.columnOfObjects {
      geometry = (index, false)
    } else if let index = roles.column(.geometryFromLongitude) {
      geometry = (index, true)
    } else if let found = roles.geometryInMetres,
      let system = ReferenceNumber.system(found.system),
      let named = try? Projection(system)
    {
      (geometry, projection) = ((found.index, false), named)
    } else {
      throw mayLackHeader && roles.mayBeOfPlace ? .noHeader(columns) : .noPositions(columns)
    }
    if let latitude, let longitude { unitsOfDegree = roles.unitsOfDegree(latitude, longitude) }
    guard latitude != nil, latitude == roles.column(.latitude), longitude == roles.column(.longitude) else { return }
    angleParts = RecordField.Role.ofAngles.compactMap { role in roles.column(role).map { (role, $0) } }
  }

  /// Takes whole positions from a column that the user named. One that only later rows have is believed.
  private mutating func takePositions(in index: Int, _ roles: ColumnRoles) throws(RowFileError) {
    let values = index < roles.columns.count ? roles.columns[index].values.filter { !$0.isMissing } : []
    let role = values.isEmpty ? .geometry : roles.geometry(of: index, isNamed: true, least: 0)
    if [.geometry, .geometryFromLongitude, .position].contains(role) {
      geometry = (index, role == .geometryFromLongitude)
    } else if let found = roles.geometryInMetres, found.index == index,
      let system = ReferenceNumber.system(found.system), let named = try? Projection(system)
    {
      (geometry, projection) = ((index, false), named)
    } else {
      throw .noWholePositions(Untrusted(columns[index]), example: Untrusted(values.first ?? "").beginning)
    }
  }

  /// The record that was read last.
  ///
  /// - Parameter asObject: whether its text is a JSON object of its cells. Cells of columns without a name are left out.
  func row(_ reader: borrowing CSVReader, asObject: Bool = false) -> FileRow {
    FileRow(
      text: asObject ? object(of: reader) : reader.fittedRecord,
      name: name.flatMap { Self.text(reader.field($0)) }, country: country.flatMap { Self.text(reader.field($0)) },
      division: division.flatMap { Self.text(reader.field($0)) }, position: position { reader.field($0) })
  }

  private func object(of reader: borrowing CSVReader) -> Untrusted {
    Untrusted(
      JSONWriter.text(
        of: .object(
          keyed.map { Datum.Member(key: Untrusted(columns[$0]), value: .text(Untrusted(bytes: reader.field($0)))) })))
  }

  /// - Parameter geometry: the column that has its position.
  mutating func row(_ feature: FeatureRow, _ geometry: String) throws(JSONError) -> FileRow {
    var cells = try JSONReader.cells(of: feature.properties, cells)
    cells[geometry] = feature.position ?? Untrusted("")
    return row(cells, text: feature.text, rest: feature.rest)
  }

  mutating func row(ofObject text: TextPiece) throws(JSONError) -> FileRow {
    row(try JSONReader.cells(of: Array(text), cells), text: Untrusted(bytes: text))
  }

  /// The columns that are read from objects.
  private lazy var cells: [String: RecordField.Role] = {
    var cells: [String: RecordField.Role] = [:]
    for column in positions { cells[columns[column]] = .attribute }
    for (column, role) in [(division, .admin1), (country, .country), (name, .name)] as [(Int?, RecordField.Role)] {
      if let column { cells[columns[column]] = role }
    }
    return cells
  }()

  /// The columns with the positions.
  private var positions: [Int] {
    [geometry?.index, latitude, longitude].compactMap(\.self) + angleParts.map(\.column)
  }

  private mutating func row(_ cells: [String: Untrusted], text: Untrusted, rest: Untrusted = Untrusted("")) -> FileRow {
    unseen.removeAll { cells[$0.text] != nil }
    let columns = columns
    func value(_ index: Int) -> Untrusted? { cells[columns[index]].flatMap { $0.isBlank ? nil : $0 } }
    var bytes: [UInt8] = []
    var ranges: [Int: Range<Int>] = [:]
    for column in positions {
      let start = bytes.count
      bytes += value(column)?.bytes ?? []
      ranges[column] = start..<bytes.count
    }
    let position = bytes.withUnsafeBufferPointer { bytes in
      self.position { TextPiece(rebasing: bytes[ranges[$0] ?? 0..<0]) }
    }
    return FileRow(
      text: text, rest: rest, name: name.flatMap(value), country: country.flatMap(value),
      division: division.flatMap(value), position: position)
  }

  /// - Parameter text: the text of a column.
  private func position(_ text: (Int) -> TextPiece) -> FileRow.Position {
    if let geometry { return point(text(geometry.index), longitudeFirst: geometry.longitudeFirst) }
    guard let latitude, let longitude else { return .missing }
    var parts = AngleParts()
    for (role, column) in angleParts { parts.note(text(column), as: role) }
    return position(text(latitude), text(longitude), parts)
  }

  private func point(_ text: TextPiece, longitudeFirst: Bool) -> FileRow.Position {
    if text.isBlank || text.isMissing { return .missing }
    if let projection {
      return PointText.plane(text, of: projection.number).map { projected(north: $0.northing, east: $0.easting) }
        ?? .unreadable
    }
    return PointText.parse(text, longitudeFirst: longitudeFirst).map { .at($0) } ?? .unreadable
  }

  private func position(_ north: TextPiece, _ east: TextPiece, _ parts: AngleParts) -> FileRow.Position {
    if north.isBlank || north.isMissing || east.isBlank || east.isMissing { return .missing }
    guard var latitude = Degrees.parse(north), var longitude = Degrees.parse(east) else { return .unreadable }
    switch (Degrees.axis(of: north), Degrees.axis(of: east)) {
    case (.longitude, .latitude): swap(&latitude, &longitude)
    case (.longitude, _), (_, .latitude): return .unreadable
    default: break
    }
    if let unitsOfDegree { (latitude, longitude) = (latitude / unitsOfDegree, longitude / unitsOfDegree) }
    if parts.fault != nil { return .unreadable }
    let position = parts.joined(latitude, longitude)
    return projected(north: position.latitude, east: position.longitude)
  }

  private func projected(north: Double, east: Double) -> FileRow.Position {
    var position = Coordinate(latitude: north, longitude: east)
    if let projection, !projection.isInDegrees(easting: east, northing: north) {
      position = projection.degrees(easting: east, northing: north)
    }
    if let position { return .at(position) }
    return projection == nil && Coordinate.areSwapped(north, east) ? .swapped : .offTheGlobe
  }

  private static func text(_ field: TextPiece) -> Untrusted? { field.isBlank ? nil : Untrusted(bytes: field.trimmed) }
}
