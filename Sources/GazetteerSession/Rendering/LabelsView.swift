import GazetteerIndex

/// The lists of the favorites, then their tags, each with how many favorites it has.
package struct LabelsView: Equatable, Sendable {
  package let rows: [(kind: LabelKind, count: Labels.Count)]

  init(_ labels: Labels) {
    rows = labels.lists.map { (.list, $0) } + labels.tags.map { (.tag, $0) }
  }

  package static func == (left: LabelsView, right: LabelsView) -> Bool {
    left.rows.elementsEqual(right.rows) { $0 == $1 }
  }
}

extension LabelsView: Presentable {
  static let fields: [Content.Field] = [
    .init("kind", "list or tag"), .init("name", "its name"), .init("count", "how many favorites it has"),
  ]

  var content: Content? {
    Content("labels", total: rows.count, fields: LabelsView.fields, count: rows.count) { index in
      let row = rows[index]
      var record = Record()
      record.add("kind", .own(row.kind.rawValue))
      record.add("name", row.count.name)
      record.add("count", .integer(row.count.favorites))
      return record
    }
  }

  var isEmptyList: Bool { rows.isEmpty }

  var page: Page {
    guard !rows.isEmpty else { return Page([.line("no favorite is on a list or has a tag; try: favorite 1 --list L")]) }
    let columns: [Table.Column] = [
      .init(title: ""), .init(title: "name", least: 12), .init(title: "places", alignment: .right),
    ]
    return Page([
      .table(
        Table(
          columns: columns,
          rows: rows.map { [$0.kind.rawValue, $0.count.name.neutralised, Numeral.grouped($0.count.favorites)] }))
    ])
  }
}
