import GazetteerIndex

/// What an import adds and changes.
package struct ImportView: Equatable, Sendable {
  package let diff: ImportDiff
  let path: Untrusted
  /// How many rows to print.
  let limit: Limit

  init(_ diff: ImportDiff, of path: Untrusted, limit: Limit) {
    self.diff = diff
    self.path = path
    self.limit = limit
  }
}

extension ImportDiff {
  /// `12 new, 3 changed (1 of them changed here since the file was written), 40 already saved`.
  var summary: String {
    let new = rows.count(where: \.isNew)
    let older = rows.count(where: \.isOlder)
    var parts: [String] = []
    if new > 0 { parts.append("\(Numeral.grouped(new)) new") }
    if rows.count > new {
      let since = older > 0 ? " (\(Numeral.grouped(older)) of them changed here since the file was written)" : ""
      parts.append("\(Numeral.grouped(rows.count - new)) changed" + since)
    }
    if same > 0 { parts.append("\(Numeral.grouped(same)) already saved") }
    if repeated > 0 { parts.append("\(Numeral.grouped(repeated)) repeated in the file") }
    return parts.joined(separator: ", ")
  }
}

extension ImportDiff.Row {
  struct FieldChange: Equatable {
    let label: Untrusted
    let old: Untrusted?
    let new: Untrusted?
  }

  var word: String { isNew ? "new" : isOlder ? "older" : "changed" }

  /// The fields that were added or changed, in field order.
  var fields: [FieldChange] {
    let old = Dictionary((before?.facts ?? []).map { ($0.label, $0.value) }) { first, _ in first }
    return after.facts.filter { old[$0.label] != $0.value }.map {
      FieldChange(label: $0.label, old: old[$0.label], new: $0.value)
    }
  }

  /// The changed fields in one line: `rating: 3 -> 5`. A new favorite's name and position are left out.
  fileprivate var text: String {
    fields.filter { !isNew || ![Untrusted("name"), Untrusted("position")].contains($0.label) }.map { field in
      let change = [field.old, field.new].compactMap { $0?.onOneLine.beginning.neutralised }.joined(separator: " -> ")
      return "\(field.label.neutralised): \(change)"
    }.joined(separator: "; ")
  }
}

extension ImportView: Presentable {
  static let fields: [Content.Field] = [
    .init("change", "new, changed, or older: changed here after the file was written"),
    .init("id", "the favorite's identity"), .init("name", "its name"), .init("at", "where it is in the file"),
    .init("fields", "what is new or changed: field, old, new"),
  ]

  private var shown: Int { min(limit.count, diff.rows.count) }

  var content: Content? {
    Content("changes", total: diff.rows.count, fields: ImportView.fields, count: shown) { record(diff.rows[$0]) }
  }

  private func record(_ row: ImportDiff.Row) -> Record {
    var record = Record()
    record.add("change", .own(row.word))
    record.add("id", .own(row.after.id.text))
    record.add("name", row.after.place.name)
    record.add("at", .text(Untrusted(row.position.neutralised)))
    record.add("fields", .list(row.fields.map(\.datum)))
    return record
  }

  var page: Page {
    var blocks: [Page.Block] = diff.summary.isEmpty ? [] : [.line(diff.summary)]
    if shown > 0 {
      let columns: [Table.Column] = [
        .init(title: "change"), .init(title: "favorite", least: 16), .init(title: "what", least: 16, rank: 1),
        .init(title: "in the file", rank: 2),
      ]
      let rows = diff.rows.prefix(shown).map { row in
        [row.word, row.after.place.name.neutralised, row.text, row.position.neutralised]
      }
      blocks.append(.table(Table(columns: columns, rows: rows).withoutEmptyColumns))
    }
    if shown > 0, shown < diff.rows.count {
      blocks.append(.line("\(shown) of \(Numeral.grouped(diff.rows.count)); the rest: --limit all"))
    }
    if diff.rows.isEmpty { blocks.append(.line("nothing new in \(path.neutralised)")) }
    return Page(blocks)
  }
}

extension ImportDiff.Row.FieldChange {
  fileprivate var datum: Datum {
    var members = [Datum.Member(key: Untrusted("field"), value: .text(label))]
    if let old { members.append(Datum.Member(key: Untrusted("old"), value: .text(old))) }
    if let new { members.append(Datum.Member(key: Untrusted("new"), value: .text(new))) }
    return .object(members)
  }
}
