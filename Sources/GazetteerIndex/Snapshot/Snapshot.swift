/// A dataset as bytes that can be read in place: columns one after the other, each aligned to 64 bytes.
///
///     0      magic "gaz-snap", version, number of sections, size     8 bytes each, little-endian
///     32     offset, length, checksum of every section               8 bytes each
///     4096   the sections, 64 bytes of zeros after the last
///
/// Opening reads and checks only the header; every section must be inside the bytes. The checksums are for files that
/// are not trusted; `verify` reads everything.
package enum Snapshot {
  static let magic: UInt64 = 0x7061_6E73_2D7A_6167
  /// Raised whenever the meaning of a section changes. A snapshot of another version is made again, never converted.
  package static let version: UInt64 = 3
  static let headerSize = 4096
  static let alignment = 64

  /// Throws if the sections are not what was written. O(size).
  package static func verify(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    try SnapshotReader(bytes).verify()
  }
}

package enum SnapshotError: Error, Equatable {
  case notASnapshot
  case otherVersion(UInt64)
  /// A section is outside the bytes, is not aligned, or does not fit the others.
  case damaged(section: Int)
}

struct SnapshotWriter: Archive {
  private var sections: [[UInt8]] = []

  mutating func section(_ known: UnsafeRawBufferPointer?) throws(SnapshotError) -> UnsafeRawBufferPointer {
    guard let known else { throw damage }
    sections.append(Array(known))
    return known
  }

  var damage: SnapshotError { .damaged(section: sections.count - 1) }

  func bytes() -> [UInt8] {
    var header: [UInt64] = [Snapshot.magic, Snapshot.version, UInt64(sections.count), 0]
    var body: [UInt8] = []
    for section in sections {
      header += [UInt64(Snapshot.headerSize + body.count), UInt64(section.count), Snapshot.checksum(of: section)]
      body += section
      body += repeatElement(0, count: (Snapshot.alignment - body.count % Snapshot.alignment) % Snapshot.alignment)
    }
    precondition(header.count * 8 <= Snapshot.headerSize)
    header[3] = UInt64(Snapshot.headerSize + body.count + Snapshot.alignment)
    let head = header.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    return head + repeatElement(0, count: Snapshot.headerSize - head.count) + body
      + repeatElement(0, count: Snapshot.alignment)
  }
}

struct SnapshotReader: Archive {
  private let bytes: UnsafeRawBufferPointer
  private let sectionCount: Int
  private var next = 0

  /// - Parameter bytes: they must stay where they are for the life of the process.
  init(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    guard bytes.count >= Snapshot.headerSize, Self.word(0, in: bytes) == Snapshot.magic else {
      throw .notASnapshot
    }
    guard Self.word(1, in: bytes) == Snapshot.version else { throw .otherVersion(Self.word(1, in: bytes)) }
    guard let count = Int(exactly: Self.word(2, in: bytes)), count <= (Snapshot.headerSize - 32) / 24,
      Self.word(3, in: bytes) == bytes.count
    else {
      throw .damaged(section: 0)
    }
    self.bytes = bytes
    sectionCount = count
  }

  mutating func section(_ known: UnsafeRawBufferPointer?) throws(SnapshotError) -> UnsafeRawBufferPointer {
    defer { next += 1 }
    return try section(next)
  }

  var damage: SnapshotError { .damaged(section: next - 1) }

  func verify() throws(SnapshotError) {
    for number in 0..<sectionCount {
      guard Snapshot.checksum(of: try section(number)) == Self.word(4 + number * 3 + 2, in: bytes) else {
        throw .damaged(section: number)
      }
    }
  }

  private func section(_ number: Int) throws(SnapshotError) -> UnsafeRawBufferPointer {
    guard number < sectionCount,
      let offset = Int(exactly: Self.word(4 + number * 3, in: bytes)),
      let length = Int(exactly: Self.word(4 + number * 3 + 1, in: bytes)),
      offset >= Snapshot.headerSize, offset % Snapshot.alignment == 0,
      offset <= bytes.count - Snapshot.alignment, length <= bytes.count - Snapshot.alignment - offset
    else { throw .damaged(section: number) }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
  }

  private static func word(_ index: Int, in bytes: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
  }
}

extension Snapshot {
  /// A checksum that detects damage, but no deliberate change: FNV-1a.
  fileprivate static func checksum(of bytes: some Sequence<UInt8>) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return sum
  }
}
