import GazetteerIndex
import Glibc
import Synchronization

/// The changes of locations that a service is not known to have stored. Each is written here before anything that takes
/// time, and removed when the service has answered. So a change is neither lost nor made twice, whatever happens in
/// between.
///
///     add ─► linkAnswered ─► begin ─┬─► finish: stored, so later changes are of the new version
///      │                            ├─► refuse: not stored, so later changes are of what was there before
///      ├─► refuse                   └─► postpone: it still waits
///      └─► postpone: nobody knows whether the link answers
package final class PendingChanges: Sendable {
  /// "gazC", in the header of the file.
  private static let kind = DatabaseKind(
    application: 0x6761_7A43, version: 1,
    schema: """
      CREATE TABLE changes (
        number INTEGER PRIMARY KEY AUTOINCREMENT, service TEXT NOT NULL, account TEXT NOT NULL, change BLOB NOT NULL,
        checksum INTEGER NOT NULL
      ) STRICT;
      """)

  private let path: String?
  /// Opened at the first call.
  private let file = Mutex<File?>(nil)

  // Unchecked: it is used only under the lock.
  private final class File: @unchecked Sendable {
    let database: Database
    init(_ database: Database) { self.database = database }
  }

  /// - Parameter path: the file, which need not exist; nil: in memory.
  package init(path: String?) { self.path = path }

  private func use<Value: Sendable>(
    _ cancellation: Cancellation, _ body: (File) throws(DatabaseError) -> Value
  ) throws(ServiceError) -> Value {
    try file.withLock { known throws(ServiceError) in
      do throws(DatabaseError) {
        let file: File
        if let known { file = known } else { file = File(try Database.opened(path, as: Self.kind, cancellation)) }
        known = file
        file.database.cancellation = cancellation
        return try body(file)
      } catch {
        throw ServiceError(error, path)
      }
    }
  }

  /// Runs `body` as one change of the file.
  private func change<Value: Sendable>(
    _ cancellation: Cancellation = Cancellation(), _ body: (File) throws(DatabaseError) -> Value
  ) throws(ServiceError) -> Value {
    try use(cancellation) { file throws(DatabaseError) in
      try file.database.transaction(\.self) { () throws(DatabaseError) in try body(file) }
    }
  }

  /// Runs `body` while no other program sends changes of this file; returns nil if one does so all the time. Otherwise
  /// two programs could send the same change at once, and a service that makes the ids itself would store it twice.
  func whileAlone<Value: Sendable>(
    _ patience: Duration, _ cancellation: Cancellation, _ body: () throws(ServiceError) -> Value
  ) throws(ServiceError) -> Value? {
    guard let path else { return try body() }
    // Not the file itself: closing it would release the locks of SQLite.
    PrivateFile.makeFolders(above: path)
    let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw .storage("\"\(Untrusted(path)).lock\" cannot be opened: \(own: SystemError().reason)")
    }
    defer { close(descriptor) }
    do throws(SystemError) {
      try FileLock.lock(
        Descriptor(descriptor), milliseconds: Int(patience.components.seconds) * 1000, cancellation: cancellation)
    } catch {
      if cancellation.isCancelled { throw .cancelled }
      if error.code == EWOULDBLOCK { return nil }
      throw .storage("\"\(Untrusted(path)).lock\" cannot be locked: \(own: error.reason)")
    }
    return try body()
  }
}

/// Reading.
extension PendingChanges {
  /// Whether there is no file. It is not made before the first change.
  private var isMissing: Bool { path.map { access($0, F_OK) != 0 } ?? false }

  /// Whether changes of an account wait.
  func isNeeded(by account: Account, _ cancellation: Cancellation) throws(ServiceError) -> Bool {
    guard !isMissing else { return false }
    return try use(cancellation) { file throws(DatabaseError) in
      let statement = try file.database.statement(
        "SELECT 1 FROM changes WHERE service = ? AND account = ? LIMIT 1", .text(account.service),
        .text(account.key.text))
      defer { statement.reset() }
      return try statement.step()
    }
  }

  /// The changes of all accounts, oldest first, and how many others are damaged. Those stay in the file.
  package func all(_ cancellation: Cancellation) throws(ServiceError) -> WaitingChanges {
    guard !isMissing else { return WaitingChanges() }
    return try use(cancellation) { file throws(DatabaseError) in
      try Self.read(file.database.statement("\(Self.columns) ORDER BY number"))
    }
  }

  /// The same of one account.
  func all(of account: Account, _ cancellation: Cancellation) throws(ServiceError) -> WaitingChanges {
    guard !isMissing else { return WaitingChanges() }
    return try use(cancellation) { file throws(DatabaseError) in
      try Self.all(in: file, account.service, account.key)
    }
  }

  /// The change with a number; nil if it does not wait.
  func one(_ number: Int64, _ cancellation: Cancellation) throws(ServiceError) -> WaitingChange? {
    try use(cancellation) { file throws(DatabaseError) in try Self.one(number, in: file) }
  }

  /// The first change of an account after a number.
  func next(
    after number: Int64, of account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> WaitingChange? {
    try use(cancellation) { file throws(DatabaseError) in
      let statement = try file.database.statement(
        "\(Self.columns) WHERE service = ? AND account = ? AND number > ? ORDER BY number", .text(account.service),
        .text(account.key.text), .number(number))
      defer { statement.reset() }
      while try statement.step() {
        if let change = Self.change(statement) { return change }
      }
      return nil
    }
  }

  private static let columns = "SELECT number, service, account, change, checksum FROM changes"

  private static func all(
    in file: File, _ service: String, _ account: Untrusted
  ) throws(DatabaseError) -> WaitingChanges {
    try read(
      file.database.statement(
        "\(columns) WHERE service = ? AND account = ? ORDER BY number", .text(service), .text(account.text)))
  }

  private static func one(_ number: Int64, in file: File) throws(DatabaseError) -> WaitingChange? {
    try read(file.database.statement("\(columns) WHERE number = ?", .number(number))).changes.first
  }

  /// The changes of a location that come after a change.
  private static func later(than change: WaitingChange, in file: File) throws(DatabaseError) -> [WaitingChange] {
    let id = change.change.locationID
    let isPlain = !id.isEmpty && id.utf8.allSatisfy { "0123456789abcdefghijklmnopqrstuvwxyz-".utf8.contains($0) }
    let rows = "\(columns) WHERE service = ? AND account = ? AND number > ?"
    let values: [DatabaseValue] = [.text(change.service), .text(change.account.text), .number(change.number)]
    // Most changes are of other locations, and need not be read.
    let statement =
      isPlain
      ? try file.database.statement(
        "\(rows) AND instr(change, ?) > 0 ORDER BY number", values[0], values[1], values[2], .bytes(Array(id.utf8)))
      : try file.database.statement("\(rows) ORDER BY number", values[0], values[1], values[2])
    return try read(statement).changes.filter { $0.change.locationID == id }
  }

  private static func read(_ statement: DatabaseStatement) throws(DatabaseError) -> WaitingChanges {
    defer { statement.reset() }
    var all = WaitingChanges()
    while try statement.step() {
      if let change = change(statement) { all.changes.append(change) } else { all.damaged += 1 }
    }
    return all
  }

  /// The change of a row; nil if it is damaged.
  private static func change(_ statement: DatabaseStatement) -> WaitingChange? {
    let record = statement.bytes(3)
    guard checksum(record) == statement.number(4), let value = try? JSONDocument.value(of: record) else { return nil }
    return WaitingChange(
      number: statement.number(0), service: statement.text(1), account: Untrusted(statement.text(2)), record: value)
  }

  private static func checksum(_ record: [UInt8]) -> Int64 {
    var sum = Checksum()
    sum.add(record)
    return sum.value
  }
}

/// Changing.
extension PendingChanges {
  /// Writes a change. When this returns, it survives the end of the program and a power cut.
  ///
  /// - Returns: its number; nil if it is of a location that waited when the user saw it, but does not any more.
  func add(
    _ change: LocationChange, checksLink: Bool = false, for account: Account, at time: Int64 = 0,
    _ cancellation: Cancellation
  ) throws(ServiceError) -> Int64? {
    try self.change(cancellation) { file throws(DatabaseError) in
      var new = WaitingChange(
        number: 0, service: account.service, account: account.key, user: account.user, change, time: time)
      new.checksLink = checksLink
      if change.known?.isWaiting == true {
        let all = try Self.all(in: file, account.service, account.key).changes
        guard all.contains(where: { $0.change.locationID == change.locationID }) else { return nil }
      }
      let record = new.record.json
      try file.database.run(
        "INSERT INTO changes (service, account, change, checksum) VALUES (?, ?, ?, ?)", .text(account.service),
        .text(account.key.text), .bytes(record), .number(Self.checksum(record)))
      return try file.database.number("SELECT last_insert_rowid()") ?? 0
    }
  }

  private static func write(_ change: WaitingChange, in file: File) throws(DatabaseError) {
    let record = change.record.json
    try file.database.run(
      "UPDATE changes SET change = ?, checksum = ? WHERE number = ?", .bytes(record), .number(checksum(record)),
      .number(change.number))
  }

  private static func delete(_ number: Int64, in file: File) throws(DatabaseError) {
    try file.database.run("DELETE FROM changes WHERE number = ?", .number(number))
  }

  /// Records that a link has answered, if the change still has it.
  func linkAnswered(_ checked: WaitingChange) throws(ServiceError) {
    try change { file throws(DatabaseError) in
      guard var known = try Self.one(checked.number, in: file), known.change.draft?.url == checked.change.draft?.url
      else { return }
      known.checksLink = false
      try Self.write(known, in: file)
    }
  }

  /// Records that a change is about to be sent, and returns it as it is now; nil if it was taken out, or if its link was
  /// replaced by another one.
  func begin(_ number: Int64) throws(ServiceError) -> WaitingChange? {
    try change { file throws(DatabaseError) in
      guard let known = try Self.one(number, in: file), !known.checksLink else { return nil }
      var begun = known
      begun.mayBeStored = true
      try Self.write(begun, in: file)
      return known
    }
  }

  /// Records why a change still waits.
  ///
  /// - Parameter change: as `begin` returned it, or as it was read.
  /// - Parameters:
  ///   - wasSent: after `begin`, whether the service may have stored it this time; nil if it was not begun.
  ///   - wasPutOff: whether the service has put it off this time.
  func postpone(
    _ change: WaitingChange, because reason: Message, wasSent: Bool? = nil, wasPutOff: Bool = false
  ) throws(ServiceError) {
    try self.change { file throws(DatabaseError) in
      guard var known = try Self.one(change.number, in: file) else { return }
      if let wasSent { known.mayBeStored = change.mayBeStored || wasSent }
      known.wasPutOff = known.wasPutOff || wasPutOff
      known.reason = Untrusted(reason.neutralised)
      try Self.write(known, in: file)
    }
  }

  /// Removes a change that the service has made. Later changes of the location are of its new version from now on.
  ///
  /// - Parameter stored: nil after a deletion.
  func finish(_ change: WaitingChange, stored: Location?) throws(ServiceError) {
    try self.change { file throws(DatabaseError) in
      try Self.delete(change.number, in: file)
      guard let stored else { return }
      for later in try Self.later(than: change, in: file) {
        try Self.write(later.rebased(on: stored), in: file)
      }
    }
  }

  /// Removes a change whose link does not answer, unless another program has found that it does.
  ///
  /// - Returns: whether it is removed.
  func refuseUnsent(_ change: WaitingChange) throws(ServiceError) -> Bool {
    try self.change { file throws(DatabaseError) in
      if let known = try Self.one(change.number, in: file), !known.checksLink || known.mayBeStored { return false }
      try Self.remove(change, in: file)
      return true
    }
  }

  /// Removes a change that was not sent, if a later change of the location has another link, or deletes the location.
  ///
  /// - Returns: whether it is removed.
  func refuseReplaced(_ change: WaitingChange) throws(ServiceError) -> Bool {
    try self.change { file throws(DatabaseError) in
      guard let known = try Self.one(change.number, in: file), known.checksLink, !known.mayBeStored,
        try Self.later(than: known, in: file).contains(where: { $0.change.draft?.url != known.change.draft?.url })
      else { return false }
      try Self.remove(known, in: file)
      return true
    }
  }

  /// Removes a change that will never be made.
  func refuse(_ change: WaitingChange) throws(ServiceError) {
    try self.change { file throws(DatabaseError) in try Self.remove(change, in: file) }
  }

  /// Removes a change. Later changes of the location are of what was there before.
  private static func remove(_ change: WaitingChange, in file: File) throws(DatabaseError) {
    try Self.delete(change.number, in: file)
    let later = try Self.later(than: change, in: file)
    switch change.change {
    case .create(let draft, let clientID):
      guard let next = later.first else { return }
      guard case .update(_, let newer) = next.change else { return try Self.delete(next.number, in: file) }
      var new = next
      new.change = .create(newer, clientID: clientID)
      // Nobody has checked it after that change.
      if newer.url == draft.url { new.checksLink = new.checksLink || change.checksLink }
      try Self.write(new, in: file)
    case .update(let before, _):
      for later in later where later.change.known?.updated == before.updated {
        try Self.write(later.rebased(on: before), in: file)
      }
    case .delete: return
    }
  }

  /// Removes a change that the user does not want any more, and those that build on it. Returns them as they were.
  func cancel(_ number: Int64) throws(ServiceError) -> [WaitingChange] {
    guard !isMissing else { return [] }
    return try change { file throws(DatabaseError) in
      guard let known = try Self.one(number, in: file) else { return [] }
      let all = [known] + (try Self.later(than: known, in: file))
      for change in all { try Self.delete(change.number, in: file) }
      return all
    }
  }

  /// Removes a change unless the service may have stored it. Returns what was removed.
  func withdraw(_ number: Int64) throws(ServiceError) -> WaitingChange? {
    try change { file throws(DatabaseError) in
      guard let known = try Self.one(number, in: file), !known.mayBeStored else { return nil }
      try Self.delete(number, in: file)
      return known
    }
  }
}

extension WaitingChange {
  /// The same change, of another version of its location. Otherwise the second of two changes that wait would be refused,
  /// because the first has changed the location.
  fileprivate func rebased(on stored: Location) -> WaitingChange {
    var rebased = self
    switch change {
    case .create: break
    case .update(let known, var draft):
      // What this change leaves as it was is as the other change has made it. What it replaces stays as the user has seen
      // it, because there may be other changes in between.
      var version = stored
      if draft.place == known.place, draft.coordinate == known.coordinate {
        (draft.place, draft.coordinate) = (stored.place, stored.coordinate)
      } else {
        (version.place, version.coordinate) = (known.place, known.coordinate)
      }
      if draft.url == known.url { draft.url = stored.url } else { version.url = known.url }
      rebased.change = .update(version, draft)
    case .delete: rebased.change = .delete(stored)
    }
    return rebased
  }
}
