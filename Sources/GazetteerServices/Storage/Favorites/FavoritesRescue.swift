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
    try requireReadable()
    var salvage = FavoritesSalvage()
    try readDamaged(into: &salvage)
    let isWhole = salvage.isWhole
    let backup = isWhole ? nil : readBackup(into: &salvage)
    // A cancelled statement looks like damage.
    if cancellation.isCancelled { throw .cancelled }
    let kept = freeName
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

  /// Throws an error of the disk, which SQLite reports as damage. The disk may work again later, so the file must not
  /// be replaced.
  private func requireReadable() throws(StoreError) {
    try StoreError.wrappingSystem { () throws(SystemError) in
      let input = try OpenFile(path)
      var offset = 0
      while true {
        let piece = try input.read(from: offset, count: 1 << 16)
        if piece.isEmpty { return }
        offset += piece.count
        if cancellation.isCancelled { throw .cancelled }
      }
    }
  }

  /// The name under which the damaged file is kept.
  private var freeName: String {
    let name = "\(path).corrupt-\(DatabaseBackups.moment(now))"
    let others = (2...).lazy.map { "\(name)-\($0)" }
    return access(name, F_OK) != 0 ? name : others.first { access($0, F_OK) != 0 } ?? name
  }

  /// Reads a copy, because SQLite may change it with the journal.
  private func readDamaged(into salvage: inout FavoritesSalvage) throws(StoreError) {
    let copy = path + ".copy"
    defer { for ending in ["", "-journal"] { unlink(copy + ending) } }
    for ending in ["", "-journal"] where !copyFile(path + ending, to: copy + ending) && ending.isEmpty {
      // The copy failed, for example because the disk is full: reads the file itself and does not change it.
      return try read(path, .immutable, into: &salvage)
    }
    if !isDatabase(copy) { writeHead(of: copy) }
    try read(copy, .readWrite, into: &salvage)
  }

  /// Adds what can be read from a file. Throws only if the file must not be read.
  private func read(
    _ path: String, _ access: Database.Access, into salvage: inout FavoritesSalvage
  ) throws(StoreError) {
    guard let database = try? Database(path: path, access, cancellation: cancellation) else { return }
    if let foreign = try? database.foreignObject() { throw .foreign(Untrusted(foreign)) }
    salvage.add(database)
  }

  private func isDatabase(_ path: String) -> Bool {
    (try? Database(path: path).number("PRAGMA schema_version")) != nil
  }

  /// Writes the usual header of this program's files (https://sqlite.org/fileformat2.html#the_database_header). The
  /// rest of the file may be undamaged.
  private func writeHead(of path: String) {
    let head = Array("SQLite format 3\0".utf8) + [0x10, 0, 1, 1, 0, 64, 32, 32]
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = pwrite(file, head, head.count, 0)
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

  private func copyFile(_ source: String, to target: String) -> Bool {
    unlink(target)
    do throws(SystemError) {
      let input = try OpenFile(source)
      let output = try OpenFile(target, O_WRONLY | O_CREAT | O_EXCL)
      var offset = 0
      while !cancellation.isCancelled {
        let piece = try input.read(from: offset, count: 1 << 16)
        if piece.isEmpty { return true }
        try output.write(piece)
        offset += piece.count
      }
      return false
    } catch {
      return false
    }
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
