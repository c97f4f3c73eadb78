import GazetteerIndex
import Glibc
import Synchronization

/// The changes of locations that a remote service is not known to have stored. Each is written here before it is sent,
/// and removed when the service has answered. So a change is neither lost nor made twice, whatever happens in between.
package final class PendingChanges: Sendable {
  struct Pending: Equatable, Sendable {
    let number: Int64
    var change: LocationChange
    /// Whether it is not as it is in the file.
    var isRebased = false

    /// The same change, of the newer version of a location if it is of the older one. Otherwise the second of two changes
    /// that wait would be refused, because the first has changed the location.
    func rebased(from known: Location, to stored: Location) -> Pending {
      var pending = self
      switch change {
      case .update(known, var draft):
        // What this change leaves as it was is as the other change has made it.
        if draft.place == known.place, draft.coordinate == known.coordinate {
          (draft.place, draft.coordinate) = (stored.place, stored.coordinate)
        }
        if draft.url == known.url { draft.url = stored.url }
        pending.change = .update(stored, draft)
      case .delete(known): pending.change = .delete(stored)
      default: return self
      }
      pending.isRebased = true
      return pending
    }
  }

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

  /// Writes a change. When this returns, it survives the end of the program and a power cut.
  func add(
    _ change: LocationChange, for account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Int64 {
    let record = change.record.json
    return try use(cancellation) { file throws(DatabaseError) in
      try file.database.run(
        "INSERT INTO changes (service, account, change, checksum) VALUES (?, ?, ?, ?)", .text(account.service),
        .text(account.key.text), .bytes(record), .number(Self.checksum(record)))
      return try file.database.number("SELECT last_insert_rowid()") ?? 0
    }
  }

  /// Removes a change that the service has answered.
  ///
  /// - Parameter later: the changes after it. Some may be of the new version of the location now.
  func remove(_ number: Int64, changing later: [Pending] = []) throws(ServiceError) {
    try use(Cancellation()) { file throws(DatabaseError) in
      try file.database.transaction(\.self) { () throws(DatabaseError) in
        try file.database.run("DELETE FROM changes WHERE number = ?", .number(number))
        for pending in later where pending.isRebased {
          let record = pending.change.record.json
          try file.database.run(
            "UPDATE changes SET change = ?, checksum = ? WHERE number = ?", .bytes(record),
            .number(Self.checksum(record)), .number(pending.number))
        }
      }
    }
  }

  /// Whether changes of an account wait.
  func isNeeded(by account: Account, _ cancellation: Cancellation) throws(ServiceError) -> Bool {
    // A file that does not exist is not made.
    if let path, access(path, F_OK) != 0 { return false }
    return try use(cancellation) { file throws(DatabaseError) in
      let statement = try file.database.statement(
        "SELECT 1 FROM changes WHERE service = ? AND account = ? LIMIT 1", .text(account.service),
        .text(account.key.text))
      defer { statement.reset() }
      return try statement.step()
    }
  }

  /// The changes of an account, oldest first, and how many others are damaged. Those stay in the file.
  func all(
    of account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> (whole: [Pending], damaged: Int) {
    try use(cancellation) { file throws(DatabaseError) in
      let statement = try file.database.statement(
        "SELECT number, change, checksum FROM changes WHERE service = ? AND account = ? ORDER BY number",
        .text(account.service), .text(account.key.text))
      defer { statement.reset() }
      var pending: [Pending] = []
      var damaged = 0
      while try statement.step() {
        let record = statement.bytes(1)
        guard Self.checksum(record) == statement.number(2), let value = try? JSONDocument.value(of: record),
          let change = LocationChange(record: value)
        else {
          damaged += 1
          continue
        }
        pending.append(Pending(number: statement.number(0), change: change))
      }
      return (pending, damaged)
    }
  }

  private static func checksum(_ record: [UInt8]) -> Int64 {
    var sum = Checksum()
    sum.add(record)
    return sum.value
  }
}

extension LocationChange {
  /// The change as data that can be read back.
  fileprivate var record: Datum {
    switch self {
    case .create(let draft, let clientID):
      .members(["kind": .own("create"), "client": .own(clientID), "draft": draft.record])
    case .update(let location, let draft):
      .members(["kind": .own("update"), "known": location.record, "draft": draft.record])
    case .delete(let location): .members(["kind": .own("delete"), "known": location.record])
    }
  }

  fileprivate init?(record: Datum) {
    switch record["kind"]?.words?.text {
    case "create":
      guard let draft = LocationDraft(record["draft"]), let id = record["client"]?.words?.text else { return nil }
      self = .create(draft, clientID: id)
    case "update":
      guard let draft = LocationDraft(record["draft"]), let known = Location(record["known"]) else { return nil }
      self = .update(known, draft)
    case "delete":
      guard let known = Location(record["known"]) else { return nil }
      self = .delete(known)
    default: return nil
    }
  }
}

extension Coordinate {
  fileprivate init?(_ record: Datum?) {
    guard let latitude = record?["latitude"]?.number, let longitude = record?["longitude"]?.number else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension LocationDraft {
  fileprivate var record: Datum {
    .members([
      "place": .text(place), "url": .text(url), "latitude": coordinate.map { .decimal($0.latitude) },
      "longitude": coordinate.map { .decimal($0.longitude) },
    ])
  }

  fileprivate init?(_ record: Datum?) {
    guard let place = record?["place"]?.words, let url = record?["url"]?.words else { return nil }
    self.init(place: place, url: url, coordinate: Coordinate(record))
  }
}

extension Location {
  fileprivate var record: Datum {
    .members([
      "id": .own(id), "owner": .text(owner), "first": .text(firstName), "last": .text(lastName), "place": .text(place),
      "url": .text(url), "latitude": coordinate.map { .decimal($0.latitude) },
      "longitude": coordinate.map { .decimal($0.longitude) }, "created": .integer(created),
      "updated": .integer(updated),
    ])
  }

  fileprivate init?(_ record: Datum?) {
    guard let record, let id = record["id"]?.words?.text, let owner = record["owner"]?.words,
      let created = record["created"]?.integer, let updated = record["updated"]?.integer
    else { return nil }
    self.init(
      id: id, owner: owner, firstName: record["first"]?.words ?? Untrusted(""),
      lastName: record["last"]?.words ?? Untrusted(""), place: record["place"]?.words ?? Untrusted(""),
      url: record["url"]?.words ?? Untrusted(""), coordinate: Coordinate(record), created: created, updated: updated)
  }
}
