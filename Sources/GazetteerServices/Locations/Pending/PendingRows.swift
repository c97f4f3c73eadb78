import GazetteerIndex

/// The rows of the changes that wait, each checked by its checksum.
struct PendingRows {
  let database: Database

  static let schema: UserSchema = {
    var schema = UserSchema(
      what: "changes of locations", application: 0x6761_7A57, version: 2,
      definition: """
        CREATE TABLE changes (
          number INTEGER PRIMARY KEY AUTOINCREMENT, service TEXT NOT NULL, account TEXT NOT NULL, change BLOB NOT NULL,
          checksum INTEGER NOT NULL
        ) STRICT;
        """, tables: ["changes"],
      upgrade: { database throws(DatabaseError) in try PendingRows(database: database).upgrade() },
      check: { database throws(DatabaseError) in _ = try PendingRows(database: database).all() })
    // That of the contacts, by mistake.
    schema.firstApplication = 0x6761_7A43
    // What is not on the disk before it is sent may be sent twice.
    schema.mustBeSaved = true
    schema.rescue = { damaged, new, day throws(DatabaseError) in
      let salvage = PendingSalvage(damaged)
      return try salvage.write(to: PendingRows(database: new), day)
    }
    return schema
  }()

  static let columns = "SELECT number, service, account, change, checksum FROM changes"

  /// Oldest first.
  func all() throws(DatabaseError) -> [WaitingChange] {
    try read(database.statement("\(Self.columns) ORDER BY number"))
  }

  func all(of account: Account) throws(DatabaseError) -> [WaitingChange] {
    try read(
      database.statement(
        "\(Self.columns) WHERE service = ? AND account = ? ORDER BY number", .text(account.service),
        .text(account.key.text)))
  }

  func one(_ number: Int64) throws(DatabaseError) -> WaitingChange? {
    try read(database.statement("\(Self.columns) WHERE number = ?", .number(number))).first
  }

  /// The first change of an account after a number.
  func next(after number: Int64, of account: Account) throws(DatabaseError) -> WaitingChange? {
    try read(
      database.statement(
        "\(Self.columns) WHERE service = ? AND account = ? AND number > ? ORDER BY number LIMIT 1",
        .text(account.service), .text(account.key.text), .number(number))
    ).first
  }

  /// The changes of a location that come after a change.
  func later(than change: WaitingChange) throws(DatabaseError) -> [WaitingChange] {
    let id = change.change.locationID
    let isPlain = !id.isEmpty && id.utf8.allSatisfy { "0123456789abcdefghijklmnopqrstuvwxyz-".utf8.contains($0) }
    let rows = "\(Self.columns) WHERE service = ? AND account = ? AND number > ?"
    let values: [DatabaseValue] = [.text(change.service), .text(change.account.text), .number(change.number)]
    // Most changes are of other locations, and need not be read.
    let statement =
      isPlain
      ? try database.statement(
        "\(rows) AND instr(change, ?) > 0 ORDER BY number", values[0], values[1], values[2], .bytes(Array(id.utf8)))
      : try database.statement("\(rows) ORDER BY number", values[0], values[1], values[2])
    return try read(statement).filter { $0.change.locationID == id }
  }

  /// The changes of the same account that post a draft.
  func all(posting draft: LocationDraft, like change: WaitingChange) throws(DatabaseError) -> [WaitingChange] {
    // Most changes have another draft, and need not be read.
    let statement = try database.statement(
      "\(Self.columns) WHERE service = ? AND account = ? AND instr(change, ?) > 0 ORDER BY number",
      .text(change.service), .text(change.account.text), .bytes(draft.record.json))
    return try read(statement).filter {
      if case .create(draft, _) = $0.change { true } else { false }
    }
  }

  private func read(_ statement: DatabaseStatement) throws(DatabaseError) -> [WaitingChange] {
    defer { statement.reset() }
    var all: [WaitingChange] = []
    while try statement.step() {
      guard let change = Self.change(statement) else { throw .damage }
      all.append(change)
    }
    return all
  }

  /// The change of a row; nil if it is not as it was written.
  static func change(_ row: DatabaseStatement) -> WaitingChange? {
    let (number, service, account, record) = (row.number(0), row.text(1), row.text(2), row.bytes(3))
    guard checksum(number, service, account, record) == row.number(4), let value = try? JSONDocument.value(of: record)
    else { return nil }
    return WaitingChange(number: number, service: service, account: Untrusted(account), record: value)
  }

  private static func checksum(_ number: Int64, _ service: String, _ account: String, _ record: [UInt8]) -> Int64 {
    var sum = Checksum()
    sum.add(number)
    sum.add(service)
    sum.add(account)
    sum.add(record)
    return sum.value
  }
}

/// Writing.
extension PendingRows {
  /// Adds a change, and returns its number, which is not that of any change before.
  func add(_ change: WaitingChange) throws(DatabaseError) -> Int64 {
    let record = change.record.json
    try database.run(
      "INSERT INTO changes (service, account, change, checksum) VALUES (?, ?, ?, 0)", .text(change.service),
      .text(change.account.text), .bytes(record))
    let number = try database.number("SELECT last_insert_rowid()") ?? 0
    try database.run(
      "UPDATE changes SET checksum = ? WHERE number = ?",
      .number(Self.checksum(number, change.service, change.account.text, record)), .number(number))
    return number
  }

  /// Adds a change with its number, or replaces the one with this number.
  func write(_ change: WaitingChange) throws(DatabaseError) {
    let record = change.record.json
    try database.run(
      "INSERT OR REPLACE INTO changes (number, service, account, change, checksum) VALUES (?, ?, ?, ?, ?)",
      .number(change.number), .text(change.service), .text(change.account.text), .bytes(record),
      .number(Self.checksum(change.number, change.service, change.account.text, record)))
  }

  func delete(_ number: Int64) throws(DatabaseError) {
    try database.run("DELETE FROM changes WHERE number = ?", .number(number))
  }

  /// Removes a change. Later changes of the location are of what was there before.
  func remove(_ change: WaitingChange) throws(DatabaseError) {
    try delete(change.number)
    let later = try later(than: change)
    switch change.change {
    case .create(let draft, let clientID):
      guard let next = later.first else { return }
      guard case .update(_, let newer) = next.change else { return try delete(next.number) }
      var new = next
      new.change = .create(newer, clientID: clientID)
      // Nobody has checked it after that change.
      if newer.url == draft.url { new.checksLink = new.checksLink || change.checksLink }
      try write(new)
    case .update(let before, _):
      for later in later where later.change.known?.updated == before.updated {
        try write(later.rebased(on: before))
      }
    case .delete: return
    }
  }
}
