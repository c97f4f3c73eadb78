/// Parts of a query, at least one of which is unchanged in every text within some typing errors of it.
///
///     springfield illinois     two errors, three parts:   spri|gfield |llinois
///
/// There is one part more than errors. An error changes one character, or is between two, or exchanges neighbours. As a
/// character lies between two parts, no error changes more than one of them. Of all such parts, those are chosen whose
/// rarest three bytes are in the fewest blocks of keys.
struct IntactParts {
  let parts: [[UInt8]]
  /// How many blocks of keys can have one of the parts, at most.
  private let blocks: Int

  /// A longer query, of so many bytes, has no parts: choosing them would take long, and few keys are as long.
  private static let mostBytes = 256

  /// nil if the query is too short or too long. O(errors × length²).
  ///
  /// - Parameter blocks: an upper bound of the number of blocks that have these three bytes.
  init?(_ pattern: Pattern, errors: Int, blocks: (_ bytes: ArraySlice<UInt8>) -> Int) {
    let text = pattern.text
    guard text.count <= Self.mostBytes else { return nil }
    /// Where each character begins, and the end.
    let bounds = text.indices.filter { text[$0] & 0xC0 != 0x80 } + [text.count]
    let counts = text.indices.dropLast(2).map { blocks(text[$0..<$0 + 3]) }
    let length = bounds.count - 1
    /// For each number of parts and each end of the last of them: the fewest blocks, and where that part begins.
    var ways = [[(blocks: Int, start: Int)?]](repeating: Array(repeating: nil, count: length + 1), count: errors + 1)
    for part in 0...errors {
      for start in part == 0 ? 0..<1 : 1..<length {
        guard let before = part == 0 ? 0 : ways[part - 1][start - 1]?.blocks else { continue }
        var fewest: Int?
        var next = bounds[start]
        for end in start + 1...length {
          while next + 3 <= bounds[end] {
            fewest = min(fewest ?? .max, counts[next])
            next += 1
          }
          guard let fewest, before + fewest < ways[part][end]?.blocks ?? .max else { continue }
          ways[part][end] = (before + fewest, start)
        }
      }
    }
    guard let best = ways[errors][length] else { return nil }
    self.blocks = best.blocks
    var parts: [[UInt8]] = []
    var end = length
    for part in (0...errors).reversed() {
      guard let start = ways[part][end]?.start else { return nil }
      parts.append(Array(text[bounds[start]..<bounds[end]]))
      end = start - 1
    }
    self.parts = parts.reversed()
  }

  /// The ranges of entries whose keys can have one of the parts, ascending; nil if they are too many to be worth it.
  /// O(the lists of the parts).
  func entries(of keys: KeyIndex, by trigrams: TrigramIndex) -> [Range<Int>]? {
    guard blocks <= Self.mostBlocks[parts.count - 2] else { return nil }
    return trigrams.entries(in: parts.flatMap { trigrams.blocks(of: $0) ?? [] }.sorted(), of: keys)
  }

  /// Reading so many blocks, for one error and for two, takes as long as finding the keys by their beginnings. How many
  /// keys there are makes little difference.
  private static let mostBlocks = [300, 1200]
}
