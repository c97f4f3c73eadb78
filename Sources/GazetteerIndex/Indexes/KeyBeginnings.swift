/// The different beginnings of the keys, each with its first entry.
struct KeyBeginnings: SortedTexts, Sendable {
  /// The most bytes of a beginning, which has a NUL after it.
  private static let mostBytes = 7
  /// There is at most one beginning for so many keys.
  private static let keysPerBeginning = 16

  let shared: SharedBytes
  let width: Int
  /// 8 bytes for each.
  private let texts: Column<UInt64>
  /// The first entry of each, and the number of keys.
  private let firsts: Column<UInt32>

  var count: Int { texts.count }

  /// Takes as many bytes as memory allows; nil if these are fewer than 3. O(keys).
  init?(of keys: KeyIndex, _ sharedByKeys: SharedBytes, _ cancellation: Cancellation) throws(Cancelled) {
    /// The number of bytes that a key shares with the one before it; nil if that is the same key, or shares too many.
    func sharedBytes(_ entry: Int) -> Int? {
      let count = sharedByKeys[entry]
      guard count < Self.mostBytes else { return nil }
      return count > 0 && keys.text[Int(keys.starts[entry]) + count - 1] == 0 ? nil : count
    }
    var counts = [Int](repeating: 0, count: Self.mostBytes + 1)
    for entry in 0..<keys.count {
      try cancellation.check(every: entry)
      if let shared = sharedBytes(entry) { counts[shared] += 1 }
    }
    var beginnings = counts[0]
    var width = 0
    while width < Self.mostBytes, beginnings * Self.keysPerBeginning <= keys.count {
      width += 1
      beginnings += counts[width]
    }
    guard width >= 3 else { return nil }
    var (texts, firsts, shared): ([UInt64], [UInt32], [UInt8]) = ([], [], [])
    for entry in 0..<keys.count {
      try cancellation.check(every: entry)
      guard let count = sharedBytes(entry), count < width else { continue }
      let key = keys.key(entry)
      var text: UInt64 = 0
      withUnsafeMutableBytes(of: &text) { $0.copyBytes(from: key.prefix(width)) }
      texts.append(text)
      firsts.append(UInt32(entry))
      shared.append(UInt8(count))
    }
    self.width = width
    self.texts = Column(texts)
    self.firsts = Column(firsts + [UInt32(keys.count)])
    self.shared = SharedBytes(Column(shared))
  }

  @inline(__always)
  func text(_ number: Int) -> UnsafePointer<UInt8> {
    UnsafeRawPointer(texts.pointer + number).assumingMemoryBound(to: UInt8.self)
  }

  /// The beginnings of the keys of some entries; nil if keys of other entries have one of these too. O(log count).
  func numbers(of entries: Range<Int>) -> Range<Int>? {
    let first = partition(0..<firsts.count) { Int(firsts[$0]) < entries.lowerBound }
    let end = partition(first..<firsts.count) { Int(firsts[$0]) < entries.upperBound }
    return Int(firsts[first]) == entries.lowerBound && Int(firsts[end]) == entries.upperBound ? first..<end : nil
  }

  /// The entries whose keys have these beginnings.
  func entries(of numbers: Range<Int>) -> Range<Int> {
    Int(firsts[numbers.lowerBound])..<Int(firsts[numbers.upperBound])
  }
}
