import GazetteerIndex

/// The categories of the places in use, in ascending order.
package struct CategoriesView: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package let name: Untrusted
    package let count: Int
    package let isSelected: Bool
  }

  package let rows: [Row]
  /// Whether the marks are a draft of `edit-categories`.
  package let isDraft: Bool

  /// O(places).
  init(of catalog: Catalog, marked: Set<Untrusted>, isDraft: Bool) {
    rows = catalog.categories.map { Row(name: $0.name, count: $0.count, isSelected: marked.contains($0.name)) }
    self.isDraft = isDraft
  }
}

extension CategoriesView: Presentable {
  static let fields: [Content.Field] = [
    .init("name", "its name"), .init("count", "how many places have it"),
    .init("selected", "whether its places are shown without a search; inside edit-categories: whether they will be"),
  ]

  var content: Content? {
    Content("categories", total: rows.count, fields: CategoriesView.fields, count: rows.count) { index in
      var record = Record()
      record.add("name", .text(rows[index].name))
      record.add("count", .integer(rows[index].count))
      record.add("selected", .flag(rows[index].isSelected))
      return record
    }
  }

  var isEmptyList: Bool { rows.isEmpty }

  var page: Page {
    guard !rows.isEmpty else { return Page([.line("no place is in use, so there is no category; try: open FILE")]) }
    let columns: [Table.Column] = [
      .init(title: "", isMark: true), .init(title: "category", least: 12), .init(title: "places", alignment: .right),
    ]
    let cells = rows.map { [$0.isSelected ? Style.mark : "", $0.name.neutralised, Numeral.grouped($0.count)] }
    return Page([.table(Table(columns: columns, rows: cells).withoutEmptyColumns), .line(summary)])
  }

  private var summary: String {
    let selected = rows.count(where: \.isSelected)
    let sum = "\(Numeral.grouped(selected)) of \(Numeral.grouped(rows.count)) selected"
    guard !isDraft else { return sum + "; next: toggle C, select-all, deselect-all, then done or cancel" }
    return selected == 0 ? sum + "; try: select-category C" : sum
  }
}
