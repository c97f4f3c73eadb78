/// The texts of those fields of a record that had doubled quotes, with one quote for each pair. A change of a copy does
/// not change the original.
struct CSVResolvedText {
  private final class Storage {
    let bytes: UnsafeMutableBufferPointer<UInt8>
    init(capacity: Int) { bytes = .allocate(capacity: capacity) }
    deinit { bytes.deallocate() }
  }

  private var storage: Storage?
  private var count = 0

  /// The start of the texts; offsets count from here. Valid until the next change.
  var base: UnsafeMutablePointer<UInt8>? { storage?.bytes.baseAddress }

  mutating func removeAll() { count = 0 }

  /// Appends a text with `pairs` doubled quotes and no single quote. Returns its offset. O(count) amortised.
  mutating func append(_ raw: UnsafeBufferPointer<UInt8>, pairs: Int) -> Int {
    let start = count
    let bytes = room(for: raw.count - pairs)
    var isFirstOfPair = false
    for byte in raw {
      isFirstOfPair = byte == CSVText.quote && !isFirstOfPair
      guard !isFirstOfPair else { continue }
      bytes[count] = byte
      count += 1
    }
    return start
  }

  /// Storage that no copy shares, with room for `more` bytes after the present ones.
  private mutating func room(for more: Int) -> UnsafeMutableBufferPointer<UInt8> {
    if isKnownUniquelyReferenced(&storage), let bytes = storage?.bytes, bytes.count - count >= more { return bytes }
    let fresh = Storage(capacity: max(256, 2 * (count + more)))
    if let old = storage?.bytes { _ = fresh.bytes.initialize(fromContentsOf: old.prefix(count)) }
    storage = fresh
    return fresh.bytes
  }
}
