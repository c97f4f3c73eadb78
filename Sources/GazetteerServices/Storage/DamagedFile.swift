import GazetteerIndex
import Glibc

/// A file of the user that is damaged, and that will be kept under another name.
struct DamagedFile {
  private let path: String
  private let cancellation: Cancellation

  init(_ path: String, _ cancellation: Cancellation) {
    self.path = path
    self.cancellation = cancellation
  }

  /// Throws an error of the disk, which SQLite reports as damage. The disk may work again later, so the file must not
  /// be replaced.
  func requireReadable() throws(StoreError) {
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

  /// The name under which it is kept.
  ///
  /// - Parameter now: seconds since 1970-01-01 00:00 UTC.
  func freeName(at now: Int64) -> String {
    let name = "\(path).corrupt-\(DatabaseBackups.moment(now))"
    let others = (2...).lazy.map { "\(name)-\($0)" }
    return access(name, F_OK) != 0 ? name : others.first { access($0, F_OK) != 0 } ?? name
  }

  /// Reads a copy, because SQLite may change it with the journal.
  ///
  /// - Parameter body: gets the path of a file, and how to open it.
  func read<Value>(
    _ body: (String, Database.Access) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let copy = path + ".copy"
    defer { for ending in ["", "-journal"] { unlink(copy + ending) } }
    for ending in ["", "-journal"] where !copyFile(path + ending, to: copy + ending) && ending.isEmpty {
      // The copy failed, for example because the disk is full: reads the file itself and does not change it.
      return try body(path, .immutable)
    }
    if !isDatabase(copy) { writeHead(of: copy) }
    return try body(copy, .readWrite)
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
}
