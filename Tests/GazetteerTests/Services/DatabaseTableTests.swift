import CSQLite
import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

@Suite struct DatabaseTableTests {
  private func database(_ sql: String) throws -> [UInt8] {
    let database = try Database(path: nil)
    try database.run(sql)
    var count: Int64 = 0
    let bytes = try #require(sqlite3_serialize(database.handle, "main", &count, 0))
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  private func dataset(_ bytes: [UInt8], _ said: [SourceReading.Aspect: String] = [:]) throws -> Dataset {
    var reading = SourceReading()
    for (aspect, value) in said { reading[aspect] = Untrusted(value) }
    let text = try SourceText(FileBytes(bytes), path: "x.gpkg", reading: reading, cancellation: Cancellation())
    return try GazetteerServices.dataset(
      of: text, named: "x", as: text.format(Cancellation(), reading), reading: reading, source: "x.gpkg",
      cancellation: Cancellation())
  }

  private static let towns = """
    CREATE TABLE towns (name, lat, lon, kind);
    INSERT INTO towns VALUES ('A, "b"', 48.1, 11.5, 'x'), ('C', NULL, NULL, NULL);
    """

  @Test func theOnlyTableIsRead() throws {
    let dataset = try dataset(database(Self.towns + "CREATE VIEW views AS SELECT * FROM towns;"))
    #expect(dataset.count == 2)
    #expect(dataset.about.withoutPosition == 1)
    #expect(dataset.place(0).name.text == "A, \"b\"")
  }

  @Test func oneOfSeveralTablesIsNamed() throws {
    let bytes = try database(Self.towns + "CREATE TABLE bars (name, lat, lon); INSERT INTO bars VALUES ('D', 1, 2);")
    let counted = [Untrusted("towns (2)"), Untrusted("bars (1)")]
    #expect(throws: ImportError.severalTables(counted)) { try dataset(bytes) }
    let names = [Untrusted("towns"), Untrusted("bars")]
    #expect(throws: ImportError.noTable(Untrusted("cafes"), names: names)) { try dataset(bytes, [.table: "cafes"]) }
    #expect(try dataset(bytes, [.table: "BARS"]).count == 1)
  }

  /// A view of a stranger could run forever.
  @Test func viewsAndVirtualTablesAreNotRun() throws {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS name FROM n"
    let bytes = try database("CREATE VIEW v AS \(endless); CREATE VIRTUAL TABLE f USING fts5(name);")
    #expect(throws: ImportError.noTables) { try dataset(bytes) }
    #expect(throws: ImportError.isView(Untrusted("v"))) { try dataset(bytes, [.table: "V"]) }
    let metadata = try database(
      Self.towns + "CREATE VIEW gpkg_geometry_columns AS SELECT i AS column_name, i AS table_name FROM (\(endless));")
    #expect(try dataset(metadata).count == 2)
  }

  @Test func geometriesBecomeDegrees() throws {
    let point = "X'47500001\(Self.little(UInt32(25832)))\(Self.point(692_000, 5_335_000))'"
    let bytes = try database(
      """
      CREATE TABLE gpkg_geometry_columns (table_name, column_name);
      INSERT INTO gpkg_geometry_columns VALUES ('parks', 'feld');
      CREATE TABLE parks (name, feld);
      INSERT INTO parks VALUES ('A', \(point)), ('B', NULL), ('C', X'4750'), ('D', X'FFFF');
      """)
    let dataset = try dataset(bytes)
    #expect(dataset.count == 4)
    #expect(dataset.about.withoutPosition == 3)
    let place = try #require(dataset.place(0).coordinate)
    #expect(abs(place.latitude - 48.139257) < 1e-5)
    #expect(abs(place.longitude - 11.580930) < 1e-5)
  }

  /// The system of a geometry may be in degrees, too. A column of geometries without any leaves the others their meaning.
  @Test func otherSystemsAndOtherColumns() throws {
    let point = "X'47500001\(Self.little(UInt32(4258)))\(Self.point(11.5, 48.1))'"
    let degrees = try #require(
      try dataset(database("CREATE TABLE t (name, geom); INSERT INTO t VALUES ('A', \(point));")).place(0).coordinate)
    #expect(abs(degrees.latitude - 48.1) < 1e-6)
    let empty = "CREATE TABLE t (name, geom, lat, lon); INSERT INTO t VALUES ('A', NULL, 48.1, 11.5);"
    #expect(try dataset(database(empty)).about.withoutPosition == 0)
    let unnamed =
      "CREATE TABLE gpkg_spatial_ref_sys (srs_id, organization, organization_coordsys_id);"
      + "INSERT INTO gpkg_spatial_ref_sys VALUES (4258, 'NONE', 0);"
      + "CREATE TABLE t (name, geom); INSERT INTO t VALUES ('A', \(point));"
    #expect(throws: ImportError.unnamedSystem(4258)) { try dataset(database(unnamed)) }
    #expect(try dataset(database(unnamed), [.crs: "EPSG:4258"]).about.withoutPosition == 0)
  }

  /// A name that looks like one of SpatiaLite's tables hides a table only from the choice without a name.
  @Test func everyTableCanBeNamed() throws {
    let bytes = try database("CREATE TABLE gpkg_towns (name, lat, lon); INSERT INTO gpkg_towns VALUES ('A', 1, 2);")
    #expect(throws: ImportError.noTables) { try dataset(bytes) }
    #expect(try dataset(bytes, [.table: "GPKG_towns"]).count == 1)
  }

  /// Rows that are only in a log or a journal would be lost without a word, also if a copy of the file were used.
  @Test func changesBesideTheFileAreNotIgnored() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/towns.db"
    try Data(database(Self.towns)).write(to: URL(fileURLWithPath: path))
    let before = try #require(ParsedOrigin(path, as: nil))
    #expect(try openDataset(at: path, named: "x").count == 2)
    let journal: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    for (ending, content) in [("-wal", [1]), ("-journal", journal)] {
      try Data(content).write(to: URL(fileURLWithPath: path + ending))
      #expect(throws: ImportError.unfinishedDatabase(ending: ending)) { try openDataset(at: path, named: "x") }
      #expect(!before.isUnchanged)
      try FileManager.default.removeItem(atPath: path + ending)
      #expect(before.isUnchanged)
    }
    // A journal that is done with has no start.
    try Data(repeating: 0, count: 512).write(to: URL(fileURLWithPath: path + "-journal"))
    #expect(try openDataset(at: path, named: "x").count == 2)
  }

  /// Damaged files are refused, or read as far as SQLite reads them. Without a crash.
  @Test func damageIsRefused() throws {
    let bytes = try database(Self.towns)
    var state: UInt64 = 7
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var refused = 0
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0..<8 { damaged[16 + random(damaged.count - 16)] = UInt8(random(256)) }
      if random(4) == 0 { damaged.removeLast(random(damaged.count - 16)) }
      if (try? dataset(damaged)) == nil { refused += 1 }
    }
    #expect(refused > 10)
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> String {
    withUnsafeBytes(of: number.littleEndian) { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
  }

  private static func point(_ x: Double, _ y: Double) -> String {
    "01" + little(UInt32(1)) + little(x.bitPattern) + little(y.bitPattern)
  }
}

@Suite struct GeometryBytesTests {
  private static func double(_ number: Double) -> [UInt8] {
    withUnsafeBytes(of: number.bitPattern.littleEndian, Array.init)
  }

  private static func word(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }

  @Test func middlesOfBoxes() throws {
    let line = [1] + Self.word(1002) + Self.word(2) + [1, 2, 9, 3, 6, 9].flatMap { Self.double($0) }
    let middle = try #require(GeometryBytes(line))
    #expect(middle.plane == (2, 4))
    #expect(middle.system == nil)
    let collection = [1] + Self.word(7) + Self.word(1) + line
    #expect(GeometryBytes(collection)?.plane.x == 2)
    let extended = [1] + Self.word(0x2000_0001) + Self.word(4326) + Self.double(5) + Self.double(6)
    #expect(GeometryBytes(extended)?.system == 4326)
    let spatiaLite = [0, 1] + Self.word(4326) + [1, 2, 3, 6].flatMap { Self.double($0) } + [0x7C, 0xFE]
    #expect(GeometryBytes(spatiaLite)?.plane.y == 4)
    let package = [0x47, 0x50, 0, 3] + Self.word(4326) + [1, 3, 2, 6].flatMap { Self.double($0) }
    #expect(GeometryBytes(package)?.plane.y == 4)
  }

  @Test func cutOrHugeOnesAreNone() {
    let line = [1] + Self.word(2) + Self.word(2) + [1, 2, 3, 6].flatMap { Self.double($0) }
    for count in 0..<line.count { #expect(GeometryBytes(Array(line.prefix(count))) == nil) }
    #expect(GeometryBytes([1] + Self.word(2) + Self.word(.max)) == nil)
    #expect(GeometryBytes([1] + Self.word(7) + Self.word(.max)) == nil)
    let deep = (0..<1000).flatMap { _ in [1] + Self.word(7) + Self.word(1) }
    #expect(GeometryBytes(deep + line) == nil)
    #expect(GeometryBytes([1] + Self.word(1) + Self.double(.nan) + Self.double(.nan)) == nil)
  }
}
