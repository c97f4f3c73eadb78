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
    var rows: [Row] = []
    var ofNumbers: [Double: Int] = [:]
    var ofTexts: [Untrusted: Int] = [:]
    for row in parts.flatMap(\.rows) {
      // Adding zero makes one value of zero and minus zero.
      let number = type.number(row.value).map { $0 + 0 }
      if let known = number.map({ ofNumbers[$0] }) ?? ofTexts[row.value] {
        rows[known] = Row(rows[known].value, rows[known].count + row.count)
      } else {
        if let number { ofNumbers[number] = rows.count } else { ofTexts[row.value] = rows.count }
        rows.append(row)
      }
    }
    let sorted = rows.map { (row: $0, number: type.number($0.value) ?? 0) }
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
