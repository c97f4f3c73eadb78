/// Sorts rows by a 64-bit key, 16 bits at a time, the least significant bits first. Skips digits that all keys have in
/// common. Stable, O(n).
enum RadixSort {
  struct Item {
    let key: UInt64
    let row: UInt32
  }

  static func sort(_ items: inout [Item], _ cancellation: Cancellation) throws(Cancelled) {
    for shift in stride(from: UInt64(0), to: 64, by: 16) {
      try cancellation.check()
      var ends = [Int](repeating: 0, count: 65_537)
      for item in items { ends[Int(item.key >> shift & 0xFFFF) + 1] += 1 }
      if ends.contains(items.count) { continue }
      try cancellation.check()
      for digit in 1...65_536 { ends[digit] += ends[digit - 1] }
      items = [Item](unsafeUninitializedCapacity: items.count) { sorted, count in
        for item in items {
          let digit = Int(item.key >> shift & 0xFFFF)
          sorted.initializeElement(at: ends[digit], to: item)
          ends[digit] += 1
        }
        count = items.count
      }
    }
  }
}
