/// How many bytes each of many sorted texts shares with the one before it: at most 127, including the NUL of equal texts.
///
/// The least values of blocks of 64 and of 4,096 texts allow skipping many in one step.
struct SharedBytes: Sendable {
  private static let most = 127

  private let shared: Column<UInt8>
  private let leastOf64: Column<UInt8>
  private let leastOf4096: Column<UInt8>

  init(_ shared: Column<UInt8>) {
    self.shared = shared
    leastOf64 = Self.leastOfBlocks(shared)
    leastOf4096 = Self.leastOfBlocks(leastOf64)
  }

  /// Those of keys. O(bytes of the keys).
  init(of keys: KeyIndex, _ cancellation: Cancellation) throws(Cancelled) {
    self.init(
      try Column(count: keys.count) { shared throws(Cancelled) in
        for entry in 1..<max(1, keys.count) {
          try cancellation.check(every: entry)
          let left = keys.text.pointer + Int(keys.starts[entry - 1])
          let right = keys.text.pointer + Int(keys.starts[entry])
          var length = 0
          while length < Self.most && left[length] == right[length] {
            length += 1
            if left[length - 1] == 0 { break }
          }
          shared[entry] = UInt8(length)
        }
      })
  }

  private static func leastOfBlocks(_ values: Column<UInt8>) -> Column<UInt8> {
    Column(
      stride(from: 0, to: values.count, by: 64).map { start in
        values.elements[start..<min(start + 64, values.count)].min() ?? 0
      })
  }

  subscript(_ number: Int) -> Int { Int(shared[number]) }

  /// The first text after a text that shares fewer than `depth` bytes with the one before it, or seems to: of more than
  /// 127 shared bytes, the number is not known.
  func next(after number: Int, sharing depth: Int) -> Int {
    var index = number + 1
    guard depth <= Self.most else { return index }
    let bytes = UnsafeRawPointer(shared.pointer)
    let least = UInt64(depth) &* 0x0101_0101_0101_0101
    let count = shared.count
    while index < count {
      if index & 63 == 0 {
        index = nextBlock(from: index, sharing: depth)
        if index >= count { break }
      }
      // In the highest bit of each byte: whether at least `depth` bytes are shared. The column has zeros after its end.
      let ranks = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let fewer = ~((ranks | 0x8080_8080_8080_8080) &- least) & 0x8080_8080_8080_8080
      let step = min(8, 64 - index & 63)
      let found = fewer.trailingZeroBitCount >> 3
      if found < step { return min(index + found, count) }
      index += step
    }
    return count
  }

  /// The first of the blocks of 64 from `index` on, which begins one, with a text that shares fewer than `depth` bytes.
  private func nextBlock(from index: Int, sharing depth: Int) -> Int {
    var block = index >> 6
    while block < leastOf64.count {
      if block & 63 == 0 && leastOf4096[block >> 6] >= depth {
        block += 64
      } else if leastOf64[block] >= depth {
        block += 1
      } else {
        return block << 6
      }
    }
    return shared.count
  }
}
