import GazetteerIndex

/// Settings with their values and what they mean.
package struct SettingsView: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    let name: String
    let value: String
    let pattern: String
    let defaultValue: String
    let help: String

    var record: Record {
      var record = Record()
      record.add("name", .own(name))
      record.add("value", .own(value))
      record.add("values", .own(pattern))
      record.add("default", .own(defaultValue))
      record.add("meaning", .own(help))
      return record
    }
  }

  package let rows: [Row]

  init(_ settings: [Setting], in preferences: Preferences) {
    rows = settings.map {
      Row(
        name: $0.name, value: $0.value(in: preferences), pattern: $0.pattern, defaultValue: $0.defaultValue,
        help: $0.help)
    }
  }
}

extension SettingsView: Presentable {
  static let fields: [Content.Field] = [
    .init("name", "its name"), .init("value", "what it is set to"), .init("values", "what it can be set to"),
    .init("default", "its default value"), .init("meaning", "what it does"),
  ]

  var content: Content? {
    Content("settings", total: rows.count, fields: SettingsView.fields, count: rows.count) { rows[$0].record }
  }

  var page: Page {
    guard rows.count > 1 else { return Page(rows.flatMap(details)) }
    let width = rows.map { Width.of($0.name) }.max() ?? 0
    return Page([
      .pairs(rows.map { Page.Pair(Width.pad($0.name, cells: width) + "  " + $0.value, $0.help) }),
      .line("set NAME VALUE changes a setting, set NAME shows its possible values"),
    ])
  }

  private func details(_ row: Row) -> [Page.Block] {
    [
      .line("\(row.name) \(row.value)"),
      .pairs([
        Page.Pair("values", row.pattern.split(separator: "|").joined(separator: ", ")),
        Page.Pair("default", row.defaultValue), Page.Pair("meaning", row.help),
      ]),
    ]
  }
}
