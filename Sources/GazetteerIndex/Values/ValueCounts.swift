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
  /// False if there may be more places than were counted, because a source does not have all of its places here.
  package var isExact = true

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
        Self.precedes(
          (left.row.count, left.number, left.row.value.bytes), (right.row.count, right.number, right.row.value.bytes))
      }
    self.init(
      type: type, rows: sorted.map(\.row), different: sorted.count, missing: parts.reduce(0) { $0 + $1.missing })
    isExact = parts.allSatisfy(\.isExact)
  }

  /// The order of values: by count, then by number (0 for a text), then by bytes.
  static func precedes<Text: Sequence<UInt8>>(
    _ left: (count: Int, number: Double, text: Text), _ right: (count: Int, number: Double, text: Text)
  ) -> Bool {
    if left.count != right.count { return left.count > right.count }
    return left.number == right.number
      ? left.text.lexicographicallyPrecedes(right.text) : left.number < right.number
  }

  init(type: CellType, rows: [Row], different: Int, missing: Int) {
    self.type = type
    self.rows = rows
    self.different = different
    self.missing = missing
  }
}
