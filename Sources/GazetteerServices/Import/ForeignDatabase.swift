import CSQLite
import GazetteerIndex
import Glibc

/// An SQLite database that somebody else made, read in memory: its views, virtual tables and triggers are not run.
final class ForeignDatabase {
  private let database: Database
  /// The tables of the user, not those of SQLite, GeoPackage, SpatiaLite or an index, in the order of the file.
  let names: [String]
  /// Also those; without virtual tables.
  private let allNames: [String]

  static func recognises(_ bytes: TextPiece) -> Bool { bytes.starts(with: "SQLite format 3\0".utf8) }

  /// - Parameter bytes: the whole file. They must stay where they are.
  init(_ bytes: TextPiece, _ cancellation: Cancellation) throws(ImportError) {
    (database, names, allNames) = try Self.checked { () throws(DatabaseError) in
      let database = try Database(path: nil, cancellation: cancellation)
      let code = gaz_read_bytes(database.handle, bytes.baseAddress, Int64(bytes.count))
      guard code == SQLITE_OK else { throw Database.error(code, of: database.handle) }
      let tables = try Self.names(in: database, "type = 'table' AND sql LIKE 'CREATE TABLE%'")
      let virtual = try Self.names(in: database, "sql LIKE 'CREATE VIRTUAL%'").map { $0.lowercased() + "_" }
      let own = tables.filter { name in
        let name = name.lowercased()
        return !Self.isInternal(name) && !virtual.contains { name.hasPrefix($0) }
      }
      return (database, own, tables)
    }
  }

  private static func names(in database: Database, _ condition: String) throws(DatabaseError) -> [String] {
    let statement = try DatabaseStatement("SELECT name FROM sqlite_schema WHERE \(condition)", in: database.handle)
    var names: [String] = []
    while try statement.step() { names.append(statement.text(0)) }
    return names
  }

  /// Whether a table is one that GeoPackage, SpatiaLite or SQLite itself needs.
  private static func isInternal(_ name: String) -> Bool {
    ["sqlite_", "gpkg_", "views_geometry_", "virts_geometry_", "vector_layers", "geometry_columns", "spatialite_"]
      .contains { name.hasPrefix($0) }
      || ["spatial_ref_sys", "spatial_ref_sys_aux", "sql_statements_log", "data_licenses", "elementarygeometries"]
        .contains(name)
  }

  /// Runs what uses SQLite, and says in the words of an import why it failed.
  static func checked<Value>(_ body: () throws(DatabaseError) -> Value) throws(ImportError) -> Value {
    do throws(DatabaseError) {
      return try body()
    } catch {
      switch error.kind {
      case SQLITE_INTERRUPT: throw .cancelled
      case SQLITE_NOMEM, SQLITE_TOOBIG: throw .tooLarge
      default: throw .damagedDatabase(Untrusted(error.reason))
      }
    }
  }
}

extension ForeignDatabase {
  /// The table that the user names; in any letter case, as in SQL. Without a name, the only table of the user.
  func table(named wanted: Untrusted?) throws(ImportError) -> String {
    guard let wanted else {
      if names.count == 1 { return names[0] }
      throw names.isEmpty ? .noTables : .severalTables(try counts())
    }
    if let name = known(wanted.text) { return name }
    let views = try Self.checked { () throws(DatabaseError) in try Self.names(in: database, "type = 'view'") }
    if let view = views.first(where: { $0.lowercased() == wanted.text.lowercased() }) {
      throw .isView(Untrusted(view))
    }
    throw .noTable(wanted, names: names.prefix(Self.mostNames).map { Untrusted($0) })
  }

  /// SQLite has no two tables that differ only in letter case.
  private func known(_ name: String) -> String? { allNames.first { $0.lowercased() == name.lowercased() } }

  /// The most tables that an error lists.
  private static let mostNames = 20

  /// `cities (120 rows)`, of the first tables. O(rows).
  private func counts() throws(ImportError) -> [Untrusted] {
    var counts: [Untrusted] = []
    for name in names.prefix(Self.mostNames) {
      let count = try Self.checked { () throws(DatabaseError) in
        try database.number("SELECT count(*) FROM \(Self.quoted(name))") ?? 0
      }
      counts.append(Untrusted("\(name) (\(count))"))
    }
    return counts
  }

  /// All rows of a table.
  func rows(of table: String) throws(ImportError) -> DatabaseStatement {
    try Self.checked { () throws(DatabaseError) in
      try DatabaseStatement("SELECT * FROM \(Self.quoted(table))", in: database.handle)
    }
  }

  /// The columns with geometries that the database itself names, in lower case.
  func geometryColumns(of table: String) throws(ImportError) -> Set<String> {
    var columns: Set<String> = []
    for (list, column, name) in [
      ("gpkg_geometry_columns", "column_name", "table_name"),
      ("geometry_columns", "f_geometry_column", "f_table_name"),
    ] where known(list) != nil {
      try Self.checked { () throws(DatabaseError) in
        let sql = "SELECT \(column) FROM \(list) WHERE \(name) = ? COLLATE NOCASE"
        let statement = try DatabaseStatement(sql, in: database.handle)
        try statement.bind([.text(table)])
        while try statement.step() { columns.insert(statement.text(0).lowercased()) }
      }
    }
    return columns
  }

  /// The system with this number: what the database says about it, else the one of the EPSG. nil if it has no code.
  func system(_ number: Int) throws(ImportError) -> SourceReading.System? {
    guard known("gpkg_spatial_ref_sys") != nil else { return SourceReading.System(Untrusted("EPSG:\(number)")) }
    let code = try Self.checked { () throws(DatabaseError) in
      let statement = try DatabaseStatement(
        "SELECT organization, organization_coordsys_id FROM gpkg_spatial_ref_sys WHERE srs_id = ?",
        in: database.handle)
      try statement.bind([.number(Int64(number))])
      return try statement.step() ? "\(statement.text(0)):\(statement.text(1))" : "EPSG:\(number)"
    }
    return SourceReading.System(Untrusted(code))
  }

  private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}

extension ForeignDatabase {
  /// The endings of the files beside a database that have changes of it.
  static let endingsOfChanges = ["-wal", "-journal"]

  /// Throws if a program has not yet written all changes into the file at `path`: its log has changes, or its journal
  /// has what a program that was killed did not take back (https://sqlite.org/fileformat2.html#the_rollback_journal).
  static func checkIsWhole(at path: String) throws(ImportError) {
    var status = stat()
    if stat(path + "-wal", &status) == 0, status.st_size > 0 { throw .unfinishedDatabase(ending: "-wal") }
    let journal = open(path + "-journal", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard journal >= 0 else { return }
    defer { close(journal) }
    var start = [UInt8](repeating: 0, count: 8)
    if read(journal, &start, 8) == 8, start == [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] {
      throw .unfinishedDatabase(ending: "-journal")
    }
  }
}
