import Glibc

/// Which places have the same name, for counts of names.
///
/// Equal names follow one another in the index of names:
///
///     entries      0      1      2      3
///     names        Paris  Paris  paris  Rome
///     isRepeated   0      1      0      0      1: the name of the entry before
struct NameGroups: Sendable {
  private let names: TextTable
  /// The row of each entry.
  private let rows: Column<UInt32>
  private let isRepeated: BitSet
  /// The entries of empty names come first.
  private let emptyNames: Int
  /// The rows that share their name with others, or have an empty one.
  private let isShared: BitSet

  /// O(bytes of the names).
  init(_ names: TextTable, _ index: KeyIndex, _ cancellation: Cancellation) throws(Cancelled) {
    self.names = names
    rows = index.rows
    isRepeated = try BitSet(capacity: index.count) { part throws(Cancelled) in
      try part.fill(cancellation) { entry in
        guard entry > 0, Self.areEqual(index.key(entry), index.key(entry - 1)) else { return false }
        return Self.areEqual(names[Int(index.rows[entry])], names[Int(index.rows[entry - 1])])
      }
    }
    emptyNames = partition(0..<index.count) { index.key($0).isEmpty && names[Int(index.rows[$0])].isEmpty }
    var isShared = BitSet(capacity: names.count)
    isShared.insert(0..<emptyNames) { [rows] in Int(rows[$0]) }
    try isRepeated.forEachRun(in: 0..<index.count, cancellation) { [rows] run in
      isShared.insert(run.lowerBound - 1..<run.upperBound) { Int(rows[$0]) }
    }
    self.isShared = isShared
  }

  private static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count, let one = left.baseAddress, let other = right.baseAddress else {
      return left.count == right.count
    }
    return memcmp(one, other, left.count) == 0
  }

  /// How often the names occur in some rows. O(rows / 64, and the names that several rows have), and the sorting of those
  /// that are wanted.
  ///
  /// - Parameter most: how many of the names are wanted, the most frequent ones.
  func counts(in wanted: BitSet, most: Int, _ cancellation: Cancellation) throws(Cancelled) -> ValueCounts {
    var alone = wanted
    alone.formSubtraction(isShared)
    let (first, second) = try inHalves((Frequencies(), Frequencies())) { entries, found throws(Cancelled) in
      try forEachGroup(entries, in: wanted, cancellation) { found.add($1) }
    }
    var all = first + second
    all.add(1, names: alone.count)
    let least = all.least(ofMost: most)
    let groups = try inHalves((Groups(capacity: names.count), Groups(capacity: names.count))) {
      entries, found throws(Cancelled) in
      try forEachGroup(entries, in: wanted, cancellation) { row, count in
        if count > least { found.frequent.append((row, count)) } else if count == least { found.rare.insert(row) }
      }
    }
    var frequent = groups.0.frequent + groups.1.frequent
    if least == 0 { frequent += alone.numbers.map { ($0, 1) } }
    try frequent.withUnsafeMutableBufferPointer { frequent throws(Cancelled) in
      try frequent.sort(cancellation) { $0.count == $1.count ? precedes($0.row, $1.row) : $0.count > $1.count }
    }
    var rare = groups.0.rare
    rare.formUnion(groups.1.rare)
    if least == 1 { rare.formUnion(alone) }
    let rest = try self.first(most - frequent.count, of: rare, cancellation)
    return ValueCounts(
      notation: .text,
      rows: (frequent + rest.map { ($0, least) }).prefix(most).map { .init(names.untrusted($0.row), $0.count) },
      different: all.names, missing: rows.elements.prefix(emptyNames).count { wanted.contains(Int($0)) })
  }

  /// The names of some rows by how often they occur, each as one of its rows.
  private struct Groups {
    var frequent: [(row: Int, count: Int)] = []
    /// Those that occur least often of the names that are wanted. In the order of the rows, their texts are read fast.
    var rare: BitSet

    init(capacity: Int) { rare = BitSet(capacity: capacity) }
  }

  /// Reads the entries of both halves, of many names at the same time. No name is in both.
  private func inHalves<State>(
    _ states: (State, State), _ read: (Range<Int>, inout State) throws(Cancelled) -> Void
  ) throws(Cancelled) -> (State, State) {
    var (first, second) = states
    var middle = max(emptyNames, rows.count / 2)
    while middle < rows.count, isRepeated.contains(middle) { middle += 1 }
    try concurrently(
      rows: rows.count, { () throws(Cancelled) in try read(emptyNames..<middle, &first) },
      { () throws(Cancelled) in try read(middle..<rows.count, &second) })
    return (first, second)
  }

  /// Calls `body` with a row of each name that several rows have, and with how many of the wanted rows have it.
  @inline(__always)
  private func forEachGroup(
    _ entries: Range<Int>, in wanted: BitSet, _ cancellation: Cancellation, _ body: (_ row: Int, _ count: Int) -> Void
  ) throws(Cancelled) {
    try isRepeated.forEachRun(in: entries, cancellation) { run throws(Cancelled) in
      var (last, count) = (0, 0)
      for entry in run.lowerBound - 1..<run.upperBound {
        try cancellation.check(every: entry)
        let row = Int(rows[entry])
        guard wanted.contains(row) else { continue }
        last = row
        count += 1
      }
      if count > 0 { body(last, count) }
    }
  }

  /// The first rows in the order of their names' bytes. O(rows) comparisons if few are wanted, else O(n log n).
  private func first(_ most: Int, of rows: BitSet, _ cancellation: Cancellation) throws(Cancelled) -> [Int] {
    guard most > 0 else { return [] }
    var best: [Int]
    if most > Self.few {
      best = rows.numbers
    } else {
      best = try rows.parts([], []) { part, best throws(Cancelled) in
        try part.forEachNumber(cancellation) { row in
          if best.count == most, !precedes(row, best[most - 1]) { return }
          best.insert(row, at: partition(0..<best.count) { precedes(best[$0], row) })
          if best.count > most { best.removeLast() }
        }
      }.flatMap { $0 }
    }
    try best.withUnsafeMutableBufferPointer { best throws(Cancelled) in try best.sort(cancellation, by: precedes) }
    return Array(best.prefix(most))
  }

  /// So many rows are kept in order while the others are compared with the last of them.
  private static let few = 1000

  @inline(__always)
  private func precedes(_ left: Int, _ right: Int) -> Bool {
    names[left].order(to: names[right]) < 0
  }
}

/// How many names occur once, twice and so on.
private struct Frequencies {
  /// Under each number of places up to a thousand or so.
  private var low = [Int](repeating: 0, count: 1024)
  private var high: [Int: Int] = [:]
  private(set) var names = 0

  @inline(__always)
  mutating func add(_ count: Int, names more: Int = 1) {
    names += more
    if count < low.count { low[count] += more } else { high[count, default: 0] += more }
  }

  static func + (left: Frequencies, right: Frequencies) -> Frequencies {
    var sum = left
    for count in right.low.indices { sum.low[count] += right.low[count] }
    sum.high.merge(right.high, uniquingKeysWith: +)
    sum.names += right.names
    return sum
  }

  /// How often the rarest of the `most` most frequent names occurs; 0 if all names are wanted.
  func least(ofMost most: Int) -> Int {
    guard names > most else { return 0 }
    var more = 0
    for (count, names) in high.sorted(by: { $0.key > $1.key }) + low.enumerated().reversed().map({ ($0, $1) }) {
      more += names
      if more >= most { return count }
    }
    return 0
  }
}
