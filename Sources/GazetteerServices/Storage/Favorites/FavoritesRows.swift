import GazetteerIndex

/// The rows of the tables, each checked by its checksum.
///
/// Invariant: the property "sum" is the sum, modulo 2^64, of the checksums of all rows of `favorites`. Each transaction
/// that adds, changes or removes a row also updates the sum. So a missing row is detected.
extension FavoritesDatabase {
  /// Changes with every edit by another connection. Costs microseconds.
  func dataVersion() throws(DatabaseError) -> Int64 {
    let statement = try database.statement("PRAGMA data_version")
    defer { statement.reset() }
    return try statement.step() ? statement.number(0) : 0
  }

  /// The number of the last edit.
  func lastEdit() throws(DatabaseError) -> Int64 {
    let statement = try database.statement("SELECT coalesce(max(number), 0) FROM edits")
    defer { statement.reset() }
    return try statement.step() ? statement.number(0) : 0
  }

  /// All favorites. Throws if a row is missing, which the invariant above shows.
  func favorites() throws(DatabaseError) -> [Favorite] {
    var sum: Int64 = 0
    let favorites = try favorites(
      of: try database.statement("SELECT id, record, revision, checksum, name FROM favorites NOT INDEXED")
    ) { sum &+= $0 }
    guard try sumOfChecksums() == sum else { throw .damage }
    return favorites
  }

  /// The favorites that were changed after a revision and still exist.
  func favorites(after revision: Int64) throws(DatabaseError) -> [Favorite] {
    try favorites(
      of: try database.statement(
        "SELECT id, record, revision, checksum, name FROM favorites WHERE revision > ?", .number(revision))
    ) { _ in }
  }

  private func favorites(
    of statement: DatabaseStatement, _ add: (Int64) -> Void
  ) throws(DatabaseError) -> [Favorite] {
    defer { statement.reset() }
    var favorites: [Favorite] = []
    while try statement.step() {
      favorites.append(try favorite(of: statement))
      add(statement.number(3))
    }
    return favorites
  }

  private func sumOfChecksums() throws(DatabaseError) -> Int64? {
    let statement = try database.statement("SELECT value FROM properties WHERE name = 'sum'")
    defer { statement.reset() }
    return try statement.step() ? statement.number(0) : nil
  }

  /// Computes the sum from the rows, which makes the invariant true. Must run inside a transaction.
  func sumUp() throws(DatabaseError) {
    let statement = try database.statement("SELECT checksum FROM favorites NOT INDEXED")
    var sum: Int64 = 0
    while try statement.step() { sum &+= statement.number(0) }
    statement.reset()
    try database.run("INSERT OR REPLACE INTO properties VALUES ('sum', ?)", .number(sum))
  }

  /// Adds to the sum, modulo 2^64. Not done in SQL, because its sums do not wrap around.
  private func addToSum(_ difference: Int64) throws(DatabaseError) {
    guard let sum = try sumOfChecksums() else { throw .damage }
    try database.run("UPDATE properties SET value = ? WHERE name = 'sum'", .number(sum &+ difference))
  }

  private func checksum(of id: String) throws(DatabaseError) -> Int64 {
    let statement = try database.statement("SELECT checksum FROM favorites WHERE id = ?", .text(id))
    defer { statement.reset() }
    return try statement.step() ? statement.number(0) : 0
  }

  /// The favorite of a row. The column `name` repeats its name, for people who query the file. The two must be equal.
  private func favorite(of row: DatabaseStatement) throws(DatabaseError) -> Favorite {
    let favorite = Self.favorite(row.text(0), row.bytes(1), row.number(2), checksum: row.number(3))
    guard let favorite, favorite.place.name.text.utf8.elementsEqual(row.text(4).utf8) else { throw .damage }
    return favorite
  }

  static func favorite(_ id: String, _ record: [UInt8], _ revision: Int64, checksum: Int64) -> Favorite? {
    guard FavoritesSchema.checksum(ofFavorite: id, revision: revision, record: record) == checksum,
      let id = FavoriteID(id)
    else { return nil }
    return FavoriteRecord.favorite(id, from: record)
  }

  /// The favorites that were removed after a revision and do not exist. O(changes after it).
  func removed(after revision: Int64) throws(DatabaseError) -> [FavoriteID] {
    let statement = try database.statement(
      """
      SELECT favorite FROM changes
      WHERE edit > ? AND after IS NULL AND NOT EXISTS (SELECT 1 FROM favorites WHERE id = favorite)
      """, .number(revision))
    defer { statement.reset() }
    var removed: [FavoriteID] = []
    while try statement.step() {
      guard let id = FavoriteID(statement.text(0)) else { throw .damage }
      removed.append(id)
    }
    return removed
  }

  /// The current favorite with this id.
  func favorite(_ id: FavoriteID) throws(DatabaseError) -> Favorite? {
    let statement = try database.statement(
      "SELECT id, record, revision, checksum, name FROM favorites WHERE id = ?", .text(id.text))
    defer { statement.reset() }
    return try statement.step() ? try favorite(of: statement) : nil
  }

  /// Whether another session has added one of the edit's places since the edit was made.
  func hasMeanwhile(_ edit: FavoritesEdit) throws(DatabaseError) -> Bool {
    let added = edit.changes.compactMap { $0.before == nil ? $0.after?.place : nil }
    guard let since = edit.since, !added.isEmpty else { return false }
    let others = try favorites(after: since).map(\.place)
    return others.contains { other in added.contains { $0.id == other.id || $0.isTakenFor(other) } }
  }

  /// Adds an edit and returns its number. Must run inside a transaction.
  func insert(_ edit: FavoritesEdit, by author: String) throws(DatabaseError) -> Int64 {
    try database.run(
      "INSERT INTO edits (time, title, author, undoes, checksum) VALUES (?, ?, ?, ?, 0)", .number(edit.time),
      .bytes(edit.title.bytes), .text(author), .number(orNull: edit.undoes))
    let number = try lastEdit()
    let checksum = FavoritesSchema.checksum(ofEdit: number, edit.time, edit.title.bytes, author, edit.undoes)
    try database.run("UPDATE edits SET checksum = ? WHERE number = ?", .number(checksum), .number(number))
    for change in edit.changes { try insert(change, of: number) }
    return number
  }

  /// Gives the next edit the number after this one.
  func count(from number: Int64) throws(DatabaseError) {
    try database.run("DELETE FROM sqlite_sequence WHERE name = 'edits'")
    try database.run("INSERT INTO sqlite_sequence VALUES ('edits', ?)", .number(number))
  }

  private func insert(_ change: FavoriteChange, of edit: Int64) throws(DatabaseError) {
    guard let id = change.id?.text else { return }
    let before = change.before.map(FavoriteRecord.bytes(of:))
    let after = change.after.map(FavoriteRecord.bytes(of:))
    let checksum = FavoritesSchema.checksum(ofChange: edit, id, before, after)
    try database.run(
      "INSERT INTO changes (edit, favorite, before, after, checksum) VALUES (?, ?, ?, ?, ?)", .number(edit), .text(id),
      .bytes(orNull: before), .bytes(orNull: after), .number(checksum))
    let old = try self.checksum(of: id)
    if let after, let name = change.after?.place.name.text {
      try put(after, named: name, as: id, revision: edit)
    } else {
      try database.run("DELETE FROM favorites WHERE id = ?", .text(id))
    }
    try addToSum(try self.checksum(of: id) &- old)
  }

  func put(_ record: [UInt8], named name: String, as id: String, revision: Int64) throws(DatabaseError) {
    let checksum = FavoritesSchema.checksum(ofFavorite: id, revision: revision, record: record)
    try database.run(
      "INSERT OR REPLACE INTO favorites (id, revision, name, record, checksum) VALUES (?, ?, ?, ?, ?)", .text(id),
      .number(revision), .text(name), .bytes(record), .number(checksum))
  }

  /// The edits after a number, of one favorite or of all, oldest first.
  func edits(of id: FavoriteID?, after number: Int64) throws(DatabaseError) -> [KeptEdit] {
    let condition = id == nil ? "?2 IS NULL" : "number IN (SELECT edit FROM changes WHERE favorite = ?2)"
    let statement = try database.statement(
      "SELECT number, time, title, author, undoes, checksum FROM edits WHERE number > ?1 AND \(condition) ORDER BY number",
      .number(number), id.map { .text($0.text) } ?? .null)
    defer { statement.reset() }
    var edits: [KeptEdit] = []
    while try statement.step() {
      let (number, time, title, author) = (
        statement.number(0), statement.number(1), statement.bytes(2), statement.text(3)
      )
      let undoes = statement.isNull(4) ? nil : statement.number(4)
      guard FavoritesSchema.checksum(ofEdit: number, time, title, author, undoes) == statement.number(5) else {
        throw .damage
      }
      let edit = FavoritesEdit(Untrusted(bytes: title), try changes(of: number), at: time, undoes: undoes)
      edits.append(KeptEdit(number: number, author: author, edit: edit))
    }
    return edits
  }

  private func changes(of edit: Int64) throws(DatabaseError) -> [FavoriteChange] {
    let statement = try database.statement(
      "SELECT favorite, before, after, checksum FROM changes WHERE edit = ? ORDER BY favorite", .number(edit))
    defer { statement.reset() }
    var changes: [FavoriteChange] = []
    while try statement.step() {
      let before = statement.isNull(1) ? nil : statement.bytes(1)
      let after = statement.isNull(2) ? nil : statement.bytes(2)
      let id = statement.text(0)
      guard FavoritesSchema.checksum(ofChange: edit, id, before, after) == statement.number(3), let id = FavoriteID(id)
      else { throw .damage }
      let favorites = [before, after].map { $0.map { FavoriteRecord.favorite(id, from: $0) } }
      // A record that cannot be read does not count as a missing record.
      guard !favorites.contains(.some(.none)) else { throw .damage }
      changes.append(FavoriteChange(from: favorites[0] ?? nil, to: favorites[1] ?? nil))
    }
    return changes
  }
}
