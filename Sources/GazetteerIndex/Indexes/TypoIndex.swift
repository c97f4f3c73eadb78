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
  /// - Parameter trigrams: those of the keys, if they are known. Only keys with an unchanged part of a long pattern are
  ///   read then, see `IntactParts`.
  func forEachRange(
    of keys: KeyIndex, near pattern: Pattern, limit: Int, trigrams: TrigramIndex? = nil, cancellation: Cancellation,
    _ body: (Range<Int>) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    let candidates = trigrams.flatMap { trigrams in
      IntactParts(pattern, errors: limit, blocks: trigrams.mostBlocks)?.entries(of: keys, by: trigrams)
    }
    guard let automaton = TypoAutomaton(pattern, limit: limit) else {
      let query = pattern.text.withUnsafeBufferPointer(\.scalars)
      for entries in candidates ?? [0..<keys.count] {
        try cancellation.check()
        try scan(keys, entries, near: query, limit: limit, cancellation: cancellation, body)
      }
      return
    }
    // A path has at most `limit` characters more than the query, each of at most 4 bytes.
    var states = [TypoAutomaton.State](repeating: automaton.start, count: 4 * (TypoAutomaton.capacity + 4))
    try states.withUnsafeMutableBufferPointer { states throws(Cancelled) in
      try automaton.asciiMasks.withUnsafeBufferPointer { masks throws(Cancelled) in
        let walk = TypoWalk(automaton: automaton, masks: masks, states: states, cancellation: cancellation)
        let whole = WholeKeys(text: keys.text.pointer, starts: keys.starts.pointer, shared: shared)
        if let candidates {
          for entries in candidates {
            try cancellation.check()
            try walk.forEachRange(
              of: whole, entries, from: 0, { found throws(Cancelled) in try body(found.clamped(to: entries)) },
              cut: { _, _ throws(Cancelled) in })
          }
          return
        }
        guard let beginnings else {
          return try walk.forEachRange(of: whole, 0..<keys.count, from: 0, body, cut: { _, _ throws(Cancelled) in })
        }
        try walk.forEachRange(
          of: beginnings, 0..<beginnings.count, from: 0,
          { found throws(Cancelled) in try body(beginnings.entries(of: found)) },
          cut: { number, depth throws(Cancelled) in
            try walk.forEachRange(
              of: whole, beginnings.entries(of: number..<number + 1), from: depth, body,
              cut: { _, _ throws(Cancelled) in })
          })
      }
    }
  }

  /// For queries that are too long for the automaton. Few keys are so long.
  private func scan(
    _ keys: KeyIndex, _ entries: Range<Int>, near query: [UInt32], limit: Int, cancellation: Cancellation,
    _ body: (Range<Int>) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    for entry in entries {
      if entry & 4095 == 0 && cancellation.isCancelled { throw Cancelled() }
      let key = keys.key(entry)
      guard key.count >= query.count - limit else { continue }
      if Typo.distance(of: query, toPrefixOf: key.scalars, limit: limit) != nil {
        try body(entry..<entry + 1)
      }
    }
  }
}
