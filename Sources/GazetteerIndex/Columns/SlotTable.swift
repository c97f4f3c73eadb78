/// Finds the number of an item by its hash: open addressing with linear probing, at most half full.
///
/// The items themselves are stored elsewhere, numbered from 0 in the order they were added. O(1) expected.
struct SlotTable {
  /// The lower half of the hash in the upper half, a number plus one in the lower half; 0 is an empty slot. So most of
  /// the items with other hashes are not read.
  private var slots = [UInt64](repeating: 0, count: 64)
  private var count = 0

  /// The number of the item with this hash that `matches`; nil if it was never added. `matches` is also asked about a
  /// few items with other hashes.
  @inline(__always)
  func number(hash: UInt64, where matches: (Int) -> Bool) -> UInt32? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let number = UInt32(truncatingIfNeeded: slots[slot]) - 1
      if slots[slot] >> 32 == hash & 0xFFFF_FFFF, matches(Int(number)) { return number }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds the next item and returns its number.
  mutating func add(hash: UInt64) -> UInt32 {
    count += 1
    if count * 2 > slots.count {
      let full = slots
      slots = [UInt64](repeating: 0, count: slots.count * 4)
      for item in full where item != 0 { place(item) }
    }
    place(hash << 32 | UInt64(count))
    return UInt32(count - 1)
  }

  private mutating func place(_ item: UInt64) {
    var slot = Int(item >> 32) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = item
  }
}

/// A hash of a few words or bytes. Its key is random in every process, so that nobody can make data with many
/// collisions.
struct WordHash {
  private var state = WordHash.key
  private static let key = UInt64.random(in: 1 ... .max)

  mutating func add(_ word: UInt64) {
    let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    state = product.high ^ product.low &+ WordHash.key
  }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeRawBufferPointer(text)
    var start = 0
    while start + 8 <= bytes.count {
      add(bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      start += 8
    }
    var word: UInt64 = 0
    for position in start..<bytes.count { word = word << 8 | UInt64(bytes[position]) }
    add(word)
    add(UInt64(bytes.count))
  }

  var value: UInt64 { state ^ state >> 32 }
}
