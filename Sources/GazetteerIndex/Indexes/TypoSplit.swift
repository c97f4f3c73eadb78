/// A query cut into parts, so that few texts need to be read to find those within some typing errors of it.
///
///     springfeild        two errors:   "spring" has at most one of them, or "eild" is unchanged
///     san francisco      two errors:   "san" is unchanged at the beginning, or "fran" is, or "isco" is
///
/// A character lies between two parts. So no error changes more than one of them: neither one that changes a character,
/// nor one between two characters, nor an exchange of neighbours. If each of the ends is changed, the beginning has fewer
/// errors by their number, and no text before it. Of all such parts, those are chosen with the fewest texts to read.
struct TypoSplit {
  /// In whole characters, and how many these are.
  let beginning: (text: [UInt8], length: Int)
  /// The most errors in the beginning if each end is changed.
  let errors: Int
  /// One or two, each of at least three bytes.
  let ends: [[UInt8]]

  /// nil if the query is too short, or if reading all texts as a tree is as fast. O(length²).
  ///
  /// - Parameters:
  ///   - text: Characters in UTF-8; at most `TypoAutomaton.capacity`.
  ///   - errors: 1 or 2.
  ///   - blocks: An upper bound of the number of blocks of texts that have these three bytes.
  init?(_ text: [UInt8], errors: Int, blocks: (_ bytes: ArraySlice<UInt8>) -> Int) {
    /// Where each character begins, and the end.
    let bounds = text.indices.filter { text[$0] & 0xC0 != 0x80 } + [text.count]
    let length = bounds.count - 1
    let counts = text.indices.dropLast(2).map { blocks(text[$0..<$0 + 3]) }
    /// The blocks with each end of the query, by its first character.
    let lasts = (0...length).map { Self.fewest(counts, bounds[$0]..<text.count) }
    var best: (cost: Int, starts: [Int], length: Int)?
    func consider(_ cost: Int, _ starts: [Int], length: Int) {
      if cost < best?.cost ?? Cost.ofAll[errors - 1] { best = (cost, starts, length) }
    }
    for start in stride(from: 2, to: length, by: 1) {
      let walked = Cost.ofBeginning(start - 1, errors: errors - 1, of: errors)
      if let last = lasts[start] { consider(walked + last, [start], length: start - 1) }
      guard errors > 1 else { continue }
      let unchanged = Cost.ofBeginning(start - 1, errors: 0, of: errors)
      for next in stride(from: start + 2, to: length, by: 1) {
        guard let last = lasts[next], let middle = Self.fewest(counts, bounds[start]..<bounds[next - 1]) else {
          continue
        }
        consider(unchanged + middle + last, [start, next], length: start - 1)
      }
    }
    guard let best else { return nil }
    beginning = (Array(text[..<bounds[best.length]]), best.length)
    self.errors = errors - best.starts.count
    let stops = best.starts.dropFirst().map { $0 - 1 } + [length]
    ends = zip(best.starts, stops).map { Array(text[bounds[$0]..<bounds[$1]]) }
  }

  /// The blocks with the rarest three of some bytes; nil if these are fewer than three.
  private static func fewest(_ counts: [Int], _ bytes: Range<Int>) -> Int? {
    bytes.count < 3 ? nil : counts[bytes.lowerBound...bytes.upperBound - 3].min()
  }

  /// Measured in blocks of texts that can have an end: how long it takes to walk sorted texts as a tree.
  private enum Cost {
    /// With one error and with two.
    static let ofAll = [280, 2200]
    /// By the characters of the beginning.
    private static let ofUnchanged = [[1: 80, 2: 40, 3: 20], [1: 200, 2: 60, 3: 20]]
    private static let ofOneError = [1: 1800, 2: 1000, 3: 580, 4: 460]

    static func ofBeginning(_ length: Int, errors: Int, of all: Int) -> Int {
      errors == 0 ? ofUnchanged[all - 1][length] ?? 10 : ofOneError[length] ?? 400
    }
  }
}
