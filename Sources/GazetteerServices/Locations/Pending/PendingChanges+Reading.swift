import GazetteerIndex

extension PendingChanges {
  /// Whether changes of an account wait.
  func isNeeded(by account: Account, _ cancellation: Cancellation) throws(ServiceError) -> Bool {
    try read(cancellation) { rows throws(DatabaseError) in try rows.next(after: 0, of: account) != nil } ?? false
  }

  /// The changes of all accounts, oldest first.
  package func all(_ cancellation: Cancellation) throws(ServiceError) -> WaitingChanges {
    WaitingChanges(try read(cancellation) { rows throws(DatabaseError) in try rows.all() } ?? [])
  }

  /// The same of one account.
  func all(of account: Account, _ cancellation: Cancellation) throws(ServiceError) -> WaitingChanges {
    WaitingChanges(try read(cancellation) { rows throws(DatabaseError) in try rows.all(of: account) } ?? [])
  }

  /// The change with a number; nil if it does not wait.
  func one(_ number: Int64, _ cancellation: Cancellation) throws(ServiceError) -> WaitingChange? {
    try read(cancellation) { rows throws(DatabaseError) in try rows.one(number) } ?? nil
  }

  /// The first change of an account after a number.
  func next(
    after number: Int64, of account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> WaitingChange? {
    try read(cancellation) { rows throws(DatabaseError) in try rows.next(after: number, of: account) } ?? nil
  }
}
