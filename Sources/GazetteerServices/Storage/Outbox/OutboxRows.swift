import GazetteerIndex

/// The rows of the outbox, each checked by its checksum.
///
///     messages    what the user sent, with the time
///     deliveries  the copies of each message, with what happened to them
enum OutboxRows {
  static let schema: UserSchema = {
    var schema = UserSchema(
      what: "messages of the outbox", application: 0x6761_7A4F,
      definition: """
        CREATE TABLE messages (
          number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, title BLOB NOT NULL, checksum INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE deliveries (
          id INTEGER PRIMARY KEY AUTOINCREMENT, message INTEGER NOT NULL REFERENCES messages (number),
          recipient BLOB NOT NULL, address TEXT NOT NULL, sender TEXT NOT NULL, key TEXT NOT NULL UNIQUE,
          content BLOB NOT NULL, state TEXT NOT NULL, reason BLOB NOT NULL, changed INTEGER NOT NULL,
          checksum INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX deliveries_by_message ON deliveries (message);
        """, tables: ["messages", "deliveries"]
    ) { database throws(DatabaseError) in _ = try messages(.newest(nil), in: database) }
    schema.afterRestoring = doubt
    return schema
  }()

  /// What waited when a backup was made may have been sent since.
  private static func doubt(_ database: Database) throws(DatabaseError) {
    let deliveries = try messages(.unsettled, in: database).flatMap(\.deliveries)
    for var delivery in deliveries where !delivery.state.isSettled {
      (delivery.state, delivery.reason) = (.unknown, Untrusted("the outbox was restored from a backup"))
      try update(delivery, in: database)
    }
  }

  private static let isUnsettled = "state NOT IN ('sent', 'cancelled')"

  /// Messages with their copies, oldest first. Reads no others.
  static func messages(_ wanted: OutboxSelection, in database: Database) throws(DatabaseError) -> [OutboxMessage] {
    switch wanted {
    case .newest(let count):
      return try messages("ORDER BY number DESC LIMIT ?", .number(Int64(count ?? -1)), in: database).reversed()
    case .unsettled:
      return try messages(
        "WHERE number IN (SELECT message FROM deliveries WHERE \(isUnsettled)) ORDER BY number", in: database)
    case .numbers(let numbers):
      var found: [OutboxMessage] = []
      for number in numbers.sorted() { found += try messages("WHERE number = ?", .number(number), in: database) }
      return found
    }
  }

  private static func messages(
    _ condition: String, _ values: DatabaseValue..., in database: Database
  ) throws(DatabaseError) -> [OutboxMessage] {
    let statement = try database.statement("SELECT number, time, title, checksum FROM messages " + condition)
    try statement.bind(values)
    defer { statement.reset() }
    var messages: [OutboxMessage] = []
    while try statement.step() {
      let message = OutboxMessage(
        number: statement.number(0), time: statement.number(1), title: Untrusted(bytes: statement.bytes(2)),
        deliveries: try deliveries(of: statement.number(0), in: database))
      guard checksum(of: message, number: message.number) == statement.number(3) else { throw .damage }
      messages.append(message)
    }
    return messages
  }

  /// How many rows a table has.
  static func count(_ table: String, in database: Database) throws(DatabaseError) -> Int {
    Int(try database.number("SELECT count(*) FROM \(table)") ?? 0)
  }

  /// The ids of the copies that are being handed over.
  static func sending(in database: Database) throws(DatabaseError) -> [Int64] {
    try numbers("SELECT id FROM deliveries WHERE state = 'sending'", in: database)
  }

  /// The numbers of messages of which no copy is waited for.
  ///
  /// - Parameters:
  ///   - age: those written before this time.
  ///   - most: also older ones than so many messages.
  static func settled(before age: Int64, beyond most: Int, in database: Database) throws(DatabaseError) -> [Int64] {
    try numbers(
      """
      SELECT number FROM messages
      WHERE (time < ?1 OR number <= (SELECT number FROM messages ORDER BY number DESC LIMIT 1 OFFSET ?2))
      AND number NOT IN (SELECT message FROM deliveries WHERE \(isUnsettled))
      """, .number(age), .number(Int64(most)), in: database)
  }

  private static func numbers(
    _ query: String, _ values: DatabaseValue..., in database: Database
  ) throws(DatabaseError) -> [Int64] {
    let statement = try database.statement(query)
    try statement.bind(values)
    defer { statement.reset() }
    var numbers: [Int64] = []
    while try statement.step() { numbers.append(statement.number(0)) }
    return numbers
  }

  /// Removes messages and their copies. Their numbers are not used again.
  static func remove(_ numbers: [Int64], in database: Database) throws(DatabaseError) {
    for number in numbers {
      try database.run("DELETE FROM deliveries WHERE message = ?", .number(number))
      try database.run("DELETE FROM messages WHERE number = ?", .number(number))
    }
  }

  private static let columns = "id, recipient, address, sender, key, content, state, reason, changed, checksum"

  private static func deliveries(of message: Int64, in database: Database) throws(DatabaseError) -> [Delivery] {
    let statement = try database.statement(
      "SELECT \(columns) FROM deliveries WHERE message = ? ORDER BY id", .number(message))
    defer { statement.reset() }
    var deliveries: [Delivery] = []
    while try statement.step() { deliveries.append(try delivery(of: statement)) }
    return deliveries
  }

  static func delivery(_ id: Int64, in database: Database) throws(DatabaseError) -> Delivery? {
    let statement = try database.statement("SELECT \(columns) FROM deliveries WHERE id = ?", .number(id))
    defer { statement.reset() }
    return try statement.step() ? try delivery(of: statement) : nil
  }

  private static func delivery(of row: DatabaseStatement) throws(DatabaseError) -> Delivery {
    guard let address = DeliveryAddress(row.text(2)), let state = DeliveryState(rawValue: row.text(6)) else {
      throw .damage
    }
    let delivery = Delivery(
      id: row.number(0), recipient: Untrusted(bytes: row.bytes(1)), address: address,
      sender: MailAddress(Untrusted(row.text(3))), key: row.text(4), content: row.bytes(5), state: state,
      reason: Untrusted(bytes: row.bytes(7)), changed: row.number(8))
    guard checksum(of: delivery, id: delivery.id) == row.number(9) else { throw .damage }
    return delivery
  }

  /// Adds a message and returns its number.
  static func insert(_ message: OutboxMessage, in database: Database) throws(DatabaseError) -> Int64 {
    try database.run(
      "INSERT INTO messages (time, title, checksum) VALUES (?, ?, 0)", .number(message.time),
      .bytes(message.title.bytes))
    let number = try database.number("SELECT last_insert_rowid()") ?? 0
    try database.run(
      "UPDATE messages SET checksum = ? WHERE number = ?", .number(checksum(of: message, number: number)),
      .number(number))
    for delivery in message.deliveries {
      try database.run(
        """
        INSERT INTO deliveries (message, recipient, address, sender, key, content, state, reason, changed, checksum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
        """, .number(number), .bytes(delivery.recipient.bytes), .text(delivery.address.text),
        .text(delivery.sender?.text ?? ""), .text(delivery.key), .bytes(delivery.content),
        .text(delivery.state.rawValue), .bytes(delivery.reason.bytes), .number(delivery.changed))
      let id = try database.number("SELECT last_insert_rowid()") ?? 0
      try database.run(
        "UPDATE deliveries SET checksum = ? WHERE id = ?", .number(checksum(of: delivery, id: id)), .number(id))
    }
    return number
  }

  /// Saves the state of a copy.
  static func update(_ delivery: Delivery, in database: Database) throws(DatabaseError) {
    try database.run(
      "UPDATE deliveries SET state = ?, reason = ?, changed = ?, checksum = ? WHERE id = ?",
      .text(delivery.state.rawValue), .bytes(delivery.reason.bytes), .number(delivery.changed),
      .number(checksum(of: delivery, id: delivery.id)), .number(delivery.id))
  }

  private static func checksum(of message: OutboxMessage, number: Int64) -> Int64 {
    var checksum = Checksum()
    checksum.add(number)
    checksum.add(message.time)
    checksum.add(message.title.bytes)
    return checksum.value
  }

  private static func checksum(of delivery: Delivery, id: Int64) -> Int64 {
    var checksum = Checksum()
    checksum.add(id)
    checksum.add(delivery.recipient.bytes)
    checksum.add(delivery.address.text)
    checksum.add(delivery.sender?.text ?? "")
    checksum.add(delivery.key)
    checksum.add(delivery.content)
    checksum.add(delivery.state.rawValue)
    checksum.add(delivery.reason.bytes)
    checksum.add(delivery.changed)
    return checksum.value
  }
}
