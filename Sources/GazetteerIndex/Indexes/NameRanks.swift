/// Finds the most relevant of the names that begin with some letters, quickly for any number of names. It finds the
/// best rank in a range of the index of names, of that of alternate names, or of the later words of either.
///
/// A rank is the position of a place in the order of relevance; less is better.
struct NameRanks: Sendable {
  let names: RangeLeast
  let alternates: RangeLeast
  let words: RangeLeast
  let wordsOfAlternates: RangeLeast

  /// O(names + alternates + words of both).
  init(names nameIndex: KeyIndex, alternates alternateIndex: KeyIndex, order: RowOrder) {
    func least(_ rows: Column<UInt32>, words: Column<UInt32>? = nil) -> RangeLeast {
      RangeLeast(EntryRanks(relevance: order.relevance, rows: rows, words: words))
    }
    names = least(nameIndex.rows)
    alternates = least(alternateIndex.rows)
    words = least(nameIndex.rows, words: nameIndex.wordEntries)
    wordsOfAlternates = least(alternateIndex.rows, words: alternateIndex.wordEntries)
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
}
