/// Finds the number of an item by its hash: open addressing with linear probing, at most half full.
///
/// The items themselves are stored elsewhere, numbered from 0 in the order they were added. O(1) expected.
struct SlotTable {
  /// A number plus one; 0 is an empty slot.
  private var slots = [UInt32](repeating: 0, count: 64)
  private var hashes: [UInt64] = []

  /// The number of the item with this hash that `matches`; nil if it was never added.
  func number(hash: UInt64, where matches: (Int) -> Bool) -> UInt32? {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = slots[slot] - 1
      if hashes[Int(number)] == hash && matches(Int(number)) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds the next item and returns its number.
  mutating func add(hash: UInt64) -> UInt32 {
    hashes.append(hash)
    if hashes.count * 2 > slots.count {
      slots = [UInt32](repeating: 0, count: slots.count * 4)
      for number in hashes.indices { place(UInt32(number)) }
    } else {
      place(UInt32(hashes.count - 1))
    }
    return UInt32(hashes.count - 1)
  }

  private mutating func place(_ number: UInt32) {
    var slot = Int(truncatingIfNeeded: hashes[Int(number)]) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = number + 1
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
    var word: UInt64 = 0
    for (index, byte) in text.enumerated() {
      word = word << 8 | UInt64(byte)
      if index & 7 == 7 { add(word) }
    }
    add(word)
    add(UInt64(text.count))
  }

  var value: UInt64 { state ^ state >> 32 }
}
