@testable import GazetteerIndex

/// A snapshot as something that can be changed.
struct ChangeableSnapshot {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func word(_ index: Int) -> UInt64 {
    bytes[index * 8..<index * 8 + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func set(_ index: Int, to word: UInt64) {
    for byte in 0..<8 { bytes[index * 8 + byte] = UInt8(truncatingIfNeeded: word >> (byte * 8)) }
  }

  var count: Int { Int(clamping: word(3)) }
  func entry(_ section: Int) -> Int { Snapshot.firstSectionWord + section * 3 }

  /// The bytes of a section; none if it is outside.
  func range(_ section: Int) -> Range<Int> {
    let start = Int(clamping: word(entry(section)))
    let (end, isOver) = start.addingReportingOverflow(Int(clamping: word(entry(section) + 1)))
    return isOver || end > bytes.count ? 0..<0 : start..<end
  }

  /// Makes the checksums right, as anybody can.
  mutating func repair() {
    for section in 0..<min(count, Snapshot.mostSections) {
      let range = range(section)
      set(entry(section) + 2, to: bytes[range].withUnsafeBytes { Snapshot.checksum(of: $0, section: section) })
    }
    set(Snapshot.checksumWord, to: bytes.withUnsafeBytes { Snapshot.headerChecksum(of: $0) })
  }

  /// Reads it from memory that ends where the bytes do.
  func opened(isChecked: Bool = true) throws(SnapshotError) -> Dataset {
    let memory = OwnedBytes(bytes)
    guard !isChecked else { return try Snapshot.checkedDataset(at: memory.bytes, of: memory, named: "test") }
    try Snapshot.verify(memory.bytes)
    return try Snapshot.dataset(at: memory.bytes, of: memory, named: "test")
  }
}

/// Bytes that stay as long as this object.
final class OwnedBytes {
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 64)
    memory.copyBytes(from: bytes)
    self.bytes = UnsafeRawBufferPointer(rebasing: memory[..<bytes.count])
  }

  deinit { bytes.deallocate() }
}
