/// A dataset as bytes that can be read in place: columns one after the other, each aligned to 64 bytes.
///
///     0      magic "gaz-snap", version, byte order, number of sections,
///            size, checksum of the header                              8 bytes each, little-endian
///     48     offset, length, checksum of every section                 8 bytes each
///     4096   the sections in this order, without gaps but for the alignment, then 64 bytes of zeros
///
/// Opening reads and checks only the header: it takes microseconds, and is for bytes that this program made. Bytes from
/// anywhere else are read by `checkedDataset`, which reads everything: the checksums, then what the sections say.
package enum Snapshot {
  static let magic: UInt64 = 0x7061_6E73_2D7A_6167
  /// Raised whenever the meaning of a section changes, also when texts are folded in another way. A snapshot of another
  /// version is made again, never converted.
  package static let version: UInt64 = 9
  static let byteOrder: UInt64 = 0x0102_0304_0506_0708
  static let headerSize = 4096
  static let alignment = 64
  /// The word of the header where the sections begin. Each has three words.
  static let firstSectionWord = 6
  static let checksumWord = 5
  static let mostSections = (headerSize / 8 - firstSectionWord) / 3

  /// How many bytes are between a section of so many bytes and the next one.
  static func padding(after count: Int) -> Int { (alignment - count % alignment) % alignment }

  /// Whether bytes begin like a snapshot of any version.
  package static func recognises(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 8 else { return false }
    let start = bytes.loadUnaligned(as: UInt64.self).littleEndian
    return start == magic || start == magic.byteSwapped
  }

  /// Throws if the sections are not what was written. O(size).
  package static func verify(
    _ bytes: UnsafeRawBufferPointer, _ cancellation: Cancellation = Cancellation()
  ) throws(SnapshotError) {
    try SnapshotReader(bytes, owner: nil).verify(cancellation)
  }
}

package enum SnapshotError: Error, Equatable, Sendable {
  case notASnapshot
  case otherVersion(UInt64)
  /// It was made on a machine that stores numbers in the other order.
  case otherByteOrder
  /// It has fewer bytes than its header says.
  case cut
  /// A section does not have its checksum, is outside the bytes, or does not fit the others. Section -1 is the header.
  case damaged(section: Int)
  /// Its checksums are right, but its indexes are not those of its places.
  case inconsistent
  case cancelled
}

/// Collects sections one after the other, where they are in memory.
struct SnapshotWriter: Archive {
  private var sections: [(bytes: UnsafeRawBufferPointer, owner: AnyObject?)] = []
  private var entries: [UInt64] = []
  private var size = Snapshot.headerSize

  var owner: AnyObject? { nil }
  var damage: SnapshotError { .damaged(section: sections.count - 1) }

  mutating func section(
    _ known: UnsafeRawBufferPointer?, of owner: AnyObject?
  ) throws(SnapshotError) -> UnsafeRawBufferPointer {
    guard let known else { throw damage }
    entries += [UInt64(size), UInt64(known.count), Snapshot.checksum(of: known, section: sections.count)]
    sections.append((known, owner))
    size += known.count + Snapshot.padding(after: known.count)
    return known
  }

  /// The whole snapshot. O(sections).
  consuming func content() -> SnapshotContent {
    precondition(sections.count <= Snapshot.mostSections)
    size += Snapshot.alignment
    let facts = [Snapshot.magic, Snapshot.version, Snapshot.byteOrder, UInt64(sections.count), UInt64(size), 0]
    var header = [UInt8](repeating: 0, count: Snapshot.headerSize)
    header.withUnsafeMutableBytes { bytes in
      for (index, word) in (facts + entries).enumerated() { bytes.set(word: index, to: word) }
      bytes.set(word: Snapshot.checksumWord, to: Snapshot.headerChecksum(of: UnsafeRawBufferPointer(bytes)))
    }
    return SnapshotContent(header: header, sections: sections, count: size)
  }
}

/// The bytes of a snapshot. Only the header is a copy: the sections are where the dataset has them.
package final class SnapshotContent {
  fileprivate let header: [UInt8]
  /// Each with what keeps its bytes as long as this object.
  fileprivate let sections: [(bytes: UnsafeRawBufferPointer, owner: AnyObject?)]
  /// The number of bytes.
  package let count: Int

  fileprivate init(
    header: [UInt8], sections: [(bytes: UnsafeRawBufferPointer, owner: AnyObject?)], count: Int
  ) {
    (self.header, self.sections, self.count) = (header, sections, count)
  }

  /// Calls `body` with the pieces of the snapshot in their order.
  package func forEachPiece<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    defer { withExtendedLifetime(self) {} }
    func pass(_ bytes: ArraySlice<UInt8>) throws(Failure) {
      try bytes.withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
    }
    let zeros = [UInt8](repeating: 0, count: Snapshot.alignment)
    try pass(header[...])
    for section in sections {
      try body(section.bytes)
      try pass(zeros[..<Snapshot.padding(after: section.bytes.count)])
    }
    try pass(zeros[...])
  }
}

/// Finds the sections of a snapshot. Its header is checked.
struct SnapshotReader: Archive {
  /// Keeps the bytes where they are; nil: they are there for the life of the process.
  let owner: AnyObject?
  private let bytes: UnsafeRawBufferPointer
  private let sections: [UnsafeRawBufferPointer]
  private var next = 0

  init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject?) throws(SnapshotError) {
    guard Snapshot.recognises(bytes) else { throw .notASnapshot }
    // Versions before 4 do not say which byte order they have.
    guard bytes.loadUnaligned(as: UInt64.self).littleEndian == Snapshot.magic else { throw .otherByteOrder }
    guard bytes.count >= 16 else { throw .cut }
    guard bytes.word(1) == Snapshot.version else { throw .otherVersion(bytes.word(1)) }
    guard bytes.count >= Snapshot.headerSize else { throw .cut }
    let order = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    guard order != Snapshot.byteOrder.byteSwapped else { throw .otherByteOrder }
    guard order == Snapshot.byteOrder, bytes.word(Snapshot.checksumWord) == Snapshot.headerChecksum(of: bytes) else {
      throw .damaged(section: -1)
    }
    guard bytes.word(4) <= bytes.count else { throw .cut }
    guard bytes.word(4) == bytes.count, bytes.word(3) <= Snapshot.mostSections else { throw .damaged(section: -1) }
    self.bytes = bytes
    self.owner = owner
    sections = try Self.sections(in: bytes, count: Int(bytes.word(3)))
  }

  /// Each section must begin right after the one before it, so that no two can share bytes.
  private static func sections(
    in bytes: UnsafeRawBufferPointer, count: Int
  ) throws(SnapshotError) -> [UnsafeRawBufferPointer] {
    let end = bytes.count - Snapshot.alignment
    var start = Snapshot.headerSize
    var sections: [UnsafeRawBufferPointer] = []
    sections.reserveCapacity(count)
    for number in 0..<count {
      let word = Snapshot.firstSectionWord + number * 3
      guard bytes.word(word) == start, bytes.word(word + 1) <= end - start else { throw .damaged(section: number) }
      let length = Int(bytes.word(word + 1))
      sections.append(UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
      start += length + Snapshot.padding(after: length)
      guard start <= end else { throw .damaged(section: number) }
    }
    guard start == end else { throw .damaged(section: -1) }
    return sections
  }

  mutating func section(
    _ known: UnsafeRawBufferPointer?, of owner: AnyObject?
  ) throws(SnapshotError) -> UnsafeRawBufferPointer {
    defer { next += 1 }
    guard next < sections.count else { throw .damaged(section: next) }
    return sections[next]
  }

  var damage: SnapshotError { .damaged(section: next - 1) }

  /// Throws if there are sections that were not read.
  func end() throws(SnapshotError) { guard next == sections.count else { throw .damaged(section: next) } }

  func verify(_ cancellation: Cancellation) throws(SnapshotError) {
    for (number, section) in sections.enumerated() {
      if cancellation.isCancelled { throw .cancelled }
      let sum = bytes.word(Snapshot.firstSectionWord + number * 3 + 2)
      guard Snapshot.checksum(of: section, section: number) == sum else { throw .damaged(section: number) }
    }
  }
}

extension Snapshot {
  /// The checksum of a section, which also depends on its number: exchanged sections are found. O(length), eight bytes
  /// at a time in four independent lanes.
  ///
  /// It detects damage, but no deliberate change. A change within eight aligned bytes is always found.
  static func checksum(of bytes: UnsafeRawBufferPointer, section: Int) -> UInt64 {
    var lanes = (mixed(0, 1), mixed(0, 2), mixed(0, 3), mixed(0, 4))
    var offset = 0
    while offset + 32 <= bytes.count {
      lanes.0 = mixed(lanes.0, bytes.littleEndianWord(at: offset))
      lanes.1 = mixed(lanes.1, bytes.littleEndianWord(at: offset + 8))
      lanes.2 = mixed(lanes.2, bytes.littleEndianWord(at: offset + 16))
      lanes.3 = mixed(lanes.3, bytes.littleEndianWord(at: offset + 24))
      offset += 32
    }
    var sum = mixed(mixed(0, UInt64(section)), UInt64(bytes.count))
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { sum = mixed(sum, lane) }
    while offset + 8 <= bytes.count {
      sum = mixed(sum, bytes.littleEndianWord(at: offset))
      offset += 8
    }
    return mixed(sum, bytes[offset...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// The checksum of the header, with 0 in its own place.
  static func headerChecksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    (0..<headerSize / 8).reduce(0) { mixed($0, $1 == checksumWord ? 0 : bytes.word($1)) }
  }

  /// A bijection of `state` for a given word, and of the word for a given state.
  @inline(__always)
  private static func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word ^ 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return product ^ product >> 32
  }
}

extension UnsafeRawBufferPointer {
  /// A word of the header.
  fileprivate func word(_ index: Int) -> UInt64 { littleEndianWord(at: index * 8) }

  @inline(__always)
  fileprivate func littleEndianWord(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension UnsafeMutableRawBufferPointer {
  fileprivate func set(word index: Int, to value: UInt64) {
    storeBytes(of: value.littleEndian, toByteOffset: index * 8, as: UInt64.self)
  }
}
