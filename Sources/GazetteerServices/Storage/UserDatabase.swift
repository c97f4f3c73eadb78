import CSQLite
import GazetteerIndex
import Glibc

/// A small database of the user in a file, such as the contacts. Used by one thread at a time.
///
/// What a write has changed is on the disk when it returns. Every row has a checksum, and the table `properties` has
/// the sum of all of them, so that missing rows are found. The file is checked as a whole when it is opened. Once a day
/// it is copied. A damaged file is kept under another name, and the newest sound copy takes its place.
final class UserDatabase {
  private let schema: UserSchema
  /// The file; nil: the tables are in memory.
  private var path: String?
  private let now: () -> Int64
  private var database: Database?
  private var identity: FileIdentity?
  /// Why nothing can be written; nil if it can.
  private var refusal: StoreError?
  private var dayOfBackup = ""
  private var notices: [Message] = []
  private var cancellation = Cancellation()

  /// - Parameters:
  ///   - path: the file, which need not exist; nil: the tables are in memory.
  ///   - now: seconds since 1970-01-01 00:00 UTC.
  init(_ schema: UserSchema, path: String?, now: @escaping () -> Int64) {
    self.schema = schema
    self.path = path
    self.now = now
  }

  /// Notices for the user. Each is returned only once.
  func takeNotices() -> [Message] {
    defer { notices = [] }
    return notices
  }

  /// Reads from the file; nil if there is none.
  func read<Value>(
    _ cancellation: Cancellation, _ body: (Database) throws(DatabaseError) -> Value
  ) throws(StoreError) -> Value? {
    try repairing(cancellation) { () throws(StoreError) in
      guard let database = try opened() else { return nil }
      if schema.mustBeSaved, let refusal, case .newerVersion = refusal { throw refusal }
      return try StoreError.wrapping { () throws(DatabaseError) in try body(database) }
    }
  }

  /// Writes in one transaction: everything, or nothing if `body` throws.
  func write<Value>(
    _ cancellation: Cancellation, _ body: (Database) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try repairing(cancellation) { () throws(StoreError) in
      while true {
        let database = try openedOrMade()
        if let refusal { throw refusal }
        let value = try database.transaction(StoreError.init) { () throws(StoreError) -> Value? in
          // Another session may have repaired the file and put a new one at the path.
          if let path, FileIdentity(path) != identity { return nil }
          let value = try body(database)
          try StoreError.wrapping { () throws(DatabaseError) in try schema.sumUp(database) }
          return value
        }
        guard let value else { continue }
        backUpWhereDue(database)
        return value
      }
    }
  }

  /// Runs `body`. If this shows that the file is damaged, replaces the file and runs `body` again.
  private func repairing<Value>(
    _ cancellation: Cancellation, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    self.cancellation = cancellation
    database?.cancellation = cancellation
    do throws(StoreError) {
      do throws(StoreError) {
        return try body()
      } catch {
        guard error == .damaged, let path else { throw error }
        close()
        try replaceDamaged(path)
        return try body()
      }
    } catch {
      throw error == .busy && cancellation.isCancelled ? .cancelled : error
    }
  }

  private func close() { (database, identity, refusal) = (nil, nil, nil) }

  /// The file, opened; nil if there is none.
  private func opened() throws(StoreError) -> Database? {
    guard let path else { return database }
    if let database, FileIdentity(path) == identity { return database }
    close()
    guard access(path, F_OK) == 0 else {
      guard [ENOENT, ENOTDIR].contains(errno) else { throw StoreError(SystemError()) }
      return nil
    }
    if DatabaseBackups(of: path).isEmptied(path) { throw .damaged }
    let identity = FileIdentity(path)
    let file = try schema.open(path, cancellation)
    refusal = file.refusal
    if case .newerVersion = refusal, !schema.mustBeSaved { notices.append(.newer(schema.what, path)) }
    (database, self.identity) = (file.database, identity)
    // Sessions that only read make no copy, unless there is only one of an older version, which does not take the place of
    // a damaged file. The session that has changed the version may have ended before it made another.
    if file.refusal == nil, DatabaseBackups(of: path).areOutdated { backUpWhereDue(file.database) }
    return file.database
  }

  private func openedOrMade() throws(StoreError) -> Database {
    if let database = try opened() { return database }
    if let path {
      do throws(StoreError) {
        try StoreError.wrappingSystem { () throws(SystemError) in try PrivateFile.makeFolder(of: path) }
        try make(path)
        guard let database = try opened() else { throw .busy }
        return database
      } catch {
        // A problem that may pass is an error. A permanent one must not stop the user from working.
        let missing = StoreError(SystemError(ENOENT))
        guard [.readOnly, missing].contains(error), !schema.mustBeSaved else { throw error }
        notices.append(.inMemory(schema.what, path))
      }
    }
    path = nil
    let made = try schema.made(nil, cancellation)
    database = made
    return made
  }

  /// Makes the file under another name first, so that no session finds it without its tables.
  private func make(_ path: String) throws(StoreError) {
    try FolderLock.hold(folderOf: path, StoreError.init, cancellation: cancellation) { () throws(StoreError) in
      guard access(path, F_OK) != 0 else { return }
      try makeNew(path) { _ in }
      guard rename(path + ".new", path) == 0 else { throw StoreError(SystemError()) }
      PrivateFile.flushFolder(of: path)
    }
  }

  /// Makes the file `path.new` with what `fill` writes.
  private func makeNew(_ path: String, _ fill: (Database) throws(StoreError) -> Void) throws(StoreError) {
    let new = path + ".new"
    for ending in ["", "-journal"] { unlink(new + ending) }
    do throws(StoreError) {
      try StoreError.wrappingSystem { () throws(SystemError) in try PrivateFile.make(new) }
      try fill(try schema.made(new, cancellation))
    } catch {
      unlink(new)
      throw error
    }
  }

  private func backUpWhereDue(_ database: Database) {
    let today = DatabaseBackups.day(now())
    guard dayOfBackup != today, let path else { return }
    dayOfBackup = today
    let backups = DatabaseBackups(of: path)
    if backups.isDue(at: now()) { backups.make(of: database, at: now()) }
  }
}

extension UserDatabase {
  /// Keeps a damaged file under another name, and puts the newest sound copy, or an empty file, in its place.
  private func replaceDamaged(_ path: String) throws(StoreError) {
    let path = PrivateFile.followed(path)
    try FolderLock.hold(folderOf: path, StoreError.init, cancellation: cancellation) { () throws(StoreError) in
      // Another session may have repaired it in the meantime.
      if (try? schema.open(path, cancellation, .readOnly)) != nil, !DatabaseBackups(of: path).isEmptied(path) { return }
      try DatabaseLock.hold(path, StoreError.init, cancellation: cancellation) { () throws(StoreError) in
        let damaged = DamagedFile(path, cancellation)
        try damaged.requireReadable()
        let kept = damaged.freeName(at: now())
        var day: String?
        var content: Message?
        try makeNew(path) { new throws(StoreError) in
          for backup in DatabaseBackups(of: path).newestFirst(at: now()) {
            guard let sound = try? schema.open(backup, cancellation, .readOnly) else { continue }
            try StoreError.wrapping { () throws(DatabaseError) in try sound.database.copy(to: new) }
            day = String(backup.suffix(10))
            break
          }
          try new.transaction(StoreError.init) { () throws(StoreError) in
            if day != nil {
              try StoreError.wrapping { () throws(DatabaseError) in try schema.afterRestoring(new) }
            }
            content = try rescued(from: damaged, to: new, day)
            try StoreError.wrapping { () throws(DatabaseError) in try schema.sumUp(new) }
          }
        }
        if cancellation.isCancelled { throw .cancelled }
        guard link(path, kept) == 0 else { throw StoreError(SystemError()) }
        // Otherwise SQLite would use it as the journal of the new file.
        rename(path + "-journal", kept + "-journal")
        guard rename(path + ".new", path) == 0 else { throw StoreError(SystemError()) }
        PrivateFile.flushFolder(of: path)
        notices.append(.replaced(schema.what, content ?? .restored(from: day), kept: kept))
      }
    }
  }

  /// Adds what can be read from a damaged file to the new one; nil if nothing is looked for there.
  private func rescued(
    from damaged: DamagedFile, to new: Database, _ day: String?
  ) throws(StoreError) -> Message? {
    guard let rescue = schema.rescue else { return nil }
    return try damaged.read { path, access throws(StoreError) in
      let database = try? Database(path: path, access, cancellation: cancellation)
      if let foreign = try? database?.foreignObject() { throw .foreign(Untrusted(foreign)) }
      return try StoreError.wrapping { () throws(DatabaseError) in try rescue(database, new, day) }
    }
  }
}

extension Message {
  fileprivate static func newer(_ what: String, _ path: String) -> Message {
    "\(own: what) in \"\(Untrusted(path))\" were written by a newer gaz: they can be read, but not changed"
  }

  fileprivate static func inMemory(_ what: String, _ path: String) -> Message {
    "\(own: what) cannot be saved in \"\(Untrusted(path))\", which cannot be written; they last for this session"
  }

  fileprivate static func restored(from day: String?) -> Message {
    day.map { "those of the backup of \(own: $0) are used" } ?? "there is no backup, so there are none now"
  }

  fileprivate static func replaced(_ what: String, _ content: Message, kept: String) -> Message {
    "the file of \(own: what) was damaged; \(content); the damaged file is kept as \"\(Untrusted(kept))\""
  }
}
