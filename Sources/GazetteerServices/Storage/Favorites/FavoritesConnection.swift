import GazetteerIndex
import Glibc

/// A session's connection to the file of favorites. It opens the file again if the file at the path was replaced, and
/// repairs it if it is damaged. Used by one thread at a time.
final class FavoritesConnection {
  /// The file; nil: favorites are kept in memory.
  private(set) var path: String?
  private let now: () -> Int64
  private var file: FavoritesDatabase?
  private var notices: [Message] = []
  /// The last revision that `update` returned, and SQLite's data version at that time.
  private var lastUpdate: (revision: Int64, dataVersion: Int64)?
  /// The day that is known to have a backup.
  private var dayOfBackup = ""
  private var cancellation = Cancellation()
  private var patience = FavoritesStore.Patience.full

  /// The notice for the user when favorites are kept in memory.
  private var warning: Message?
  /// Whether favorites are kept in memory because no file can be made.
  private(set) var endsWithSession = false

  init(path: String?, now: @escaping () -> Int64, warning: Message?) {
    self.path = path
    self.now = now
    self.warning = warning
  }

  func takeNotices() -> [Message] {
    defer { notices = [] }
    return notices
  }

  /// Runs `body`. If this shows that the file is damaged, repairs it and runs `body` again.
  func run<Value>(
    _ cancellation: Cancellation, _ patience: FavoritesStore.Patience = .full,
    _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    self.cancellation = cancellation
    self.patience = patience
    file?.database.cancellation = cancellation
    file?.database.lockAttempts = patience.lockAttempts
    do throws(StoreError) {
      do throws(StoreError) {
        return try body()
      } catch {
        guard error == .damaged, let path else { throw error }
        (file, lastUpdate) = (nil, nil)
        let rescued = try FavoritesRescue(of: path, at: now(), cancellation).run()
        file = rescued.file
        notices += rescued.notices
        return try body()
      }
    } catch {
      // If the wait for a lock is cancelled, SQLite reports that the file is busy.
      throw error == .busy && cancellation.isCancelled ? .cancelled : error
    }
  }

  /// What has changed since a revision; nil if nothing has.
  func update(since revision: Int64) throws(StoreError) -> FavoritesUpdate? {
    guard let file = try opened() else {
      // Without a file there are no favorites.
      return revision == 0 ? nil : FavoritesUpdate(revision: 0, isWhole: true, changed: [])
    }
    return try StoreError.wrapping { () throws(DatabaseError) in
      let version = try file.dataVersion()
      if let lastUpdate, lastUpdate == (revision, version) { return nil }
      try file.database.run("BEGIN")
      defer { try? file.database.run("COMMIT") }
      let last = try file.lastEdit()
      let isWhole = lastUpdate == nil || revision > last
      var update: FavoritesUpdate?
      if isWhole || last > revision {
        update = FavoritesUpdate(
          revision: last, isWhole: isWhole,
          changed: isWhole ? try file.favorites() : try file.favorites(after: revision),
          removed: isWhole ? [] : try file.removed(after: revision))
      }
      lastUpdate = (last, version)
      return update
    }
  }

  /// Saves a whole edit, or nothing.
  func keep(_ edit: FavoritesEdit, by author: String) throws(StoreError) -> KeptEdit {
    while true {
      let file = try openedOrMade()
      if let refusal = file.refusal { throw refusal }
      try file.check()
      file.leaveWriteAheadLog()
      guard let number = try keep(edit, by: author, in: file) else { continue }
      // A connection's own edits do not change its data version, so the next `update` must not rely on it.
      lastUpdate?.dataVersion = -1
      return KeptEdit(number: number, author: author, edit: edit)
    }
  }

  /// Returns the number of the edit; nil if another session has repaired the file and put a new one at the path. An
  /// edit of the old file would be lost.
  func keep(_ edit: FavoritesEdit, by author: String, in file: FavoritesDatabase) throws(StoreError) -> Int64? {
    try file.database.transaction(StoreError.init) { () throws(StoreError) in
      if let path, !file.isStill(at: path) { return nil }
      let isAsBefore = try StoreError.wrapping { () throws(DatabaseError) in
        for change in edit.changes {
          guard let id = change.id, try file.favorite(id) == change.before else { return false }
        }
        return try !file.hasMeanwhile(edit)
      }
      guard isAsBefore else { throw .changedMeanwhile }
      return try StoreError.wrapping { () throws(DatabaseError) in try file.insert(edit, by: author) }
    }
  }

  func edits(of id: FavoriteID?, after number: Int64) throws(StoreError) -> [KeptEdit] {
    guard let file = try opened() else { return [] }
    return try StoreError.wrapping { () throws(DatabaseError) in try file.edits(of: id, after: number) }
  }

  func backUpWhereDue() {
    let today = DatabaseBackups.day(now())
    guard dayOfBackup != today, let path, let file, file.refusal == nil else { return }
    dayOfBackup = today
    let backups = DatabaseBackups(of: path)
    guard backups.isDue(at: now()), (try? file.check()) != nil, (try? file.favorites()) != nil else { return }
    backups.make(of: file.database, at: now())
  }
}

extension FavoritesConnection {
  /// The file, opened; nil if it does not exist.
  private func opened() throws(StoreError) -> FavoritesDatabase? {
    guard let path else { return file }
    if let file, file.isStill(at: path) || file.isDetached { return file }
    (file, lastUpdate) = (nil, nil)
    guard access(path, F_OK) == 0 else {
      // With any other error, the file may exist.
      guard [ENOENT, ENOTDIR].contains(errno) else { throw StoreError(SystemError()) }
      return nil
    }
    if DatabaseBackups(of: path).isEmptied(path) { throw .damaged }
    let opened: FavoritesDatabase
    do throws(StoreError) {
      opened = try FavoritesDatabase.current(path, cancellation, patience)
    } catch {
      // A session that was killed has left a journal. SQLite would first have to repair the file with it, but cannot
      // write.
      guard error == .readOnly else { throw error }
      opened = try FavoritesDatabase(path, .immutable, cancellation: cancellation, patience: patience)
    }
    if case .newerVersion(let version) = opened.refusal { notices.append(.newer(path, version)) }
    file = opened
    return opened
  }

  private func openedOrMade() throws(StoreError) -> FavoritesDatabase {
    if let file = try opened() { return file }
    if let path {
      do throws(SystemError) {
        try PrivateFile.makeFolder(of: path)
      } catch {
        // A problem that may pass is an error. A permanent one must not stop the user from working, so favorites are
        // kept in memory.
        guard error.isPermanent else { throw StoreError(error) }
        (self.path, warning) = (nil, .inMemory(path, error.reason))
      }
    }
    if let path {
      try make(path)
      if let file = try opened() { return file }
    }
    if let warning {
      notices.append(warning)
      endsWithSession = true
    }
    let made = try FavoritesDatabase(nil, cancellation: cancellation)
    file = made
    return made
  }

  /// Makes the file under another name first, so that no session finds it without its tables.
  private func make(_ path: String) throws(StoreError) {
    try FolderLock.hold(folderOf: path, StoreError.init, cancellation: cancellation) { () throws(StoreError) in
      // Another session may have made the file in the meantime.
      guard access(path, F_OK) != 0 else { return }
      guard !PrivateFile.isTaken(path) else { throw .failed(reason: "it is a link to a file that does not exist") }
      let new = path + ".new"
      let backups = DatabaseBackups(of: path)
      try FavoritesDatabase.make(new, cancellation) { file throws(StoreError) in
        // The backups have edits of an older file. New edits must not get the same numbers.
        try StoreError.wrapping { () throws(DatabaseError) in try file.count(from: backups.lastEdit) }
      }
      guard rename(new, path) == 0 else { throw StoreError(SystemError()) }
      PrivateFile.flushFolder(of: path)
      if !backups.isEmpty { notices.append(.madeAgain(path, copies: backups.folder)) }
    }
  }
}

extension SystemError {
  /// Whether trying again to make a file would not help.
  fileprivate var isPermanent: Bool {
    [EACCES, EPERM, EROFS, ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG].contains(code)
  }
}

extension Message {
  fileprivate static func newer(_ path: String, _ version: Int64) -> Message {
    """
    "\(Untrusted(path))" was written by a newer gaz (version \(version) of the file): favorites can be \
    read, but not changed
    """
  }

  fileprivate static func inMemory(_ path: String, _ reason: String) -> Message {
    """
    favorites cannot be saved in "\(Untrusted(path))": \(own: reason); they last for this session; \
    try: --data DIR
    """
  }

  fileprivate static func madeAgain(_ path: String, copies: String) -> Message {
    "\"\(Untrusted(path))\" was missing and was created again; copies of the old file are in \"\(Untrusted(copies))\""
  }
}
