/// The best `wanted` rows of all that are offered.
///
/// A row that cannot be among them costs one comparison. The others are collected. When there are twice as many as
/// wanted, they are sorted and the worse half is dropped. O(offers) comparisons and, from time to time,
/// O(wanted log wanted).
struct TopRows {
  struct Row: Comparable {
    /// Less is better. If two are equal, `second` decides; no two rows have both equal.
    let first: UInt64
    let second: UInt64
    let row: UInt32
    let grade: Grade

    static func < (left: Row, right: Row) -> Bool {
      left.first == right.first ? left.second < right.second : left.first < right.first
    }
  }

  private let wanted: Int
  private let room: Int
  private var rows: [Row] = []
  /// The worst of the best `wanted` rows, when there are that many.
  private var worst: (first: UInt64, second: UInt64) = (.max, .max)

  init(wanted: Int) {
    self.wanted = wanted
    room = max(256, wanted.multipliedReportingOverflow(by: 2).overflow ? Int.max : wanted * 2)
  }

  /// Whether no row with this first key can be among the best.
  @inline(__always)
  func excludes(_ first: UInt64) -> Bool { wanted == 0 || first > worst.first }

  mutating func offer(_ row: Row) {
    guard wanted > 0, (row.first, row.second) < worst else { return }
    rows.append(row)
    if rows.count >= room { keepBest() }
  }

  private mutating func keepBest() {
    rows.sort()
    if rows.count >= wanted {
      rows.removeLast(rows.count - wanted)
      worst = (rows[wanted - 1].first, rows[wanted - 1].second)
    }
  }

  /// The rows, best first.
  func sorted() -> [Row] {
    Array(rows.sorted().prefix(wanted))
  }
}
