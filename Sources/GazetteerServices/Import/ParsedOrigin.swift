import GazetteerIndex
import Glibc

/// What a dataset is made from: the file, those next to it that a feed of stops, a database, a Shapefile or a dump needs,
/// and this program; as they are now.
package struct ParsedOrigin: Equatable, Sendable {
  /// The same while the file stays where it is, even if its content changes.
  let key: String
  /// Changes when the content does. On one line.
  let state: String
  /// Whether the file was last changed at another tick of the system's clock than now. If not, a change that comes next
  /// could leave its times as they are.
  let isSettled: Bool
  /// The bytes of the file.
  let size: Int
  private let path: String
  private let format: ImportFormat?
  private let reading: SourceReading

  /// nil if there is no regular file that may be read.
  package init?(_ path: String, as format: ImportFormat?, reading: SourceReading = SourceReading()) {
    (self.path, self.format, self.reading) = (path, format, reading)
    let path = StopRecords.path(inFolder: path) ?? path
    // Only a regular file is opened: opening a pipe and closing it again would end the program that writes into it.
    guard FileReplacement.isRegularFile(PrivateFile.followed(path)), let file = try? OpenFile(path),
      let status = try? file.status()
    else { return nil }
    let folder = PrivateFile.folder(of: path)
    let base = path.lowercased().hasSuffix(".shp") ? String(path.dropLast(3)) : nil
    let others =
      ["agency.txt", "feed_info.txt", "admin1CodesASCII.txt"].map { Self.state(of: folder + "/" + $0) }
      + ForeignDatabase.endingsOfChanges.map { Self.state(of: path + $0) }
      + (base.map { base in
        ShapeTable.endingsBeside.flatMap { [$0, $0.uppercased()] }.map { Self.state(of: base + $0) }
      } ?? [])
    let whole = Self.absolute(path)
    let identity = "\(status.st_dev):\(status.st_ino)"
    let options = reading.given.map { "\($0.aspect.rawValue)=\($0.value.bytes.count):\(EscapedText.oneLine($0.value))" }
    let named = ([format?.rawValue ?? "any"] + options).joined(separator: " ")
    var sum = Checksum()
    for part in [whole, identity, named] { sum.add(part) }
    key = String(UInt64(bitPattern: sum.value), radix: 16)
    state = ([EscapedText.oneLine(Untrusted(whole)), identity, Self.state(status), named] + others + [Self.program])
      .joined(separator: " ")
    size = Int(status.st_size)
    isSettled = Self.isBeforeNow(status.st_ctim) && Self.isBeforeNow(status.st_mtim)
  }

  /// Whether the file is still as it was.
  var isUnchanged: Bool {
    guard let now = ParsedOrigin(path, as: format, reading: reading) else { return false }
    return now.key == key && now.state == state
  }

  /// Another program may read the same file in another way.
  private static let program = state(of: "/proc/self/exe")

  private static func state(of path: String) -> String {
    var status = stat()
    return stat(path, &status) == 0 ? state(status) : "none"
  }

  private static func state(_ status: stat) -> String {
    "\(status.st_size):\(text(status.st_mtim)):\(text(status.st_ctim))"
  }

  private static func text(_ time: timespec) -> String { "\(time.tv_sec).\(time.tv_nsec)" }

  /// By the clock from which the times of files are taken.
  private static func isBeforeNow(_ time: timespec) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &now)
    return (time.tv_sec, time.tv_nsec) < (now.tv_sec, now.tv_nsec)
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
