import GazetteerIndex
import Glibc

/// Keeps favorites, and every edit of them. The authority on what is kept: an edit is kept when `keep` has returned, and
/// then outlives the process and the power. Sessions share the file. Belongs to one thread.
package final class FavoritesStore {
  /// The file; nil: kept in memory.
  package private(set) var path: String?
  private let now: () -> Int64
  private var file: FavoritesDatabase?
  private var notices: [Message] = []
  /// What `update` has told last, and what the file was then.
  private var told: (revision: Int64, dataVersion: Int64)?
  /// The day of which a copy is known to be there.
  private var dayOfBackup = ""

  /// What is to be said where favorites come to be kept in memory.
  private var warning: Message?
  /// Whether they are, for want of a better place.
  package private(set) var endsWithSession = false

  /// Opens nothing before it is needed.
  ///
  /// - Parameters:
  ///   - path: the file, which need not be there; nil: kept in memory.
  ///   - now: seconds since 1970-01-01 00:00 UTC.
  ///   - warning: what is to be said once favorites are kept in memory, for want of a path.
  package init(path: String?, now: @escaping () -> Int64 = { 0 }, warning: Message? = nil) {
    self.path = path
    self.now = now
    self.warning = warning
  }

  /// What happened that the user should know of, each said once.
  package func takeNotices() -> [Message] {
    defer { notices = [] }
    return notices
  }

  /// What is new since a revision, in this session or another; nil where nothing is. Where nothing is it costs
  /// microseconds, else O(what is new).
  package func update(since revision: Int64) throws(StoreError) -> FavoritesUpdate? {
    try mending { () throws(StoreError) in
      guard let file = try opened() else { return try gone(since: revision) }
      do throws(DatabaseError) {
        let version = try file.dataVersion()
        if let told, told == (revision, version) { return nil }
        try file.database.run("BEGIN")
        defer { try? file.database.run("COMMIT") }
        let last = try file.lastEdit()
        let isWhole = told == nil || revision > last
        var update: FavoritesUpdate?
        if isWhole || last > revision {
          update = FavoritesUpdate(
            revision: last, isWhole: isWhole,
            changed: isWhole ? try file.favorites() : try file.favorites(after: revision),
            removed: isWhole ? [] : try file.removed(after: revision))
        }
        told = (last, version)
        return update
      } catch {
        throw StoreError(error)
      }
    }
  }

  /// There is no file: where there was one, nothing is kept any more.
  private func gone(since revision: Int64) throws(StoreError) -> FavoritesUpdate? {
    revision == 0 ? nil : FavoritesUpdate(revision: 0, isWhole: true, changed: [])
  }

  /// Keeps an edit, all of it or nothing. Every `before` must be what is kept now.
  package func keep(_ edit: FavoritesEdit, by author: String) throws(StoreError) -> KeptEdit {
    try mending { () throws(StoreError) in
      while true {
        let file = try openedOrMade()
        if let refusal = file.refusal { throw refusal }
        try file.check()
        guard let number = try keep(edit, by: author, in: file) else { continue }
        // Of its own edits a connection says nothing.
        told?.dataVersion = -1
        return KeptEdit(number: number, author: author, edit: edit)
      }
    }
  }

  /// The number of the edit; nil where the file is no longer the one of the path, since another session has mended it:
  /// what would be written to it now would be lost.
  func keep(
    _ edit: FavoritesEdit, by author: String, in file: FavoritesDatabase
  ) throws(StoreError) -> Int64? {
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

  /// The edits of a favorite, or of all, oldest first, from a number on.
  package func edits(of id: FavoriteID? = nil, after number: Int64 = 0) throws(StoreError) -> [KeptEdit] {
    try mending { () throws(StoreError) in
      guard let file = try opened() else { return [] }
      return try StoreError.wrapping { () throws(DatabaseError) in try file.edits(of: id, after: number) }
    }
  }

  /// Copies the file where its last copy is not of today. Never fails: a copy less is no loss.
  package func backUpWhereDue() {
    let today = FavoritesBackups.day(now())
    guard dayOfBackup != today, let path, let file, file.refusal == nil else { return }
    dayOfBackup = today
    let backups = FavoritesBackups(of: path)
    guard backups.isDue(at: now()), (try? file.check()) != nil, (try? file.favorites()) != nil else { return }
    backups.make(of: file.database, at: now())
  }

  /// Does `body`; where the file turns out to be damaged, mends it and does `body` once more.
  private func mending<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    do throws(StoreError) {
      return try body()
    } catch {
      guard error == .damaged, let path else { throw error }
      (file, told) = (nil, nil)
      let rescued = try FavoritesRescue(of: path, at: now()).run()
      file = rescued.file
      notices += rescued.notices
      return try body()
    }
  }
}

extension FavoritesStore {
  /// The file, if there is one.
  private func opened() throws(StoreError) -> FavoritesDatabase? {
    guard let path else { return file }
    if let file, file.isStill(at: path) || file.isDetached { return file }
    (file, told) = (nil, nil)
    guard access(path, F_OK) == 0 else {
      // That it cannot be looked for does not mean that nothing is kept.
      guard [ENOENT, ENOTDIR].contains(errno) else { throw StoreError(SystemError()) }
      return nil
    }
    let backups = FavoritesBackups(of: path)
    if backups.isEmptied(path) { throw .damaged }
    let opened: FavoritesDatabase
    do throws(StoreError) {
      opened = try FavoritesDatabase(path) { version throws(StoreError) in try backups.keep(path, ofVersion: version) }
    } catch {
      // A session that was struck down left a journal, by which SQLite would first mend the file.
      guard error == .readOnly else { throw error }
      opened = try FavoritesDatabase(path, .immutable)
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
        // What may be otherwise in a moment is an error; what stays so must not keep anybody from working.
        guard error.meansNowhere else { throw StoreError(error) }
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
    let made = try FavoritesDatabase(nil)
    file = made
    return made
  }

  /// Makes the file under another name first: nobody finds it without its tables.
  private func make(_ path: String) throws(StoreError) {
    try FolderLock.hold(folderOf: path) { () throws(StoreError) in
      // Another session may have done it meanwhile.
      guard access(path, F_OK) != 0 else { return }
      guard !PrivateFile.isTaken(path) else { throw .failed(reason: "it is a link to a file that is not there") }
      let new = path + ".new"
      let backups = FavoritesBackups(of: path)
      try FavoritesDatabase.make(new) { file throws(StoreError) in
        // The copies are of edits that were others: a number that meant one of those must not mean a new one.
        try StoreError.wrapping { () throws(DatabaseError) in try file.count(from: backups.lastEdit) }
      }
      guard rename(new, path) == 0 else { throw StoreError(SystemError()) }
      PrivateFile.flushFolder(of: path)
      if !backups.isEmpty { notices.append(.anew(path, copies: backups.folder)) }
    }
  }
}

extension SystemError {
  /// Whether there is no place for a file, however often it is tried.
  fileprivate var meansNowhere: Bool {
    [EACCES, EPERM, EROFS, ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG].contains(code)
  }
}

extension Message {
  fileprivate static func newer(_ path: String, _ version: Int64) -> Message {
    """
    "\(Untrusted(path))" was written by a newer gaz (version \(version) of the file): favorites are shown, not \
    changed
    """
  }

  fileprivate static func inMemory(_ path: String, _ reason: String) -> Message {
    """
    favorites cannot be kept in "\(Untrusted(path))": \(own: reason); they hold for this session; \
    try: --data with a folder
    """
  }

  fileprivate static func anew(_ path: String, copies: String) -> Message {
    "\"\(Untrusted(path))\" was gone and is begun anew; copies of what was in it lie in \"\(Untrusted(copies))\""
  }
}
