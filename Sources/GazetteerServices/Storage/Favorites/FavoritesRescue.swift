import GazetteerIndex
import Glibc

/// Puts a file of favorites in the place of a damaged one: with all that can be read of it and of its newest backup.
/// The damaged file is kept.
struct FavoritesRescue {
  private let path: String
  private let now: Int64
  private let backups: FavoritesBackups

  init(of path: String, at now: Int64) {
    self.path = PrivateFile.followed(path)
    self.now = now
    backups = FavoritesBackups(of: path)
  }

  struct Rescued {
    let file: FavoritesDatabase
    var notices: [Message] = []
  }

  /// Does it, while no other session does, nor keeps anything: it would be kept in a file that is set aside.
  func run() throws(StoreError) -> Rescued {
    try FolderLock.hold(folderOf: path) { () throws(StoreError) in
      if let file = try soundFile() { return Rescued(file: file) }
      return try DatabaseLock.hold(path, while: rescue)
    }
  }

  /// The file, where another session has mended it meanwhile. What cannot be read now for other reasons is no damage.
  private func soundFile() throws(StoreError) -> FavoritesDatabase? {
    guard !backups.isEmptied(path) else { return nil }
    do throws(StoreError) {
      let file = try FavoritesDatabase(path) { version throws(StoreError) in try backups.keep(path, ofVersion: version)
      }
      try file.check()
      try StoreError.wrapping { () throws(DatabaseError) in
        _ = try file.favorites()
        _ = try file.edits(of: nil, after: 0)
      }
      return file
    } catch {
      guard error == .damaged else { throw error }
      return nil
    }
  }

  private func rescue() throws(StoreError) -> Rescued {
    try requireReadable()
    var salvage = FavoritesSalvage()
    readDamaged(into: &salvage)
    let isWhole = salvage.isWhole
    let backup = isWhole ? nil : readBackup(into: &salvage)
    let kept = freeName
    do throws(StoreError) {
      try replace(with: salvage, keepingAs: kept)
      return Rescued(
        file: try FavoritesDatabase(path),
        notices: [.rescued(salvage.count, isWhole: isWhole, backup: backup, kept: kept)])
    } catch {
      return try inMemory(salvage, because: error)
    }
  }

  /// What a disk does not give now it may give later: SQLite calls that damage, but nothing is to be replaced for it.
  private func requireReadable() throws(StoreError) {
    let input = open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw StoreError(SystemError()) }
    defer { close(input) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var count = 0
    repeat { count = read(input, &buffer, buffer.count) } while count > 0
    guard count == 0 else { throw StoreError(SystemError()) }
  }

  /// What the damaged file is to be called.
  private var freeName: String {
    let name = "\(path).corrupt-\(FavoritesBackups.moment(now))"
    let others = (2...).lazy.map { "\(name)-\($0)" }
    return access(name, F_OK) != 0 ? name : others.first { access($0, F_OK) != 0 } ?? name
  }

  /// Reads a copy, which SQLite may mend by its journal as it likes.
  private func readDamaged(into salvage: inout FavoritesSalvage) {
    let copy = path + ".copy"
    defer { for ending in ["", "-journal"] { unlink(copy + ending) } }
    for ending in ["", "-journal"] where !copyFile(path + ending, to: copy + ending) && ending.isEmpty {
      // Where there is no room for a copy, the file itself is read, and not touched.
      if let database = try? Database(path: path, .immutable) { salvage.take(database) }
      return
    }
    if !isDatabase(copy) { writeHead(of: copy) }
    if let database = try? Database(path: copy) { salvage.take(database) }
  }

  private func isDatabase(_ path: String) -> Bool {
    (try? Database(path: path).number("PRAGMA schema_version")) != nil
  }

  /// Gives a file the head that this program's files have (https://sqlite.org/fileformat2.html#the_database_header): what
  /// is behind it may be well.
  private func writeHead(of path: String) {
    let head = Array("SQLite format 3\0".utf8) + [0x10, 0, 1, 1, 0, 64, 32, 32]
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = pwrite(file, head, head.count, 0)
  }

  /// Takes in the newest backup that can be read; the day of it.
  private func readBackup(into salvage: inout FavoritesSalvage) -> String? {
    for backup in backups.newestFirst(at: now) {
      var both = salvage
      guard let database = try? Database(path: backup, .immutable) else { continue }
      both.take(database)
      guard both.isWhole else { continue }
      salvage = both
      return String(backup.suffix(10))
    }
    return nil
  }

  private func copyFile(_ source: String, to target: String) -> Bool {
    unlink(target)
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { return false }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { return false }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input, &buffer, buffer.count)
      guard count > 0 else { return count == 0 }
      guard Glibc.write(output, buffer, count) == count else { return false }
    }
  }

  /// The damaged file keeps its content under another name before the new one takes its own: nothing is ever only in
  /// memory. Its journal is away before: SQLite would take it for that of the new file.
  private func replace(with salvage: FavoritesSalvage, keepingAs kept: String) throws(StoreError) {
    let new = path + ".new"
    try FavoritesDatabase.make(new) { file throws(StoreError) in try write(salvage, to: file) }
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

  /// Where the file cannot be replaced, what was read of it is shown all the same.
  private func inMemory(_ salvage: FavoritesSalvage, because error: StoreError) throws(StoreError) -> Rescued {
    let file = try FavoritesDatabase(nil)
    try write(salvage, to: file)
    file.freeze()
    return Rescued(file: file, notices: [.notReplaced(path, salvage.count)])
  }
}

extension Message {
  fileprivate static func rescued(_ count: Int, isWhole: Bool, backup: String?, kept: String) -> Message {
    let favorites = count == 1 ? "1 favorite is" : "\(Numeral.grouped(count)) favorites are"
    let back: Message = "the file of favorites was damaged; \(own: favorites) back"
    let rest: Message =
      switch (isWhole, backup) {
      case (true, _): "none is lost"
      case (_, let day?): "from what could be read of it and the backup of \(own: day); later changes may be lost"
      case (_, nil): "from what could be read of it, for want of a backup; others may be lost"
      }
    return "\(back): \(rest); the damaged file is kept as \"\(Untrusted(kept))\""
  }

  fileprivate static func notReplaced(_ path: String, _ count: Int) -> Message {
    """
    the file of favorites "\(Untrusted(path))" is damaged and cannot be replaced; what could be read of it is shown, \
    not changed: \(own: Numeral.grouped(count)) \(own: count == 1 ? "favorite" : "favorites")
    """
  }
}
