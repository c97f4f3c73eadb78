import GazetteerIndex

/// The columns of the places in use.
package struct ColumnsView: Equatable, Sendable {
  package let places: Total
  package let columns: [ColumnSummary]
  /// How many columns there are.
  private let total: Int

  /// - Parameter most: so many of the columns are shown.
  init(of places: Total, _ columns: [ColumnSummary], most: Int) {
    self.places = places
    self.columns = Array(columns.prefix(most))
    total = columns.count
  }
}

extension ColumnsView: Presentable {
  static let fields: [Content.Field] = [
    .init("name", "its name"), .init("type", "number, date or text"), .init("filled", "how many places have a value"),
    .init("examples", "up to three different values"),
  ]

  var content: Content? {
    Content("columns", total: total, fields: ColumnsView.fields, count: columns.count) { index in
      let column = columns[index]
      var record = Record()
      record.add("name", .text(column.name))
      record.add("type", .own(column.type.rawValue))
      record.add("filled", .integer(column.filled))
      record.add("examples", .list(column.examples.map { .text($0) }))
      return record
    }
  }

  var isEmptyList: Bool { columns.isEmpty }

  var page: Page {
    guard total > 0 else { return Page([.line("no place is in use, so there is no column; try: open FILE")]) }
    let titles: [Table.Column] = [
      .init(title: "column", least: 10), .init(title: "type", usual: 6),
      .init(title: "filled", alignment: .right, usual: 6),
      .init(title: "examples", least: 8),
    ]
    let cells = columns.map { column in
      [
        column.name.neutralised, column.type.rawValue, share(column.filled),
        column.examples.map(\.neutralised).joined(separator: ", "),
      ]
    }
    let all = total == 1 ? "1 column" : "\(Numeral.grouped(total)) columns"
    let count = columns.count < total ? "\(Numeral.grouped(columns.count)) of \(all)" : all
    return Page([
      .table(Table(columns: titles, rows: cells)),
      .line("\(count) of \(Numeral.places(places)); try: count --by COLUMN, search --where 'COLUMN=VALUE'"),
    ])
  }

  /// In per cent; only if all places have a value, 100 %.
  private func share(_ filled: Int) -> String {
    let share = Int((100 * Double(filled) / Double(max(1, places.count))).rounded())
    if share == 0 { return "< 1%" }
    return "\(filled < places.count ? min(99, share) : 100)%"
  }
}
