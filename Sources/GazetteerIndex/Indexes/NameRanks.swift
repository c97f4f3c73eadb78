import CPrefetch

/// Finds the most relevant of the names that begin with some letters, quickly for any number of names. There is
/// a tree for the index of names, for that of alternate names, and for the later words of each.
///
/// A rank is the position of a place in the order of relevance; less is better.
struct NameRanks: Sendable {
  let names: RankTree
  let alternates: RankTree
  let words: RankTree
  let wordsOfAlternates: RankTree

  /// O(names + alternates + words of both).
  init(names nameIndex: KeyIndex, alternates alternateIndex: KeyIndex, order: RowOrder) {
    func tree(_ rows: Column<UInt32>, words: Column<UInt32>? = nil) -> RankTree {
      RankTree(EntryRanks(relevance: order.relevance, rows: rows, words: words))
    }
    names = tree(nameIndex.rows)
    alternates = tree(alternateIndex.rows)
    words = tree(nameIndex.rows, words: nameIndex.wordEntries)
    wordsOfAlternates = tree(alternateIndex.rows, words: alternateIndex.wordEntries)
  }
}

/// The rank of the place of each entry of an index, or of each of its later words.
struct EntryRanks: Sendable {
  /// Row → rank.
  let relevance: Column<UInt32>
  /// Entry → row.
  let rows: Column<UInt32>
  /// Later word → entry; nil for the ranks of entries.
  var words: Column<UInt32>?

  var count: Int { words?.count ?? rows.count }

  @inline(__always)
  subscript(index: Int) -> UInt32 {
    guard let words else { return relevance[Int(rows[index])] }
    return relevance[Int(rows[Int(words[index])])]
  }

  /// Asks the memory for what is read first of a rank.
  @inline(__always)
  func prefetch(_ index: Int) { gaz_prefetch((words ?? rows).pointer + index) }
}
