import GazetteerIndex

/// How many places have each value of a column.
package struct CountsView: Equatable, Sendable {
  package let column: Untrusted
  package let counts: ValueCounts

  init(of column: Untrusted, _ counts: ValueCounts) {
    self.column = column
    self.counts = counts
  }
}

extension CountsView: Presentable {
  static let fields: [Content.Field] = [
    .init("value", "the value; absent for the places without one"), .init("count", "how many places have it"),
  ]

  /// The values, then the places without one.
  private var rows: [(value: Untrusted?, count: Int)] {
    counts.rows.map { ($0.value, $0.count) } + (counts.missing > 0 && hasAll ? [(nil, counts.missing)] : [])
  }

  private var hasAll: Bool { counts.rows.count == counts.different }

  var content: Content? {
    let rows = rows
    return Content(
      "values", total: counts.different + (counts.missing > 0 ? 1 : 0), isTotalExact: counts.isExact,
      fields: CountsView.fields, count: rows.count
    ) { index in
      var record = Record()
      record.add("value", rows[index].value)
      record.add("count", .integer(rows[index].count))
      return record
    }
  }

  var isEmptyList: Bool { rows.isEmpty && counts.different == 0 }

  /// The length of the longest bar, in cells.
  static let longestBar = 24

  var page: Page {
    let rows = rows
    guard !rows.isEmpty else { return Page([.line(summary)]) }
    let columns: [Table.Column] = [
      .init(title: column.neutralised, alignment: counts.type == .number ? .right : .left, least: 12),
      .init(title: "places", alignment: .right), .init(title: "", rank: 1, isBar: true),
    ]
    let most = rows.map(\.count).max() ?? 1
    let cells = rows.map { row in
      [
        row.value?.neutralised ?? "(no value)", Numeral.grouped(row.count),
        String(repeating: Style.bar, count: max(1, row.count * Self.longestBar / max(1, most))),
      ]
    }
    return Page([.table(Table(columns: columns, rows: cells)), .line(summary)])
  }

  private var summary: String {
    let different = counts.different == 1 ? "1 value" : "\(Numeral.grouped(counts.different)) values"
    let least = counts.isExact ? "" : "; at least, since older locations are not fetched"
    let without = counts.missing == 0 ? "" : "; \(Numeral.places(counts.missing)) without one"
    guard !hasAll else { return different + without + least }
    return "\(Numeral.grouped(counts.rows.count)) of \(different)\(without)\(least); all: --limit all"
  }
}
