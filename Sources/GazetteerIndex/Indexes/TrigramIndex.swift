/// Finds the blocks of keys that can contain a text, by the runs of three bytes in it.
///
///     keys      blocks of 32 keys of a `KeyIndex`, in order
///     lists     for each hash of three bytes: the blocks with such bytes, ascending
///     ends      hash → the end of its list, which begins at the end of the one before
///
/// A list has the differences of its blocks, less one, as numbers of seven bits per byte (LEB128). Different bytes with
/// one hash share a list, so a block that is found need not contain the text. Texts of less than three bytes are not
/// found. Memory: about 6 bytes per place, and 256 kB.
struct TrigramIndex: Sendable {
  static let blockSize = 32
  private static let hashes = 1 << 16

  private let ends: Column<UInt32>
  private let lists: Column<UInt8>

  /// Indexes the keys, which have at most 2^32 bytes together; nil if the lists would need more than that.
  /// O(bytes of the keys).
  init?(_ keys: KeyIndex, _ cancellation: Cancellation) throws(Cancelled) {
    var sizes = [UInt32](repeating: 0, count: Self.hashes)
    var total = 0
    try Self.forEachListed(in: keys, cancellation) { hash, difference in
      let size = Self.size(of: difference)
      sizes[hash] += UInt32(size)
      total += size
    }
    guard total <= UInt32.max else { return nil }
    var next = [UInt32](repeating: 0, count: Self.hashes)
    for hash in 1..<Self.hashes { next[hash] = next[hash - 1] + sizes[hash - 1] }
    lists = try Column(count: total) { lists throws(Cancelled) in
      try Self.forEachListed(in: keys, cancellation) { hash, difference in
        var (rest, position) = (difference, Int(next[hash]))
        while rest >= 0x80 {
          lists[position] = UInt8(truncatingIfNeeded: rest) | 0x80
          rest >>= 7
          position += 1
        }
        lists[position] = UInt8(rest)
        next[hash] = UInt32(position + 1)
      }
    }
    ends = Column(next)
  }

  private init(ends: Column<UInt32>, lists: Column<UInt8>) {
    self.ends = ends
    self.lists = lists
  }

  /// Takes the place of an index that was not made: it must not be asked.
  static let absent = TrigramIndex(ends: Column([]), lists: Column([]))

  var isAbsent: Bool { ends.isEmpty }

  private static func size(of number: UInt32) -> Int { (38 - (number | 1).leadingZeroBitCount) / 7 }

  /// Calls `body` with each hash of three bytes in each block, in the order of the blocks, and with the difference that
  /// its list has for the block.
  private static func forEachListed(
    in keys: KeyIndex, _ cancellation: Cancellation, _ body: (_ hash: Int, _ difference: UInt32) -> Void
  ) throws(Cancelled) {
    // One more than the last block with this hash.
    var last = [UInt32](repeating: 0, count: hashes)
    var block: UInt32 = 0
    for first in stride(from: 0, to: keys.count, by: blockSize) {
      try cancellation.check(every: Int(block))
      block += 1
      let end = Int(keys.starts[min(first + blockSize, keys.count)])
      let text = keys.text.pointer
      last.withUnsafeMutableBufferPointer { last in
        for position in Int(keys.starts[first])..<end {
          let bytes = (text[position], text[position + 1], text[position + 2])
          guard bytes.0 != 0, bytes.1 != 0, bytes.2 != 0 else { continue }
          let hash = hash(bytes.0, bytes.1, bytes.2)
          guard last[hash] != block else { continue }
          body(hash, block - last[hash] - 1)
          last[hash] = block
        }
      }
    }
  }

  @inline(__always)
  private static func hash(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    let bytes = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
    return Int((bytes &* 0x9E37_79B1) >> 16)
  }

  /// The blocks that can contain `text`, ascending; nil if it is too short. O(their number and a few lists).
  func blocks(of text: [UInt8]) -> [UInt32]? {
    guard text.count >= 3 else { return nil }
    let hashes = Set((0...text.count - 3).map { Self.hash(text[$0], text[$0 + 1], text[$0 + 2]) })
    let lists = hashes.map(list).sorted { $0.count < $1.count }
    var blocks: [UInt32] = []
    blocks.reserveCapacity(lists[0].count)
    Self.forEachBlock(in: lists[0]) { blocks.append($0) }
    for list in lists.dropFirst() {
      // Reading a long list costs more than looking into a few blocks.
      guard list.count < 64 * blocks.count else { break }
      keep(&blocks, in: list)
    }
    return blocks
  }

  /// How many blocks can contain three bytes, at most. O(1).
  func mostBlocks(of bytes: ArraySlice<UInt8>) -> Int {
    let first = bytes.startIndex
    return list(Self.hash(bytes[first], bytes[first + 1], bytes[first + 2])).count
  }

  /// The ranges of entries of `keys` whose keys can contain `text`, ascending; nil if it is too short.
  func entries(with text: [UInt8], of keys: KeyIndex) -> [Range<Int>]? {
    blocks(of: text).map { entries(in: $0, of: keys) }
  }

  /// The ranges of entries in some blocks, as few as possible.
  ///
  /// - Parameter blocks: ascending; some may be there several times.
  func entries(in blocks: [UInt32], of keys: KeyIndex) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for block in blocks {
      let start = Int(block) * Self.blockSize
      let end = min(start + Self.blockSize, keys.count)
      if let last = ranges.last, last.upperBound >= start {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
    }
    return ranges
  }

  private func list(_ hash: Int) -> UnsafeBufferPointer<UInt8> {
    let start = hash == 0 ? 0 : Int(ends[hash - 1])
    return UnsafeBufferPointer(rebasing: lists.elements[start..<Int(ends[hash])])
  }

  @inline(__always)
  private static func forEachBlock(in list: UnsafeBufferPointer<UInt8>, _ body: (UInt32) -> Void) {
    // One more than the last block.
    var last: UInt32 = 0
    var (number, shift): (UInt32, UInt32) = (0, 0)
    for byte in list {
      number |= UInt32(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 {
        last += number + 1
        body(last - 1)
        (number, shift) = (0, 0)
      }
    }
  }

  /// Keeps only the blocks that are in `list`.
  private func keep(_ blocks: inout [UInt32], in list: UnsafeBufferPointer<UInt8>) {
    var read = 0
    var kept = 0
    blocks.withUnsafeMutableBufferPointer { blocks in
      Self.forEachBlock(in: list) { block in
        while read < blocks.count && blocks[read] < block { read += 1 }
        if read < blocks.count && blocks[read] == block {
          blocks[kept] = block
          kept += 1
          read += 1
        }
      }
    }
    blocks.removeLast(blocks.count - kept)
  }
}

extension TrigramIndex: Archived {
  init(_ archive: inout some Archive, copying known: TrigramIndex?) throws(SnapshotError) {
    ends = try archive.part(known?.ends)
    lists = try archive.part(known?.lists)
    guard ends.count == Self.hashes || ends.isEmpty && lists.isEmpty else { throw archive.damage }
  }
}
