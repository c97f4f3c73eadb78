import GazetteerIndex

/// A snapshot in memory, whose opening is timed.
final class TimedSnapshot {
  private let bytes: UnsafeMutableRawBufferPointer
  var size: Int { bytes.count }

  init(of dataset: Dataset) throws {
    let snapshot = try Snapshot.bytes(of: dataset)
    bytes = .allocate(byteCount: snapshot.count, alignment: 64)
    bytes.copyBytes(from: snapshot)
  }

  deinit { bytes.deallocate() }

  /// - Parameter isForeign: whether everything is checked, as in a file of somebody else.
  func opened(isForeign: Bool) throws -> Dataset {
    let bytes = UnsafeRawBufferPointer(bytes)
    if isForeign { return try Snapshot.checkedDataset(at: bytes, of: self, named: "bench") }
    try Snapshot.verify(bytes)
    return try Snapshot.dataset(at: bytes, of: self, named: "bench")
  }
}
