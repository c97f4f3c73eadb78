import GazetteerIndex

/// The system's time zones: a folder of TZif files. Each is read when it is needed, and not kept.
package struct TimeZones: Sendable {
  private let directory: String

  /// - Parameter directory: the value of `TZDIR`; nil: the system's own folder of zones.
  package init(directory: String? = nil) {
    self.directory = directory ?? "/usr/share/zoneinfo"
  }

  /// The local time in `zone` (an IANA name) at an instant; nil if the zone is unknown, its file is damaged or the
  /// system has no zones. O(size of the file), a few kilobytes.
  package func localTime(_ zone: String, at secondsSinceEpoch: Int64) -> LocalTime? {
    guard Self.isName(zone), let bytes = read(directory + "/" + zone), let file = TimeZoneFile(bytes) else {
      return nil
    }
    return file.localTime(at: secondsSinceEpoch)
  }

  /// Whether `zone` can only be the name of a file inside the folder.
  private static func isName(_ zone: String) -> Bool {
    guard zone.utf8.count <= 255 else { return false }
    return zone.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
      guard let first = part.first, first != UInt8(ascii: ".") else { return false }
      return part.allSatisfy { $0.isLetterOrDigit || "_+-.".utf8.contains($0) }
    }
  }

  /// The bytes of a file, if its size is possible for a zone.
  private func read(_ path: String) -> [UInt8]? {
    let bytes = try? OpenFile.contents(of: path, limit: Self.sizes.upperBound)
    return bytes.flatMap { Self.sizes.contains($0.count) ? $0 : nil }
  }

  private static let sizes = 44...1 << 20
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  var isLetterOrDigit: Bool { isLetter || isDigit }
}
