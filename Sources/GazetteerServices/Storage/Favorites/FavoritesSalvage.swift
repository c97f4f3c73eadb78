import GazetteerIndex

/// Everything that can still be read from damaged files of favorites: the newest known state of each favorite, and all
/// edits.
///
/// Every row has a checksum, so each row that is accepted is one that was written.
struct FavoritesSalvage {
  /// The state of a favorite after an edit. No record: the favorite had been removed.
  private struct State {
    let revision: Int64
    let record: [UInt8]?
  }

  private struct Edit {
    let time: Int64
    let title: [UInt8]
    let author: String
    let undoes: Int64?
  }

  private struct Change {
    let id: String
    let before: [UInt8]?
    let after: [UInt8]?
  }

  private var states: [String: State] = [:]
  private var edits: [Int64: Edit] = [:]
  private var changes: [Int64: [String: Change]] = [:]
  /// Whether the file that was added last had all its favorites.
  private(set) var isWhole = false
  /// The greatest number of an edit so far.
  private var last: Int64 = 0

  /// The number of favorites.
  var count: Int { states.values.count { $0.record != nil } }

  /// Adds the content of a file.
  mutating func add(_ database: Database) {
    var other = FavoritesSalvage()
    other.read(database)
    for (id, state) in other.states { note(id, state) }
    // If a complete file does not have a favorite, the favorite had been removed.
    if other.isWhole { forget(by: other.last) { other.states[$0]?.record != nil } }
    edits.merge(other.edits) { known, _ in known }
    changes.merge(other.changes) { known, new in known.merging(new) { known, _ in known } }
    isWhole = other.isWhole
    last = max(last, other.last)
  }

  private mutating func read(_ database: Database) {
    var listed: [String: Int64] = [:]
    let favorites = collect(
      "SELECT id, record, revision, checksum FROM favorites NOT INDEXED", by: ["id"], of: database
    ) {
      salvage, row in
      let (id, record, revision) = (row.text(0), row.bytes(1), row.number(2))
      guard FavoritesDatabase.favorite(id, record, revision, checksum: row.number(3)) != nil else { return false }
      salvage.note(id, State(revision: revision, record: record))
      listed[id] = row.number(3)
      return true
    }
    let columns = try? database.number("SELECT count(*) FROM pragma_table_info('edits') WHERE name = 'author'")
    let hasAuthors = columns == 1
    _ = collect(
      "SELECT number, time, title, checksum \(hasAuthors ? ", author, undoes" : "") FROM edits", by: ["number"],
      of: database
    ) { salvage, row in salvage.addEdit(row, hasAuthor: hasAuthors) }
    let changes = collect(
      "SELECT edit, favorite, before, after, checksum FROM changes", by: ["edit", "favorite"], of: database
    ) { salvage, row in salvage.addChange(row) }
    let sum = try? database.number("SELECT value FROM properties WHERE name = 'sum'")
    if favorites, sum.map({ $0 == listed.values.reduce(0, &+) }) ?? true { forget(by: last) { listed[$0] != nil } }
    // Both tables have all favorites. The sum shows whether a row is missing.
    isWhole = sum.map { $0 == sumOfChecksums } ?? (favorites || changes)
  }

  /// Marks favorites as removed unless they are kept or have a state newer than `edit`.
  private mutating func forget(by edit: Int64, unless isKept: (String) -> Bool) {
    for (id, state) in states where state.revision <= edit && !isKept(id) {
      states[id] = State(revision: edit, record: nil)
    }
  }

  private var sumOfChecksums: Int64 {
    states.reduce(0) { sum, state in
      guard let record = state.value.record else { return sum }
      return sum &+ FavoritesSchema.checksum(ofFavorite: state.key, revision: state.value.revision, record: record)
    }
  }

  private mutating func note(_ id: String, _ state: State) {
    last = max(last, state.revision)
    if let known = states[id], known.revision >= state.revision { return }
    states[id] = state
  }

  private mutating func addEdit(_ row: DatabaseStatement, hasAuthor: Bool) -> Bool {
    let (number, author) = (row.number(0), hasAuthor ? row.text(4) : "")
    let edit = Edit(
      time: row.number(1), title: row.bytes(2), author: author,
      undoes: hasAuthor && !row.isNull(5) ? row.number(5) : nil)
    let checksum = FavoritesSchema.checksum(ofEdit: number, edit.time, edit.title, edit.author, edit.undoes)
    guard checksum == row.number(3) else { return false }
    edits[number] = edit
    last = max(last, number)
    return true
  }

  private mutating func addChange(_ row: DatabaseStatement) -> Bool {
    let number = row.number(0)
    let change = Change(
      id: row.text(1), before: row.isNull(2) ? nil : row.bytes(2), after: row.isNull(3) ? nil : row.bytes(3))
    guard FavoritesSchema.checksum(ofChange: number, change.id, change.before, change.after) == row.number(4),
      FavoriteID(change.id) != nil
    else { return false }
    changes[number, default: [:]][change.id] = change
    note(change.id, State(revision: number, record: change.after))
    return true
  }

  /// Reads the rows from the start. If it meets damage, also reads them from the end. Returns false if rows are
  /// missing.
  private mutating func collect(
    _ sql: String, by keys: [String], of database: Database,
    _ add: (inout FavoritesSalvage, DatabaseStatement) -> Bool
  ) -> Bool {
    var isWhole = true
    for direction in ["", " DESC"] {
      do throws(DatabaseError) {
        let order = keys.map { $0 + direction }.joined(separator: ", ")
        let statement = try database.statement("\(sql) ORDER BY \(order)")
        defer { statement.reset() }
        while try statement.step() { if !add(&self, statement) { isWhole = false } }
        return isWhole
      } catch {
        isWhole = false
      }
    }
    return false
  }

  /// Writes everything into an empty file.
  func write(to file: FavoritesDatabase) throws(DatabaseError) {
    for number in Set(edits.keys).union(changes.keys).sorted() {
      // Of an edit, perhaps only its changes could be read.
      let edit = edits[number] ?? Edit(time: 0, title: Array("an edit".utf8), author: "", undoes: nil)
      let checksum = FavoritesSchema.checksum(ofEdit: number, edit.time, edit.title, edit.author, edit.undoes)
      try file.database.run(
        "INSERT INTO edits (number, time, title, author, undoes, checksum) VALUES (?, ?, ?, ?, ?, ?)",
        .number(number), .number(edit.time), .bytes(edit.title), .text(edit.author), .number(orNull: edit.undoes),
        .number(checksum))
      for change in (changes[number] ?? [:]).values {
        let checksum = FavoritesSchema.checksum(ofChange: number, change.id, change.before, change.after)
        try file.database.run(
          "INSERT INTO changes (edit, favorite, before, after, checksum) VALUES (?, ?, ?, ?, ?)", .number(number),
          .text(change.id), .bytes(orNull: change.before), .bytes(orNull: change.after), .number(checksum))
      }
    }
    for (id, state) in states {
      guard let record = state.record, let known = FavoriteID(id) else { continue }
      let name = FavoriteRecord.favorite(known, from: record)?.place.name.text ?? ""
      try file.put(record, named: name, as: id, revision: state.revision)
    }
    try file.sumUp()
    // No number is used twice, even if nothing else of its edit was found.
    try file.count(from: last)
  }
}
