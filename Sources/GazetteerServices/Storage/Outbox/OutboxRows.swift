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
    ) { database throws(DatabaseError) in _ = try messages(in: database) }
    schema.afterRestoring = doubt
    return schema
  }()

  /// What waited when a backup was made may have been sent since.
  private static func doubt(_ database: Database) throws(DatabaseError) {
    for var delivery in try messages(in: database).flatMap(\.deliveries) where delivery.state != .sent {
      guard delivery.state != .cancelled else { continue }
      (delivery.state, delivery.reason) = (.unknown, Untrusted("the outbox was restored from a backup"))
      try update(delivery, in: database)
    }
  }

  /// Messages with their copies, oldest first.
  ///
  /// - Parameter number: only that message; nil: all.
  static func messages(in database: Database, number: Int64? = nil) throws(DatabaseError) -> [OutboxMessage] {
    let statement = try database.statement(
      "SELECT number, time, title, checksum FROM messages WHERE ?1 IS NULL OR number = ?1 ORDER BY number",
      .number(orNull: number))
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
