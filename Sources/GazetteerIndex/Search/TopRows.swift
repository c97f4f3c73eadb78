/// The best rows of those offered, as many as are wanted.
///
/// Offers that cannot be among them cost one comparison; the others are gathered and thinned out by a sort each time
/// they are twice as many as wanted: O(offers) comparisons and O(wanted log wanted) now and then.
struct TopRows {
  struct Row: Comparable {
    /// Less is better; equal ones are told apart by `second`, which no two rows share.
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
  /// The least good of `wanted` rows, once there are so many.
  private var worst: (first: UInt64, second: UInt64) = (.max, .max)

  init(wanted: Int) {
    self.wanted = wanted
    room = max(256, wanted.multipliedReportingOverflow(by: 2).overflow ? Int.max : wanted * 2)
  }

  /// Whether an offer of this first key can be turned away unseen.
  @inline(__always)
  func turnsAway(_ first: UInt64) -> Bool { wanted == 0 || first > worst.first }

  mutating func offer(_ row: Row) {
    guard wanted > 0, (row.first, row.second) < worst else { return }
    rows.append(row)
    if rows.count >= room { thinOut() }
  }

  private mutating func thinOut() {
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
