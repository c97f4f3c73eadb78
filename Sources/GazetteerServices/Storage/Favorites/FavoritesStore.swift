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

  /// Opens nothing before it is needed.
  ///
  /// - Parameters:
  ///   - path: the file, which need not be there; nil: kept in memory.
  ///   - now: seconds since 1970-01-01 00:00 UTC.
  package init(path: String?, now: @escaping () -> Int64 = { 0 }) {
    self.path = path
    self.now = now
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
      let file = try openedOrMade()
      if let version = file.newerVersion { throw .newerVersion(version) }
      guard !file.isReadOnly else { throw .readOnly }
      try file.check()
      let number = try file.database.transaction(StoreError.init) { () throws(StoreError) in
        do throws(DatabaseError) {
          for change in edit.changes {
            guard let id = change.id, try file.favorite(id) == change.before else { return Int64?.none }
          }
          return try file.insert(edit, by: author)
        } catch {
          throw StoreError(error)
        }
      }
      guard let number else { throw .changedMeanwhile }
      // Of its own edits a connection says nothing.
      told?.dataVersion = -1
      return KeptEdit(number: number, author: author, edit: edit)
    }
  }

  /// The edits of a favorite, or of all, oldest first, from a number on.
  package func edits(of id: FavoriteID? = nil, after number: Int64 = 0) throws(StoreError) -> [KeptEdit] {
    try mending { () throws(StoreError) in
      guard let file = try opened() else { return [] }
      do throws(DatabaseError) { return try file.edits(of: id, after: number) } catch { throw StoreError(error) }
    }
  }

  /// Copies the file where its last copy is not of today. Never fails: a copy less is no loss.
  package func backUpWhereDue() {
    let today = FavoritesBackups.day(now())
    guard dayOfBackup != today, let path, let file, !file.isReadOnly else { return }
    dayOfBackup = today
    let backups = FavoritesBackups(of: path)
    guard backups.isDue(at: now()), (try? file.check()) != nil else { return }
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
    guard access(path, F_OK) == 0 else { return nil }
    if FavoritesBackups(of: path).isEmptied(path) { throw .damaged }
    let opened = try FavoritesDatabase(path) { version throws(StoreError) in
      try FavoritesBackups(of: path).keep(path, ofVersion: version)
    }
    if let version = opened.newerVersion { notices.append(.newer(path, version)) }
    file = opened
    return opened
  }

  private func openedOrMade() throws(StoreError) -> FavoritesDatabase {
    if let file = try opened() { return file }
    if let path {
      do throws(StoreError) {
        if let file = try made(path) { return file }
      } catch {
        // Who may not write there never will; any other trouble passes, and nothing is said to be kept meanwhile.
        guard error == .readOnly else { throw error }
        notices.append(.inMemory(path))
        self.path = nil
      }
    }
    let made = try FavoritesDatabase(nil)
    file = made
    return made
  }

  private func made(_ path: String) throws(StoreError) -> FavoritesDatabase? {
    do throws(SystemError) { try PrivateFile.make(path) } catch { throw StoreError(error) }
    return try opened()
  }
}

extension Message {
  fileprivate static func newer(_ path: String, _ version: Int64) -> Message {
    """
    "\(Untrusted(path))" was written by a newer gaz (version \(version) of the file): favorites are shown, not \
    changed
    """
  }

  fileprivate static func inMemory(_ path: String) -> Message {
    "favorites cannot be kept in \"\(Untrusted(path))\": it cannot be written; they hold for this session"
  }
}
