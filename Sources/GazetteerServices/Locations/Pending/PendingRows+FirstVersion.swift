import GazetteerIndex

/// Version 1: only the content of a change had a checksum, and the accounts of `local` had keys without
/// punctuation.
extension PendingRows {
  func upgrade() throws(DatabaseError) {
    var changes: [WaitingChange] = []
    let rows = try database.statement("\(Self.columns) ORDER BY number")
    defer { rows.reset() }
    while try rows.step() {
      guard let change = Self.firstChange(rows) else { throw .damage }
      changes.append(change)
    }
    rows.reset()
    try database.run(UserSchema.properties)
    for change in changes { try write(change) }
  }

  /// The change of a row of version 1, with the key that its account has now; nil if it is not as it was written.
  static func firstChange(_ row: DatabaseStatement) -> WaitingChange? {
    let (service, account, record) = (row.text(1), row.text(2), row.bytes(3))
    var sum = Checksum()
    sum.add(record)
    guard sum.value == row.number(4), let value = try? JSONDocument.value(of: record),
      let change = WaitingChange(
        number: row.number(0), service: service, account: Untrusted(account), record: value)
    else { return nil }
    guard service == ServiceFacts.local.name, !change.user.isEmpty else { return change }
    return WaitingChange(
      number: change.number, service: service, account: Untrusted(LocalService.key(of: change.user)), record: value)
  }
}
