/// The most relevant places with two bytes inside a word of their names, for texts of two bytes: they are in so many
/// names that all of these would be read, and yet in few among the most relevant ones.
///
///     rows     for each pair of bytes: its best rows, best first
///     ends     pair → the end of its rows, which begin at the end of the pair before
///
/// Pairs at the beginning of a word are left out: their places match in a better way. Memory: 256 kB, and at most 256
/// bytes for each pair that occurs.
struct PairIndex: Sendable {
  /// How many rows are kept of a pair.
  static let most = 64
  private static let pairs = 1 << 16

  private let ends: Column<UInt32>
  private let rows: Column<UInt32>

  /// O(bytes of the keys) and, for each pair, O(most · log(its rows)) changes of its best rows.
  init(_ keys: KeyIndex, _ order: RowOrder, _ cancellation: Cancellation) throws(Cancelled) {
    // The ranks of the best rows of a pair, in no order, and the worst of them; .max while there are fewer.
    var best = [[(rank: UInt32, row: UInt32)]](repeating: [], count: Self.pairs)
    var worst = [UInt32](repeating: .max, count: Self.pairs)
    func offer(_ pair: Int, _ rank: UInt32, _ row: UInt32) {
      // A pair may be several times in a name.
      if best[pair].last?.row == row { return }
      if best[pair].count == Self.most, let index = best[pair].firstIndex(where: { $0.rank == worst[pair] }) {
        best[pair].remove(at: index)
      }
      best[pair].append((rank, row))
      if best[pair].count == Self.most { worst[pair] = best[pair].lazy.map(\.rank).max() ?? .max }
    }
    let text = keys.text.pointer
    for entry in 0..<keys.count {
      try cancellation.check(every: entry)
      let row = keys.rows[entry]
      let rank = order.relevance[Int(row)]
      let bytes = keys.bytes(ofKey: entry)
      var isInWord = false
      for position in bytes.dropLast() {
        let (first, second) = (text[position], text[position + 1])
        defer { isInWord = first != 0x20 }
        guard isInWord, first != 0x20, second != 0x20 else { continue }
        let pair = Int(first) << 8 | Int(second)
        if worst[pair] > rank { offer(pair, rank, row) }
      }
    }
    for pair in best.indices { best[pair].sort { $0.rank < $1.rank } }
    var end: UInt32 = 0
    ends = Column(
      best.map { rows in
        end += UInt32(rows.count)
        return end
      })
    rows = Column(best.flatMap { $0.map(\.row) })
  }

  /// The best rows with a text inside a word of their names, best first, and whether there are no others; nil for a text
  /// of another length. O(1).
  func best(with text: [UInt8]) -> (rows: UnsafeBufferPointer<UInt32>, areAll: Bool)? {
    guard text.count == 2 else { return nil }
    let pair = Int(text[0]) << 8 | Int(text[1])
    let start = pair == 0 ? 0 : Int(ends[pair - 1])
    let count = Int(ends[pair]) - start
    return (UnsafeBufferPointer(start: rows.pointer + start, count: count), count < Self.most)
  }
}
