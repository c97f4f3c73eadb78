/// Finds the keys that begin almost like a query. It walks the sorted keys as a tree.
///
/// A set of automaton states, one bit for each position in the query, is updated for each character of a key. When no
/// state is left, all keys with the same beginning are skipped:
///
///     springfield      s p r i n g …      each path is walked once; the states of every depth are stored
///     springhill       s p r i n g h      shares 6 bytes: continues from depth 6
///     stockholm        s t                no state is left at "st…": skips to the next key that shares less than that
///
/// Most paths end after a few bytes. So the beginnings of the keys are walked first, which are together in memory. The
/// keys themselves are read only where states are left at the end of a beginning. Memory: less than two bytes per key.
struct TypoIndex: Sendable {
  private let shared: SharedBytes
  private let beginnings: KeyBeginnings?

  /// O(bytes of the keys).
  init(_ keys: KeyIndex, _ cancellation: Cancellation) throws(Cancelled) {
    shared = try SharedBytes(of: keys, cancellation)
    beginnings = try KeyBeginnings(of: keys, shared, cancellation)
  }

  /// Whether beginnings are walked first. For tests.
  var walksBeginnings: Bool { beginnings != nil }

  /// Calls `body` with ranges of the entries whose keys have a prefix within `limit` (1 or 2) errors of `pattern`: all of
  /// them, each once, in ascending order.
  ///
  /// - Parameter trigrams: those of the keys, if they are known. Then fewer keys are read, see `TypoSplit`.
  func forEachRange(
    of keys: KeyIndex, near pattern: Pattern, limit: Int, trigrams: TrigramIndex? = nil, cancellation: Cancellation,
    _ body: (Range<Int>) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    let query = pattern.text.withUnsafeBufferPointer(\.scalars)
    guard query.count > TypoAutomaton.capacity else {
      return try forEachRange(of: keys, near: pattern.text, limit, trigrams, cancellation, body)
    }
    // What is near a long query begins with something near its beginning. Few keys are so long.
    var length = 0
    let beginning = pattern.text.prefix { byte in
      if byte & 0xC0 != 0x80 { length += 1 }
      return length <= TypoAutomaton.capacity
    }
    try forEachRange(of: keys, near: Array(beginning), limit, trigrams, cancellation) { entries throws(Cancelled) in
      for entry in entries {
        let key = keys.key(entry)
        guard key.count >= query.count - limit else { continue }
        try cancellation.check()
        if Typo.distance(of: query, toPrefixOf: key.scalars, limit: limit) != nil { try body(entry..<entry + 1) }
      }
    }
  }

  private func forEachRange(
    of keys: KeyIndex, near text: [UInt8], _ limit: Int, _ trigrams: TrigramIndex?, _ cancellation: Cancellation,
    _ body: (Range<Int>) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    let query = text.withUnsafeBufferPointer(\.scalars)
    guard let trigrams, let split = TypoSplit(text, errors: limit, blocks: trigrams.mostBlocks) else {
      return try TypoAutomaton(query, limit: limit).walk(cancellation) { walk throws(Cancelled) in
        try forEachRange(of: keys, 0..<keys.count, by: walk, body)
      }
    }
    var found: [Range<Int>] = []
    var candidates: [Range<Int>] = []
    for end in split.ends { candidates += try entries(of: keys, with: end, by: trigrams, cancellation) }
    try TypoAutomaton(query, limit: limit).walk(cancellation) { walk throws(Cancelled) in
      for entries in candidates.united {
        try cancellation.check()
        try walk.forEachRange(
          of: WholeKeys(keys, shared), entries, from: 0, { found.append($0.clamped(to: entries)) }, cut: { _, _ in })
      }
      guard split.errors == 0 else { return }
      let entries = split.beginning.text.withUnsafeBufferPointer(keys.entries(withPrefix:))
      try forEachRange(of: keys, entries, by: walk) { found.append($0.clamped(to: entries)) }
    }
    if split.errors > 0 {
      let automaton = TypoAutomaton(query, limit: limit, oneErrorIn: split.beginning.length)
      try automaton.walk(cancellation) { walk throws(Cancelled) in
        try forEachRange(of: keys, 0..<keys.count, by: walk) { found.append($0) }
      }
    }
    for entries in found.united { try body(entries) }
  }

  /// Walks the keys of entries that begin in the same way, and that no other keys do.
  private func forEachRange(
    of keys: KeyIndex, _ entries: Range<Int>, by walk: TypoWalk, _ body: (Range<Int>) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    let whole = WholeKeys(keys, shared)
    guard let beginnings, let numbers = beginnings.numbers(of: entries) else {
      return try walk.forEachRange(of: whole, entries, from: 0, body, cut: { _, _ throws(Cancelled) in })
    }
    try walk.forEachRange(
      of: beginnings, numbers, from: 0,
      { found throws(Cancelled) in try body(beginnings.entries(of: found)) },
      cut: { number, depth throws(Cancelled) in
        try walk.forEachRange(
          of: whole, beginnings.entries(of: number..<number + 1), from: depth, body,
          cut: { _, _ throws(Cancelled) in })
      })
  }

  /// The entries whose keys contain a text of at least three bytes, in ascending order.
  private func entries(
    of keys: KeyIndex, with text: [UInt8], by trigrams: TrigramIndex, _ cancellation: Cancellation
  ) throws(Cancelled) -> [Range<Int>] {
    // Few blocks are left, so it does not matter which of the bytes are rare.
    let scan = SubstringScan(text, counts: Self.equalCounts)
    var found: [Range<Int>] = []
    for block in trigrams.entries(with: text, of: keys) ?? [] {
      let part = Int(keys.starts[block.lowerBound])..<Int(keys.starts[block.upperBound])
      var entry = block.lowerBound
      try scan.forEachMatch(in: keys.text, part, cancellation: cancellation) { position in
        entry = keys.entry(at: position, from: entry)
        found.append(entry..<entry + 1)
        return Int(keys.starts[entry + 1])
      }
    }
    return found
  }

  private static let equalCounts = [UInt32](repeating: 1, count: 256)
}

extension [Range<Int>] {
  /// Their union, as few ranges as possible, in ascending order. O(n log n).
  fileprivate var united: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }
}
