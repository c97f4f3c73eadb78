import GazetteerIndex
import Synchronization

/// Saves contacts. Several sessions share the file. When `keep` returns, the edit is on the disk.
package final class ContactsStore: Sendable {
  private let file: Mutex<UserDatabase>

  /// - Parameters:
  ///   - path: the file, which need not exist; nil: contacts are kept in memory.
  ///   - now: seconds since 1970-01-01 00:00 UTC.
  package init(path: String?, now: @escaping @Sendable () -> Int64 = { 0 }) {
    file = Mutex(UserDatabase(ContactRows.schema, path: path, now: now))
  }

  /// Notices for the user. Each is returned only once.
  package func takeNotices() -> [Message] { file.withLock { $0.takeNotices() } }

  /// In the order of their names.
  package func all(cancellation: Cancellation = Cancellation()) throws(StoreError) -> [Contact] {
    try file.withLock { file throws(StoreError) in
      try file.read(cancellation) { database throws(DatabaseError) in try ContactRows.all(in: database) } ?? []
    }
  }

  /// Saves a whole edit, or nothing. Every `before` must equal the contact as it is saved now, and no two contacts may
  /// have the same name.
  package func keep(_ edit: ContactsEdit, cancellation: Cancellation = Cancellation()) throws(StoreError) {
    try file.withLock { file throws(StoreError) in
      try file.write(cancellation) { database throws(StoreError) in
        let isKept = try StoreError.wrapping { () throws(DatabaseError) in try ContactRows.keep(edit, in: database) }
        guard isKept else { throw .changedMeanwhile }
      }
    }
  }
}

/// The rows of the file of contacts.
private enum ContactRows {
  static let schema = UserSchema(
    what: "contacts", application: 0x6761_7A43,
    definition: """
      CREATE TABLE contacts (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name BLOB NOT NULL, mail TEXT NOT NULL, message TEXT NOT NULL,
        tags BLOB NOT NULL, checksum INTEGER NOT NULL
      ) STRICT;
      """, tables: ["contacts"]
  ) { database throws(DatabaseError) in _ = try all(in: database) }

  static func all(in database: Database) throws(DatabaseError) -> [Contact] {
    let statement = try database.statement("SELECT id, name, mail, message, tags, checksum FROM contacts ORDER BY id")
    defer { statement.reset() }
    var contacts: [Contact] = []
    while try statement.step() { contacts.append(try contact(of: statement)) }
    let named = contacts.map { (name: Fold.fold($0.name.text), contact: $0) }
    return named.sorted { ($0.name, $0.contact.id) < ($1.name, $1.contact.id) }.map(\.contact)
  }

  private static func contact(of row: DatabaseStatement) throws(DatabaseError) -> Contact {
    let (mail, message, tags) = (row.text(2), row.text(3), row.bytes(4))
    let contact = Contact(
      id: row.number(0), name: Untrusted(bytes: row.bytes(1)), mail: MailAddress(Untrusted(mail)),
      message: MessageTarget(Untrusted(message)),
      tags: tags.split(separator: 0x0A).map { Untrusted(bytes: $0) })
    guard checksum(of: contact, id: contact.id) == row.number(5) else { throw .damage }
    return contact
  }

  /// False if an edit is not based on what is saved, or if a name would be taken twice.
  static func keep(_ edit: ContactsEdit, in database: Database) throws(DatabaseError) -> Bool {
    let saved = try all(in: database)
    for change in edit.changes {
      if let before = change.before, !saved.contains(before) { return false }
      guard let contact = change.after else {
        try database.run("DELETE FROM contacts WHERE id = ?", .number(change.before?.id ?? 0))
        continue
      }
      let hasName = saved.contains { $0.id != change.before?.id && $0.name.isFolded(as: contact.name) }
      guard !hasName else { return false }
      try put(contact, as: change.before?.id, in: database)
    }
    return true
  }

  private static func put(_ contact: Contact, as id: Int64?, in database: Database) throws(DatabaseError) {
    var id = id
    if id == nil {
      try database.run(
        "INSERT INTO contacts (name, mail, message, tags, checksum) VALUES (?, '', '', x'', 0)",
        .bytes(contact.name.bytes))
      id = try database.number("SELECT last_insert_rowid()")
    }
    try database.run(
      "UPDATE contacts SET name = ?, mail = ?, message = ?, tags = ?, checksum = ? WHERE id = ?",
      .bytes(contact.name.bytes), .text(contact.mail?.text ?? ""), .text(contact.message?.text ?? ""),
      .bytes(tags(of: contact)), .number(checksum(of: contact, id: id ?? 0)), .number(id ?? 0))
  }

  /// Tags have no line ends.
  private static func tags(of contact: Contact) -> [UInt8] {
    Array(contact.tags.map(\.bytes).joined(separator: [0x0A]))
  }

  private static func checksum(of contact: Contact, id: Int64) -> Int64 {
    var checksum = Checksum()
    checksum.add(id)
    checksum.add(contact.name.bytes)
    checksum.add(contact.mail?.text ?? "")
    checksum.add(contact.message?.text ?? "")
    checksum.add(tags(of: contact))
    return checksum.value
  }
}
