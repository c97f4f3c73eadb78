/// Finds the most relevant of the names that begin with some letters, quickly for any number of names. It finds the
/// best rank in a range of the index of names, of that of alternate names, or of the later words of either.
///
/// A rank is the position of a place in the order of relevance; less is better.
struct NameRanks: Sendable {
  let names: RangeLeast
  let alternates: RangeLeast
  let words: RangeLeast
  let wordsOfAlternates: RangeLeast
  private let nameIndex: KeyIndex
  private let alternateIndex: KeyIndex
  private let order: RowOrder

  /// O(names + alternates + words of both).
  init(names nameIndex: KeyIndex, alternates alternateIndex: KeyIndex, order: RowOrder) {
    self.nameIndex = nameIndex
    self.alternateIndex = alternateIndex
    self.order = order
    let rank = { (row: UInt32) in order.relevance[Int(row)] }
    names = RangeLeast(count: nameIndex.count) { rank(nameIndex.rows[$0]) }
    alternates = RangeLeast(count: alternateIndex.count) { rank(alternateIndex.rows[$0]) }
    words = RangeLeast(count: nameIndex.wordEntries.count) { rank(nameIndex.rows[Int(nameIndex.wordEntries[$0])]) }
    wordsOfAlternates = RangeLeast(count: alternateIndex.wordEntries.count) {
      rank(alternateIndex.rows[Int(alternateIndex.wordEntries[$0])])
    }
  }

  /// The rank of the place of an entry of the name index.
  func rank(ofName entry: Int) -> UInt32 { order.relevance[Int(nameIndex.rows[entry])] }

  /// The rank of the place of an entry of the index of alternate names.
  func rank(ofAlternate entry: Int) -> UInt32 { order.relevance[Int(alternateIndex.rows[entry])] }

  /// The rank of the place of a later word of a name.
  func rank(ofWord word: Int) -> UInt32 { rank(ofName: Int(nameIndex.wordEntries[word])) }

  /// The rank of the place of a later word of an alternate name.
  func rank(ofWordOfAlternate word: Int) -> UInt32 { rank(ofAlternate: Int(alternateIndex.wordEntries[word])) }
}
