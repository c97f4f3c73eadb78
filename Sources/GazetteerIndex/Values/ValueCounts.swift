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

  /// How the values are written.
  let notation: Notation
  package var type: CellType { notation.type }
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
    let haveOneType = Set(parts.map(\.type)).count == 1
    var rows: [(value: Untrusted, count: Int, number: Double)] = []
    var ofNumbers: [Double: Int] = [:]
    var ofTexts: [Untrusted: Int] = [:]
    for (row, notation) in parts.flatMap({ part in part.rows.map { ($0, part.notation) } }) {
      // Adding zero makes one value of zero and minus zero.
      let number = haveOneType ? notation.number(row.value).map { $0 + 0 } : nil
      if let known = number.map({ ofNumbers[$0] }) ?? ofTexts[row.value] {
        rows[known].count += row.count
      } else {
        if let number { ofNumbers[number] = rows.count } else { ofTexts[row.value] = rows.count }
        rows.append((row.value, row.count, number ?? 0))
      }
    }
    rows.sort { left, right in
      Self.precedes((left.count, left.number, left.value.bytes), (right.count, right.number, right.value.bytes))
    }
    self.init(
      notation: haveOneType ? parts[0].notation : .text, rows: rows.map { Row($0.value, $0.count) },
      different: rows.count, missing: parts.reduce(0) { $0 + $1.missing })
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

  init(notation: Notation, rows: [Row], different: Int, missing: Int) {
    self.notation = notation
    self.rows = rows
    self.different = different
    self.missing = missing
  }
}
