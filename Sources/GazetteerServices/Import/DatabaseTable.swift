import CSQLite
import GazetteerIndex

/// Reads a table of a database as a text. Geometries become points in degrees; other blobs become empty cells.
struct DatabaseTable {
  private(set) var text = TableText(of: .sqlite)

  private let said: SourceReading.System?
  /// The way from each coordinate reference system to degrees; nil: it is in degrees.
  private var projections: [Int: Projection?] = [:]

  /// Reads the table that the user names, or the only one. O(bytes).
  ///
  /// - Parameter bytes: the whole file of the database.
  init(in bytes: TextPiece, _ reading: SourceReading, _ cancellation: Cancellation) throws(ImportError) {
    let database = try ForeignDatabase(bytes, cancellation)
    said = reading.system
    let table = try database.table(named: reading[.table])
    let known = try database.geometryColumns(of: table)
    let rows = try database.rows(of: table)
    let names = (0..<rows.columnCount).map { rows.name(of: $0) }
    for name in names { text.append(Array(name.utf8)) }
    try text.endRow()
    let geometries = names.map {
      known.contains($0.lowercased()) || ColumnWords.geometry.contains(ColumnName($0).joined)
    }
    while try ForeignDatabase.checked({ () throws(DatabaseError) in try rows.step() }) {
      for column in 0..<rows.columnCount {
        text.append(try cell(Int32(column), of: rows, in: database, isGeometry: geometries[column]))
      }
      try text.endRow()
    }
  }

  private mutating func cell(
    _ column: Int32, of rows: DatabaseStatement, in database: ForeignDatabase, isGeometry: Bool
  ) throws(ImportError) -> [UInt8] {
    guard rows.isBlob(column) else { return Array(rows.text(column).utf8) }
    guard isGeometry, let geometry = GeometryBytes(rows.bytes(column)) else { return [] }
    if text.geometry == nil { text.geometry = Untrusted(rows.name(of: Int(column))) }
    return try degrees(of: geometry, in: database).map(TableText.point) ?? []
  }

  /// nil if the position is not on the globe.
  private mutating func degrees(
    of geometry: GeometryBytes, in database: ForeignDatabase
  ) throws(ImportError) -> Coordinate? {
    let number = geometry.system ?? 0
    if projections[number] == nil { projections[number] = .some(try projection(number, in: database)) }
    guard let projection = projections[number] ?? nil else {
      return Coordinate(latitude: geometry.degrees.latitude, longitude: geometry.degrees.longitude)
    }
    return projection.degrees(easting: geometry.plane.x, northing: geometry.plane.y)
  }

  /// nil if the system is in degrees: WGS 84, or not said.
  private func projection(_ number: Int, in database: ForeignDatabase) throws(ImportError) -> Projection? {
    if let said { return try Projection(said) }
    if [4326, 0, -1].contains(number) { return nil }
    guard let system = try database.system(number) else { throw .unnamedSystem(number) }
    return system.code == "EPSG:4326" ? nil : try Projection(system)
  }
}
