/// Sorts rows by a 64-bit key, 16 bits at a time, the least significant bits first. Skips digits that all keys have in
/// common. Stable, O(n).
enum RadixSort {
  struct Item {
    let key: UInt64
    let row: UInt32
  }

  static func sort(_ items: inout [Item], _ cancellation: Cancellation) throws(Cancelled) {
    // Each pass sorts from one array into the other.
    var sorted: [Item] = []
    for shift in stride(from: UInt64(0), to: 64, by: 16) {
      try cancellation.check()
      var ends = [Int](repeating: 0, count: 65_537)
      for item in items { ends[Int(item.key >> shift & 0xFFFF) + 1] += 1 }
      if ends.contains(items.count) { continue }
      try cancellation.check()
      for digit in 1...65_536 { ends[digit] += ends[digit - 1] }
      if sorted.isEmpty { sorted = items }
      sorted.withUnsafeMutableBufferPointer { sorted in
        for item in items {
          let digit = Int(item.key >> shift & 0xFFFF)
          sorted[ends[digit]] = item
          ends[digit] += 1
        }
      }
      swap(&items, &sorted)
    }
  }
}
