/// The best `wanted` rows of all that are offered.
///
/// A row that cannot be among them costs one comparison. The others are collected. When there are twice as many as
/// wanted, they are sorted and the worse half is dropped. O(offers) comparisons and, from time to time,
/// O(wanted log wanted).
struct TopRows {
  struct Row {
    /// Less is better, see `Ranking.keys`.
    let first: UInt64
    let second: UInt64
    let row: UInt32
    let grade: Grade
  }

  let wanted: Int
  private let room: Int
  private let ranking: Ranking
  private var rows: [Row] = []
  /// The worst of the best `wanted` rows, when there are that many.
  private var worst: Row?

  init(wanted: Int, in ranking: Ranking) {
    self.wanted = wanted
    self.ranking = ranking
    room = max(256, wanted.multipliedReportingOverflow(by: 2).overflow ? Int.max : wanted * 2)
  }

  /// How many more rows there could be before one is dropped.
  var wanting: Int { max(0, wanted - rows.count) }

  /// Whether no row with this first key can be among the best.
  @inline(__always)
  func excludes(_ first: UInt64) -> Bool { wanted == 0 || first > worst?.first ?? .max }

  mutating func offer(_ row: Row) {
    guard wanted > 0, worst.map({ precedes(row, $0) }) ?? true else { return }
    rows.append(row)
    if rows.count >= room { keepBest() }
  }

  /// Finds the worst of the best `wanted` rows, if there are that many.
  mutating func settle() {
    guard wanted > 0, rows.count >= wanted, rows.count > wanted || worst == nil else { return }
    keepBest()
  }

  private func precedes(_ left: Row, _ right: Row) -> Bool {
    if left.first != right.first { return left.first < right.first }
    return left.second == right.second ? ranking.precedes(left.row, right.row) : left.second < right.second
  }

  private mutating func keepBest() {
    rows.sort(by: precedes)
    if rows.count >= wanted {
      rows.removeLast(rows.count - wanted)
      worst = rows[wanted - 1]
    }
  }

  /// The rows, best first.
  func sorted() -> [Row] { Array(rows.sorted(by: precedes).prefix(wanted)) }
}
