/// How often the values of a column occur in some places.
package struct ValueCounts: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package let value: Untrusted
    /// How many places have it.
    package let count: Int

    package init(_ value: Untrusted, _ count: Int) {
      self.value = value
      self.count = count
    }
  }

  package let type: CellType
  /// The most frequent value first; of equally frequent ones the least first: by number, date or bytes.
  package var rows: [Row]
  /// How many different values there are; more than `rows` has if only the most frequent were wanted.
  package var different: Int
  /// How many places have no value.
  package var missing: Int

  /// The sum of the counts of several sources, each with all of its values.
  package init(_ parts: [ValueCounts]) {
    let types = Set(parts.map(\.type))
    let type = types.count == 1 ? parts[0].type : .text
    var counts: [Untrusted: Int] = [:]
    for row in parts.flatMap(\.rows) { counts[row.value, default: 0] += row.count }
    let sorted = counts.map { (row: Row($0.key, $0.value), number: type.number($0.key) ?? 0) }
      .sorted { left, right in
        if left.row.count != right.row.count { return left.row.count > right.row.count }
        if left.number != right.number { return left.number < right.number }
        return left.row.value.bytes.lexicographicallyPrecedes(right.row.value.bytes)
      }
    self.init(
      type: type, rows: sorted.map(\.row), different: sorted.count, missing: parts.reduce(0) { $0 + $1.missing })
  }

  init(type: CellType, rows: [Row], different: Int, missing: Int) {
    self.type = type
    self.rows = rows
    self.different = different
    self.missing = missing
  }
}
