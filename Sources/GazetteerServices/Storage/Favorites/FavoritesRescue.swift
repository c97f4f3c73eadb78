import GazetteerIndex
import Glibc

/// Replaces a damaged file of favorites with a new one that has everything that can be read from it and from its newest
/// backup. Keeps the damaged file.
struct FavoritesRescue {
  private let path: String
  private let now: Int64
  private let backups: DatabaseBackups
  private let cancellation: Cancellation

  init(of path: String, at now: Int64, _ cancellation: Cancellation = Cancellation()) {
    self.path = PrivateFile.followed(path)
    self.now = now
    self.cancellation = cancellation
    backups = DatabaseBackups(of: path)
  }

  struct Rescued {
    let file: FavoritesDatabase
    var notices: [Message] = []
  }

  /// Locks out other sessions. What they save in the damaged file during the repair would be lost.
  func run() throws(StoreError) -> Rescued {
    try FolderLock.hold(folderOf: path, StoreError.init, cancellation: cancellation) { () throws(StoreError) in
      if let file = try soundFile() { return Rescued(file: file) }
      return try DatabaseLock.hold(path, StoreError.init, cancellation: cancellation, while: rescue)
    }
  }

  /// The file, if another session has already repaired it. Throws if it cannot be read for a reason other than damage.
  private func soundFile() throws(StoreError) -> FavoritesDatabase? {
    guard !backups.isEmptied(path) else { return nil }
    do throws(StoreError) {
      let file = try FavoritesDatabase.current(path, cancellation)
      try file.check()
      try StoreError.wrapping(file.readAll)
      return file
    } catch {
      guard error == .damaged else { throw error }
      return nil
    }
  }

  private func rescue() throws(StoreError) -> Rescued {
    let damaged = DamagedFile(path, cancellation)
    try damaged.requireReadable()
    var salvage = FavoritesSalvage()
    try damaged.read { path, access throws(StoreError) in try read(path, access, into: &salvage) }
    let isWhole = salvage.isWhole
    let backup = isWhole ? nil : readBackup(into: &salvage)
    // A cancelled statement looks like damage.
    if cancellation.isCancelled { throw .cancelled }
    let kept = damaged.freeName(at: now)
    do throws(StoreError) {
      try replace(with: salvage, keepingAs: kept)
      return Rescued(
        file: try FavoritesDatabase(path, cancellation: cancellation),
        notices: [.rescued(salvage.count, isWhole: isWhole, backup: backup, kept: kept)])
    } catch {
      if error == .cancelled { throw error }
      return try inMemory(salvage)
    }
  }

  /// Adds what can be read from a file. Throws only if the file must not be read.
  private func read(
    _ path: String, _ access: Database.Access, into salvage: inout FavoritesSalvage
  ) throws(StoreError) {
    guard let database = try? Database(path: path, access, cancellation: cancellation) else { return }
    if let foreign = try? database.foreignObject() { throw .foreign(Untrusted(foreign)) }
    salvage.add(database)
  }

  /// Adds the newest backup that can be read. Returns its day.
  private func readBackup(into salvage: inout FavoritesSalvage) -> String? {
    for backup in backups.newestFirst(at: now) {
      var both = salvage
      guard (try? read(backup, .immutable, into: &both)) != nil, both.isWhole else { continue }
      salvage = both
      return String(backup.suffix(10))
    }
    return nil
  }

  /// Links the damaged file to another name before the new file gets its name, so that there is always a file with its
  /// content. Moves its journal first. Otherwise SQLite would use it as the journal of the new file.
  private func replace(with salvage: FavoritesSalvage, keepingAs kept: String) throws(StoreError) {
    let new = path + ".new"
    try FavoritesDatabase.make(new, cancellation) { file throws(StoreError) in try write(salvage, to: file) }
    guard link(path, kept) == 0 else { throw StoreError(SystemError()) }
    rename(path + "-journal", kept + "-journal")
    PrivateFile.flushFolder(of: path)
    guard rename(new, path) == 0 else { throw StoreError(SystemError()) }
    PrivateFile.flushFolder(of: path)
  }

  private func write(_ salvage: FavoritesSalvage, to file: FavoritesDatabase) throws(StoreError) {
    try file.database.transaction(StoreError.init) { () throws(StoreError) in
      try StoreError.wrapping { () throws(DatabaseError) in try salvage.write(to: file) }
    }
  }

  /// For a file that cannot be replaced: shows what was read from it, without allowing changes.
  private func inMemory(_ salvage: FavoritesSalvage) throws(StoreError) -> Rescued {
    let file = try FavoritesDatabase(nil, cancellation: cancellation)
    try write(salvage, to: file)
    file.freeze()
    return Rescued(file: file, notices: [.notReplaced(path, salvage.count)])
  }
}

extension FavoritesDatabase {
  /// Reads every row, and so checks its checksum.
  fileprivate func readAll() throws(DatabaseError) {
    _ = try favorites()
    _ = try edits(of: nil, after: 0)
  }
}

extension Message {
  fileprivate static func rescued(_ count: Int, isWhole: Bool, backup: String?, kept: String) -> Message {
    let favorites = count == 1 ? "1 favorite was" : "\(Numeral.grouped(count)) favorites were"
    let recovered: Message = "the file of favorites was damaged; \(own: favorites) recovered"
    let rest: Message =
      switch (isWhole, backup) {
      case (true, _): "none is lost"
      case (_, let day?): "from the file and the backup of \(own: day); later changes may be lost"
      case (_, nil): "from the file, and there is no backup; others may be lost"
      }
    return "\(recovered): \(rest); the damaged file is kept as \"\(Untrusted(kept))\""
  }

  fileprivate static func notReplaced(_ path: String, _ count: Int) -> Message {
    """
    the file of favorites "\(Untrusted(path))" is damaged and cannot be replaced; its readable part is shown, but \
    cannot be changed: \(own: Numeral.grouped(count)) \(own: count == 1 ? "favorite" : "favorites")
    """
  }
}
