/// Finds the rows that are first in the order of a column. Of rows with the same value, the most relevant ones come
/// first.
///
/// A row that cannot be among them costs one comparison, as in `TopRows`. O(rows) comparisons and, from time to time,
/// O(wanted log wanted).
struct FirstByColumn {
  /// The position of the value of a row, then that of its relevance; and the row.
  private typealias Candidate = (key: UInt64, row: UInt32)

  private let ranks: Column<UInt32>
  private let relevance: Column<UInt32>
  private let isDescending: Bool
  private let wanted: Int
  private var candidates: [Candidate] = []
  /// No row with a greater key is among them.
  private var worst = UInt64.max

  private init(wanted: Int, ranks: Column<UInt32>, relevance: Column<UInt32>, isDescending: Bool) {
    self.wanted = wanted
    self.ranks = ranks
    self.relevance = relevance
    self.isDescending = isDescending
  }

  /// A few more than `wanted` of the rows: all that can be among the first.
  static func rows(
    _ wanted: Int, of rows: BitSet, ranks: Column<UInt32>, relevance: Column<UInt32>, isDescending: Bool,
    _ cancellation: Cancellation
  ) throws(Cancelled) -> [Int] {
    guard wanted > 0 else { return [] }
    let empty = FirstByColumn(wanted: wanted, ranks: ranks, relevance: relevance, isDescending: isDescending)
    return try rows.parts(empty, empty) { part, first throws(Cancelled) in
      try part.forEachNumber(cancellation) { first.offer($0) }
    }
    .flatMap { first in first.candidates.map { Int($0.row) } }
  }

  @inline(__always)
  private mutating func offer(_ row: Int) {
    let position = ValueColumn.position(ofRank: ranks[row], isDescending: isDescending)
    if UInt64(position) <= worst >> 32 { add(row, at: position) }
  }

  private mutating func add(_ row: Int, at position: UInt32) {
    let key = UInt64(position) << 32 | UInt64(relevance[row])
    guard key <= worst else { return }
    candidates.append((key, UInt32(row)))
    guard candidates.count >= 2 * wanted + 256 else { return }
    candidates.sort { $0.key < $1.key }
    candidates.removeLast(candidates.count - wanted)
    worst = candidates.last?.key ?? 0
  }
}
