import GazetteerIndex

/// A zip archive, read through its central directory.
///
///     file: local header, data │ … │ central directory: one entry per file │ … │ its end: where the directory is
///
/// The names of its files are never used as paths.
package struct ZipArchive {
  package struct Entry: Equatable {
    package let name: Untrusted
    fileprivate let isEncrypted: Bool
    fileprivate let method: Int
    fileprivate let checksum: UInt32
    fileprivate let packedSize: Int
    fileprivate let header: Int
  }

  package let entries: [Entry]
  private let content: UnsafeBufferPointer<UInt8>

  private static let end: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
  private static let listed: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
  private static let local: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
  private static let endSize = 22
  private static let longestRemark = 0xFFFF

  static func recognises(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
    content.starts(with: local) || content.starts(with: end)
  }

  /// - Parameter content: must stay valid as long as the archive is read.
  package init(_ content: UnsafeBufferPointer<UInt8>) throws(ArchiveError) {
    self.content = content
    guard let end = Self.endOfDirectory(in: content) else { throw .damaged("the list of its files is missing") }
    let count = content.number(at: end + 10, bytes: 2)
    var offset = content.number(at: end + 16, bytes: 4)
    if count == 0xFFFF || offset == 0xFFFF_FFFF { throw .zip64 }
    var entries: [Entry] = []
    for _ in 0..<count {
      guard offset + 46 <= end, content[offset...].starts(with: Self.listed) else {
        throw .damaged("the list of its files is incomplete")
      }
      let nameLength = content.number(at: offset + 28, bytes: 2)
      guard offset + 46 + nameLength <= end else { throw .damaged("the list of its files is incomplete") }
      let entry = Entry(
        name: Untrusted(bytes: content[(offset + 46)..<(offset + 46 + nameLength)]),
        isEncrypted: content[offset + 8] & 1 != 0, method: content.number(at: offset + 10, bytes: 2),
        checksum: UInt32(content.number(at: offset + 16, bytes: 4)),
        packedSize: content.number(at: offset + 20, bytes: 4), header: content.number(at: offset + 42, bytes: 4))
      if entry.packedSize == 0xFFFF_FFFF || entry.header == 0xFFFF_FFFF { throw .zip64 }
      entries.append(entry)
      offset += 46 + nameLength + content.number(at: offset + 30, bytes: 2) + content.number(at: offset + 32, bytes: 2)
    }
    self.entries = entries
  }

  /// Where the end record of the directory starts: the last position that has its signature and fits.
  private static func endOfDirectory(in content: UnsafeBufferPointer<UInt8>) -> Int? {
    guard content.count >= endSize else { return nil }
    let last = content.count - endSize
    return (max(0, last - longestRemark)...last).last { offset in
      content[offset] == end[0] && content[offset...].starts(with: end)
        && offset + endSize + content.number(at: offset + 20, bytes: 2) <= content.count
    }
  }

  /// The content of a file of the archive, checked by its checksum. O(its size).
  func bytes(of entry: Entry, _ cancellation: Cancellation) throws(ArchiveError) -> ByteBuffer {
    if entry.isEncrypted { throw .encrypted(entry.name) }
    guard entry.header + 30 <= content.count, content[entry.header...].starts(with: Self.local) else {
      throw .damaged("a file is not where its list says")
    }
    let data =
      entry.header + 30 + content.number(at: entry.header + 26, bytes: 2)
      + content.number(at: entry.header + 28, bytes: 2)
    guard data + entry.packedSize <= content.count else { throw .damaged("it ends in the middle of a file") }
    let packed = UnsafeBufferPointer(rebasing: content[data..<(data + entry.packedSize)])
    let bytes: ByteBuffer
    switch entry.method {
    case 0:
      bytes = ByteBuffer()
      bytes.append(packed)
    case 8: bytes = try Inflation.inflated(packed, .raw, cancellation)
    default: throw .method(entry.name, entry.method)
    }
    guard try Inflation.checksum(bytes.slice) == entry.checksum else {
      throw .damaged("the checksum of a file in it is wrong")
    }
    return bytes
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// A number with its lowest byte first. All of its bytes must be inside the text.
  fileprivate func number(at offset: Int, bytes: Int) -> Int {
    (0..<bytes).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }
}
