import GazetteerIndex
import Glibc

/// Backup copies of a database of the user, in the folder `backups` next to it: the newest daily copies, and one copy of
/// each old schema, which is never removed.
struct DatabaseBackups {
  private static let kept = 3
  private static let secondsPerDay: Int64 = 86_400

  let folder: String
  let name: String

  init(of path: String) {
    let path = PrivateFile.followed(path)
    folder = PrivateFile.folder(of: path) + "/backups"
    name = path.split(separator: "/").last.map { String($0) } ?? path
  }

  /// The daily copies, newest first. Copies with a date in the future come last: the clock was wrong, so nobody knows
  /// when they were made.
  func newestFirst(at now: Int64) -> [String] {
    let (today, days) = (Self.day(now), days.sorted(by: >))
    return (days.filter { $0 <= today } + days.filter { $0 > today }).map { "\(folder)/\(name).\($0)" }
  }

  /// The days that have a copy.
  var days: [String] {
    FolderNames.all(in: folder).filter { $0.hasPrefix(name + ".") }
      .map { String(decoding: $0.utf8.dropFirst(name.utf8.count + 1), as: UTF8.self) }
      .filter { CalendarDay($0) != nil }
  }

  var isEmpty: Bool { days.isEmpty }

  /// Whether there is only a copy of an older version.
  var areOutdated: Bool { isEmpty && FolderNames.all(in: folder).contains { $0.hasPrefix(name + ".v") } }

  /// Whether the file at `path` is empty, but has copies. This counts as damage.
  func isEmptied(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && OpenFile.Kind(status) == .regular && status.st_size == 0 && !isEmpty
  }

  func isDue(at now: Int64) -> Bool { !days.contains(Self.day(now)) }

  /// Makes today's copy and removes the oldest ones. Ignores errors: tomorrow it tries again.
  func make(of database: Database, at now: Int64) {
    // Without the lock, two sessions could write to the same file.
    try? FolderLock.hold(folderOf: folder, StoreError.init, cancellation: database.cancellation) {
      () throws(StoreError) in
      guard isDue(at: now) else { return }
      try StoreError.wrapping { () throws(DatabaseError) in try copy(database, to: name + "." + Self.day(now)) }
      for old in newestFirst(at: now).dropFirst(Self.kept) { unlink(old) }
    }
  }

  /// Copies the file before its schema is changed.
  func keep(_ path: String, ofVersion version: Int64, _ cancellation: Cancellation) throws(StoreError) {
    try StoreError.wrapping { () throws(DatabaseError) in
      // Uses a second connection, because a connection that is writing cannot be copied.
      try copy(try Database(path: path, .readOnly, cancellation: cancellation), to: "\(name).v\(version)")
    }
  }

  private func copy(_ database: Database, to name: String) throws(DatabaseError) {
    let path = folder + "/" + name
    let part = path + ".part"
    unlink(part)
    do throws(SystemError) {
      try PrivateFile.make(part)
    } catch {
      throw DatabaseError(code: 0, systemCode: error.code, reason: error.reason)
    }
    do throws(DatabaseError) {
      try database.copy(to: try Database(path: part, cancellation: database.cancellation))
    } catch {
      unlink(part)
      throw error
    }
    guard rename(part, path) == 0 else {
      throw DatabaseError(code: 0, systemCode: errno, reason: "it cannot be renamed")
    }
  }

  /// `2026-01-31`, in UTC.
  static func day(_ seconds: Int64) -> String {
    let days = Int((Double(seconds) / Double(secondsPerDay)).rounded(.down))
    let date = CivilDate.date(ofDay: days)
    return CalendarDay(year: date.year, month: date.month, day: date.day)?.text ?? "0000-00-00"
  }

  /// `20260131-235959` in UTC, for a file name.
  static func moment(_ seconds: Int64) -> String {
    let time = LocalTime(secondsSinceEpoch: seconds, offsetSeconds: 0, abbreviation: "")
    let clock = [time?.hour, time?.minute, time?.second].map { number in
      let digits = String(number ?? 0)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }
    return day(seconds).split(separator: "-").joined() + "-" + clock.joined()
  }
}
