import GazetteerIndex

/// What can still be read of files of favorites, put together: of each favorite the newest word, of each edit all.
///
/// Every row carries its checksum, so what is taken in is what was written once.
struct FavoritesSalvage {
  /// A favorite at some edit; no record: it was removed by then.
  private struct Word {
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

  private var words: [String: Word] = [:]
  private var edits: [Int64: Edit] = [:]
  private var changes: [Int64: [String: Change]] = [:]
  /// Whether the last file told every favorite that it had.
  private(set) var isWhole = false
  /// The last edit of which there was a word.
  private var last: Int64 = 0

  /// How many favorites there are.
  var count: Int { words.values.count { $0.record != nil } }

  /// Takes in what a file has.
  mutating func take(_ database: Database) {
    var other = FavoritesSalvage()
    other.read(database)
    for (id, word) in other.words { hear(id, word) }
    // What a whole file does not have was gone by then, whatever was said of it before.
    if other.isWhole { forget(by: other.last) { other.words[$0]?.record != nil } }
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
      salvage.hear(id, Word(revision: revision, record: record))
      listed[id] = row.number(3)
      return true
    }
    let columns = try? database.number("SELECT count(*) FROM pragma_table_info('edits') WHERE name = 'author'")
    let hasAuthors = columns == 1
    _ = collect(
      "SELECT number, time, title, checksum \(hasAuthors ? ", author, undoes" : "") FROM edits", by: ["number"],
      of: database
    ) { salvage, row in salvage.takeEdit(row, hasAuthor: hasAuthors) }
    let changes = collect(
      "SELECT edit, favorite, before, after, checksum FROM changes", by: ["edit", "favorite"], of: database
    ) { salvage, row in salvage.takeChange(row) }
    let sum = try? database.number("SELECT value FROM properties WHERE name = 'sum'")
    if favorites, sum.map({ $0 == listed.values.reduce(0, &+) }) ?? true { forget(by: last) { listed[$0] != nil } }
    // Each table tells all favorites; rows that are missing show by the sum.
    isWhole = sum.map { $0 == sumOfChecksums } ?? (favorites || changes)
  }

  /// Takes what is not kept for removed, where it was heard of last by then.
  private mutating func forget(by edit: Int64, unless isKept: (String) -> Bool) {
    for (id, word) in words where word.revision <= edit && !isKept(id) { words[id] = Word(revision: edit, record: nil) }
  }

  private var sumOfChecksums: Int64 {
    words.reduce(0) { sum, word in
      guard let record = word.value.record else { return sum }
      return sum &+ FavoritesSchema.checksum(ofFavorite: word.key, revision: word.value.revision, record: record)
    }
  }

  private mutating func hear(_ id: String, _ word: Word) {
    last = max(last, word.revision)
    if let known = words[id], known.revision >= word.revision { return }
    words[id] = word
  }

  private mutating func takeEdit(_ row: DatabaseStatement, hasAuthor: Bool) -> Bool {
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

  private mutating func takeChange(_ row: DatabaseStatement) -> Bool {
    let number = row.number(0)
    let change = Change(
      id: row.text(1), before: row.isNull(2) ? nil : row.bytes(2), after: row.isNull(3) ? nil : row.bytes(3))
    guard FavoritesSchema.checksum(ofChange: number, change.id, change.before, change.after) == row.number(4),
      FavoriteID(change.id) != nil
    else { return false }
    changes[number, default: [:]][change.id] = change
    hear(change.id, Word(revision: number, record: change.after))
    return true
  }

  /// Goes over the rows from the start and, where those end in damage, from the end; false where rows are missing.
  private mutating func collect(
    _ sql: String, by keys: [String], of database: Database,
    _ take: (inout FavoritesSalvage, DatabaseStatement) -> Bool
  ) -> Bool {
    var isWhole = true
    for direction in ["", " DESC"] {
      do throws(DatabaseError) {
        let order = keys.map { $0 + direction }.joined(separator: ", ")
        let statement = try database.statement("\(sql) ORDER BY \(order)")
        defer { statement.reset() }
        while try statement.step() { if !take(&self, statement) { isWhole = false } }
        return isWhole
      } catch {
        isWhole = false
      }
    }
    return false
  }

  /// Writes all of it into an empty file.
  func write(to file: FavoritesDatabase) throws(DatabaseError) {
    for number in Set(edits.keys).union(changes.keys).sorted() {
      // What is known of an edit may be its changes alone.
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
    for (id, word) in words {
      guard let record = word.record, let known = FavoriteID(id) else { continue }
      let name = FavoriteRecord.favorite(known, from: record)?.place.name.text ?? ""
      try file.put(record, named: name, as: id, revision: word.revision)
    }
    try file.sumUp()
    // A number is never given twice, also where nothing else is left of its edit.
    try file.count(from: last)
  }
}
