import Glibc

/// Sorts NUL-terminated texts in one buffer by their bytes. For valid UTF-8 this is the order of code points.
///
///     first     65,536 buckets by the first two bytes
///     in each   quicksort on the next eight bytes, stored beside the reference as a big-endian number
///     on a tie  the same with the next eight bytes
///
/// The two halves of the buckets are sorted at the same time. O(n log n) comparisons of numbers. A text is read once
/// for every eight bytes that it has in common with another text.
struct KeySort {
  /// A text to sort: where it starts, and a number that the caller gives it.
  struct Item {
    var key: UInt64 = 0
    let position: UInt32
    let number: UInt32
  }

  /// Sorting fewer texts than this takes less time than starting a second thread.
  private static let fewest = 20_000

  /// The number of texts that are sorted between two checks for cancellation.
  private static let pollAfter = 1 << 15

  /// What a text ends with.
  enum End: UInt64 {
    case nul = 0xFFFF_FFFF_FFFF_FFFF
    /// A space or a NUL: only one word of a key is compared. Otherwise a long key would be read once for each of its
    /// words.
    case spaceOrNUL = 0xDFDF_DFDF_DFDF_DFDF
  }

  /// Texts that are equal up to `depth`. Their keys have the eight bytes from there.
  private typealias Run = (items: UnsafeMutableBufferPointer<Item>, depth: Int)

  /// At least 8 readable bytes follow the last NUL.
  let text: UnsafePointer<UInt8>
  let end: End
  /// The order of the numbers of two equal texts.
  let precedes: (UInt32, UInt32) -> Bool
  let cancellation: Cancellation

  func sort(_ items: inout [Item]) throws(Cancelled) {
    guard items.count > 1 else { return }
    var bucketEnds = [Int](repeating: 0, count: 65_537)
    for index in items.indices {
      try cancellation.check(every: index)
      items[index].key = key(at: items[index].position, depth: 0)
      bucketEnds[Int(items[index].key >> 48) + 1] += 1
    }
    try cancellation.check()
    for bucket in 1...65_536 { bucketEnds[bucket] += bucketEnds[bucket - 1] }
    var next = bucketEnds
    items = [Item](unsafeUninitializedCapacity: items.count) { sorted, count in
      for item in items {
        let bucket = Int(item.key >> 48)
        sorted.initializeElement(at: next[bucket], to: item)
        next[bucket] += 1
      }
      count = items.count
    }
    try items.withUnsafeMutableBufferPointer { items throws(Cancelled) in
      func sort(_ buckets: Range<Int>) throws(Cancelled) {
        var runs: [Run] = []
        var untilPoll = Self.pollAfter
        for bucket in buckets where bucketEnds[bucket + 1] - bucketEnds[bucket] > 1 {
          let bucket = items[bucketEnds[bucket]..<bucketEnds[bucket + 1]]
          runs.append((UnsafeMutableBufferPointer(rebasing: bucket), depth: 0))
          while let run = runs.popLast() {
            untilPoll -= run.items.count
            if untilPoll < 0 {
              try cancellation.check()
              untilPoll = Self.pollAfter
            }
            try self.sort(run, leaving: &runs)
          }
        }
      }
      let half = partition(0..<65_536) { bucketEnds[$0] < items.count / 2 }
      if items.count < Self.fewest {
        try sort(0..<65_536)
      } else {
        try concurrently { () throws(Cancelled) in
          try sort(0..<half)
        } _: { () throws(Cancelled) in
          try sort(half..<65_536)
        }
      }
    }
  }

  /// Sorts a run by its keys, and appends the runs with equal keys to `rest`.
  ///
  /// Not recursive, because two texts may share a megabyte.
  private func sort(_ run: Run, leaving rest: inout [Run]) throws(Cancelled) {
    let (items, depth) = run
    try quicksort(items)
    var start = 0
    while start < items.count {
      var end = start + 1
      while end < items.count && items[end].key == items[start].key { end += 1 }
      if end - start > 1 {
        let ties = UnsafeMutableBufferPointer(rebasing: items[start..<end])
        if items[start].key & 0xFF == 0 {
          try ties.sort(cancellation) { precedes($0.number, $1.number) }
        } else {
          for index in ties.indices { ties[index].key = key(at: ties[index].position, depth: depth + 8) }
          rest.append((ties, depth + 8))
        }
      }
      start = end
    }
  }

  /// The eight bytes at `depth` as a big-endian number, with zeros after the end of the text.
  @inline(__always)
  private func key(at position: UInt32, depth: Int) -> UInt64 {
    let bytes = UnsafeRawPointer(text + Int(position) + depth).loadUnaligned(as: UInt64.self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let zeroAtEnd = bytes & end.rawValue
    let ends = (zeroAtEnd &- ones) & ~zeroAtEnd & ones << 7
    guard ends != 0 else { return bytes.byteSwapped }
    let kept = UInt64(ends.trailingZeroBitCount & ~7)
    return kept == 0 ? 0 : bytes.byteSwapped & ~0 << (64 - kept)
  }

  private func quicksort(_ items: UnsafeMutableBufferPointer<Item>) throws(Cancelled) {
    var items = items
    while items.count > 16 {
      if items.count > Self.pollAfter { try cancellation.check() }
      let pivot = median(items[0].key, items[items.count / 2].key, items[items.count - 1].key)
      var low = 0
      var high = items.count - 1
      while low <= high {
        while items[low].key < pivot { low += 1 }
        while items[high].key > pivot { high -= 1 }
        if low <= high {
          items.swapAt(low, high)
          low += 1
          high -= 1
        }
      }
      let left = UnsafeMutableBufferPointer(rebasing: items[0..<high + 1])
      let right = UnsafeMutableBufferPointer(rebasing: items[low...])
      // Recursing into the smaller side limits the depth to O(log n).
      try quicksort(left.count < right.count ? left : right)
      items = left.count < right.count ? right : left
    }
    guard items.count > 1 else { return }
    for index in 1..<items.count {
      let item = items[index]
      var hole = index
      while hole > 0 && items[hole - 1].key > item.key {
        items[hole] = items[hole - 1]
        hole -= 1
      }
      items[hole] = item
    }
  }

  private func median(_ a: UInt64, _ b: UInt64, _ c: UInt64) -> UInt64 { max(min(a, b), min(max(a, b), c)) }
}
