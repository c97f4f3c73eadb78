import GazetteerIndex
import Glibc
import Synchronization

/// Saves messages before they are sent, and what happened to each copy. Several sessions share the file. When a call
/// returns, what it changed is on the disk. Messages of which nothing is waited for are removed after a while.
package final class OutboxStore: Sendable {
  private let file: Mutex<UserDatabase>
  private let path: String?
  private let mostKept: Int
  private let now: @Sendable () -> Int64

  /// How long messages are kept of which nothing is waited for, in seconds.
  package static let longestKept: Int64 = 90 * 86_400

  /// - Parameters:
  ///   - path: the file, which need not exist; nil: the messages are kept in memory.
  ///   - mostKept: how many messages are kept, unless more of them wait.
  ///   - now: seconds since 1970-01-01 00:00 UTC.
  package init(path: String?, mostKept: Int = 1000, now: @escaping @Sendable () -> Int64 = { 0 }) {
    self.path = path
    self.mostKept = mostKept
    self.now = now
    file = Mutex(UserDatabase(OutboxRows.schema, path: path, now: now))
  }

  /// Notices for the user. Each is returned only once.
  package func takeNotices() -> [Message] { file.withLock { $0.takeNotices() } }

  /// Saves a message, whose copies then wait. Returns it with its numbers.
  @discardableResult
  package func add(
    _ message: OutboxMessage, cancellation: Cancellation = Cancellation()
  ) throws(StoreError) -> OutboxMessage {
    let (age, most) = (now() - Self.longestKept, mostKept)
    let saved: [OutboxMessage] = try write(cancellation) { database throws(DatabaseError) in
      let number = try OutboxRows.insert(message, in: database)
      try OutboxRows.remove(try OutboxRows.settled(before: age, beyond: most, in: database), in: database)
      return try OutboxRows.messages(.numbers([number]), in: database)
    }
    return saved.first ?? message
  }

  /// Some messages. Others are not read.
  package func messages(
    _ wanted: OutboxSelection = .newest(nil), cancellation: Cancellation = Cancellation()
  ) throws(StoreError) -> OutboxExcerpt {
    let found: OutboxExcerpt? = try read(cancellation) { database throws(DatabaseError) in
      OutboxExcerpt(
        try OutboxRows.messages(wanted, in: database), of: try OutboxRows.count("messages", in: database),
        copies: try OutboxRows.count("deliveries", in: database))
    }
    return found ?? OutboxExcerpt()
  }

  /// A message; nil if there is none of this number.
  package func message(
    _ number: Int64, cancellation: Cancellation = Cancellation()
  ) throws(StoreError) -> OutboxMessage? {
    try messages(.numbers([number]), cancellation: cancellation).messages.first
  }

  /// Removes messages, unless a copy waits or is being sent. Returns how many were removed.
  ///
  /// - Parameter numbers: which; nil: all of which nothing is waited for.
  package func remove(
    _ numbers: Set<Int64>?, cancellation: Cancellation = Cancellation()
  ) throws(StoreError) -> Int {
    try write(cancellation) { database throws(DatabaseError) in
      let removed: [Int64]
      if let numbers {
        removed = try OutboxRows.messages(.numbers(numbers), in: database)
          .filter { $0.deliveries.allSatisfy(\.state.isEnd) }.map(\.number)
      } else {
        removed = try OutboxRows.settled(before: .max, beyond: 0, in: database)
      }
      try OutboxRows.remove(removed, in: database)
      return removed.count
    }
  }

  /// Changes the state of those copies that are in one of the states `from`. Returns the ids of the changed ones.
  @discardableResult
  package func change(
    _ ids: [Int64], from: Set<DeliveryState>, to state: DeliveryState, because reason: Untrusted = Untrusted(""),
    cancellation: Cancellation = Cancellation()
  ) throws(StoreError) -> [Int64] {
    let now = now()
    return try write(cancellation) { database throws(DatabaseError) in
      var changed: [Int64] = []
      for id in ids {
        guard var delivery = try OutboxRows.delivery(id, in: database), from.contains(delivery.state) else { continue }
        (delivery.state, delivery.reason, delivery.changed) = (state, reason, now)
        try OutboxRows.update(delivery, in: database)
        changed.append(id)
      }
      return changed
    }
  }

  /// Runs `body` while no other program sends messages of this outbox. Copies that a killed program was handing over
  /// are unknown from then on.
  package func whileSending<Value>(
    _ cancellation: Cancellation, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let path else { return try body() }
    let lock = try Self.lockFile(of: path)
    // Keeps the file open, and so locked, until the end.
    defer { _ = try? lock.status() }
    while true {
      do throws(SystemError) {
        try FileLock.lock(lock.descriptor, cancellation: cancellation)
        break
      } catch {
        // Another program may need minutes to send its messages.
        if error.code != EWOULDBLOCK || cancellation.isCancelled { throw StoreError(error) }
      }
    }
    try settle(cancellation)
    return try body()
  }

  /// Finds copies that a killed program was handing over, unless somebody is sending now.
  ///
  /// - Parameter milliseconds: how long to wait until nobody is sending.
  package func settleIfIdle(
    after milliseconds: Int = 1, cancellation: Cancellation = Cancellation()
  ) throws(StoreError) {
    guard let path, access(path, F_OK) == 0 else { return }
    let lock = try Self.lockFile(of: path)
    defer { _ = try? lock.status() }
    guard (try? FileLock.lock(lock.descriptor, milliseconds: milliseconds, cancellation: cancellation)) != nil else {
      return
    }
    try settle(cancellation)
  }

  /// Must run while the lock is held.
  private func settle(_ cancellation: Cancellation) throws(StoreError) {
    let left: [Int64] =
      try read(cancellation) { database throws(DatabaseError) in
        try OutboxRows.sending(in: database)
      } ?? []
    guard !left.isEmpty else { return }
    try change(
      left, from: [.sending], to: .unknown, because: Untrusted("gaz ended while it was sent"),
      cancellation: cancellation)
  }

  private static func lockFile(of path: String) throws(StoreError) -> OpenFile {
    do throws(SystemError) {
      try PrivateFile.make(path + ".lock")
      return try OpenFile(path + ".lock", O_RDWR)
    } catch {
      throw StoreError(error)
    }
  }

  private func read<Value: Sendable>(
    _ cancellation: Cancellation, _ body: @Sendable (Database) throws(DatabaseError) -> Value
  ) throws(StoreError) -> Value? {
    try file.withLock { file throws(StoreError) in try file.read(cancellation, body) }
  }

  private func write<Value: Sendable>(
    _ cancellation: Cancellation, _ body: @Sendable (Database) throws(DatabaseError) -> Value
  ) throws(StoreError) -> Value {
    try file.withLock { file throws(StoreError) in
      try file.write(cancellation) { database throws(StoreError) in
        try StoreError.wrapping { () throws(DatabaseError) in try body(database) }
      }
    }
  }
}
