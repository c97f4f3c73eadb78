import CSQLite
import GazetteerIndex

/// A table of a database as the text of a table with commas, in which every cell is quoted. Geometries become points in
/// degrees, `POINT (11.5 48.1)`; other blobs become empty cells.
struct DatabaseTable {
  let text = ByteBuffer()
  /// The column of the first geometry that was read; nil if there is none.
  private(set) var geometry: Untrusted?

  private let said: SourceReading.System?
  /// The way from each coordinate reference system to degrees; nil: it is in degrees.
  private var projections: [Int: Projection?] = [:]

  /// The most bytes of the text of a dataset.
  private static let largest = Int(UInt32.max)

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
    for (column, name) in names.enumerated() { append(cell: Array(name.utf8), isFirst: column == 0) }
    text.append(0x0A)
    let geometries = names.map {
      known.contains($0.lowercased()) || ColumnWords.geometry.contains(ColumnName($0).joined)
    }
    while try ForeignDatabase.checked({ () throws(DatabaseError) in try rows.step() }) {
      for column in 0..<rows.columnCount {
        let cell = try self.cell(Int32(column), of: rows, in: database, isGeometry: geometries[column])
        append(cell: cell, isFirst: column == 0)
      }
      text.append(0x0A)
      guard text.count < Self.largest else { throw .tooLarge }
    }
  }

  private mutating func cell(
    _ column: Int32, of rows: DatabaseStatement, in database: ForeignDatabase, isGeometry: Bool
  ) throws(ImportError) -> [UInt8] {
    guard rows.isBlob(column) else { return Array(rows.text(column).utf8) }
    guard isGeometry, let geometry = GeometryBytes(rows.bytes(column)) else { return [] }
    if self.geometry == nil { self.geometry = Untrusted(rows.name(of: Int(column))) }
    guard let degrees = try degrees(of: geometry, in: database) else { return [] }
    return Array("POINT (\(degrees.longitude) \(degrees.latitude))".utf8)
  }

  /// nil if the position is not on the globe.
  private mutating func degrees(
    of geometry: GeometryBytes, in database: ForeignDatabase
  ) throws(ImportError) -> Coordinate? {
    let number = geometry.system ?? 0
    if projections[number] == nil { projections[number] = .some(try projection(number, in: database)) }
    guard let projection = projections[number] ?? nil else {
      return Coordinate(latitude: geometry.y, longitude: geometry.x)
    }
    return projection.degrees(easting: geometry.x, northing: geometry.y)
  }

  /// nil if the system is in degrees: WGS 84, or not said.
  private func projection(_ number: Int, in database: ForeignDatabase) throws(ImportError) -> Projection? {
    if let said { return try Projection(said) }
    if [4326, 0, -1].contains(number) { return nil }
    guard let system = try database.system(number) else { throw .unnamedSystem(number) }
    return system.code == "EPSG:4326" ? nil : try Projection(system)
  }

  private func append(cell: [UInt8], isFirst: Bool) {
    if !isFirst { text.append(UInt8(ascii: ",")) }
    guard !cell.isEmpty else { return }
    var quoted: [UInt8] = [0x22]
    for byte in cell {
      if byte == 0x22 { quoted.append(0x22) }
      quoted.append(byte)
    }
    quoted.append(0x22)
    quoted.withUnsafeBufferPointer { text.append($0) }
  }
}

extension DatabaseTable {
  /// What is said about its text: the positions are in the column with the geometries, and in degrees already, unless
  /// the user names other columns.
  func said(by user: SourceReading) -> SourceReading {
    guard let geometry, !user.placesRecords || user[.geometry] == geometry else { return user }
    var reading = user
    reading[.geometry] = geometry
    reading[.crs] = nil
    return reading
  }
}
