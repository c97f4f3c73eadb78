import GazetteerIndex

/// The edits of all favorites or of one, the newest last.
package struct PastView: Equatable, Sendable {
  private let edits: [KeptEdit]
  /// How many there are.
  private let total: Int
  /// The favorite whose edits are shown; nil for all.
  private let id: FavoriteID?
  /// How the user named that favorite.
  private let words: Untrusted
  /// The author of this session's edits.
  private let author: String

  init(_ edits: [KeptEdit], of id: FavoriteID?, called words: Untrusted, by author: String, limit: Limit) {
    self.edits = edits.suffix(limit.count)
    total = edits.count
    self.id = id
    self.words = words
    self.author = author
  }

  private func changes(in kept: KeptEdit) -> [FavoriteChange] {
    kept.edit.changes.filter { id == nil || $0.id == id }
  }

  private func isOwn(_ kept: KeptEdit) -> Bool { kept.author == author }
}

extension PastView: Presentable {
  static let fields: [Content.Field] = [
    .init("edit", "its number, for restore N --at EDIT"), .init("time", "when it was saved, in UTC"),
    .init("title", "what was done"), .init("own", "whether this session did it"),
    .init("undoes", "the edit that it undoes"),
    .init("favorites", "the change of each: id, name, became and changes, each with field, before and after"),
  ]

  var content: Content? {
    Content("edits", total: total, fields: PastView.fields, count: edits.count) { index in
      let kept = edits[index]
      var record = Record()
      record.add("edit", .integer(kept.number))
      record.add("time", .own(UTC.iso(kept.edit.time)))
      record.add("title", .text(kept.edit.title))
      record.add("own", .flag(isOwn(kept)))
      record.add("undoes", kept.edit.undoes.map { .integer($0) })
      record.add("favorites", .list(changes(in: kept).map(\.datum)))
      return record
    }
  }

  var page: Page {
    guard !edits.isEmpty else { return Page([.line("nothing has been saved yet; try: favorite 1")]) }
    var blocks = id == nil ? [Page.Block.table(table)] : edits.flatMap(blocks)
    if edits.count < total {
      let counts = "\(Numeral.grouped(edits.count)) of \(Numeral.grouped(total)) edits"
      let command = (["history favorites", words.neutralised].filter { !$0.isEmpty }).joined(separator: " ")
      blocks.append(.line("\(counts); the rest: \(command) --limit all"))
    }
    return Page(blocks)
  }

  private var table: Table {
    let columns: [Table.Column] = [
      .init(title: "edit", alignment: .right), .init(title: "when"), .init(title: "what", least: 20),
      .init(title: "by", rank: 2),
    ]
    return Table(
      columns: columns,
      rows: edits.map { kept in
        [
          String(kept.number), UTC.text(kept.edit.time), kept.edit.title.neutralised,
          isOwn(kept) ? "this session" : "another session",
        ]
      })
  }

  /// An edit of one favorite, with each field that it changed.
  private func blocks(of kept: KeptEdit) -> [Page.Block] {
    let who = isOwn(kept) ? "" : ", by another session"
    let head = "edit \(kept.number), \(UTC.text(kept.edit.time))\(who): \(kept.edit.title.neutralised)"
    let pairs = changes(in: kept).flatMap { change in
      change.differences.map { Page.Pair($0.field, "\($0.before ?? "nothing") -> \($0.after ?? "nothing")") }
    }
    return [.line(head)] + (pairs.isEmpty ? [] : [.pairs(pairs)])
  }
}

extension FavoriteChange {
  /// The values of a field before and after a change, neutralised; nil: no value.
  fileprivate struct Difference {
    let field: String
    let before: String?
    let after: String?
  }

  fileprivate var became: String { before == nil ? "added" : after == nil ? "removed" : "changed" }

  /// The changed fields; every field if the favorite was added or removed.
  fileprivate var differences: [Difference] {
    let fields = FavoriteField.past.map { field in
      Difference(field: field.label, before: field.past(before), after: field.past(after))
    }
    let attributes = Difference(
      field: FavoriteField.attributes.label, before: before?.pastAttributes, after: after?.pastAttributes)
    return (fields + [attributes]).filter { $0.before != $0.after }
  }

  fileprivate var datum: Datum {
    let favorite = after ?? before
    let texts = [
      ("id", favorite?.handle.word), ("name", favorite?.place.name), ("became", Untrusted(became)),
    ]
    let changes = differences.map { difference in
      let values = [("field", difference.field), ("before", difference.before), ("after", difference.after)]
      return Datum.object(values.compactMap { key, text in text.map { .init(key: Untrusted(key), value: .own($0)) } })
    }
    return .object(
      texts.compactMap { key, text in text.map { .init(key: Untrusted(key), value: .text($0)) } }
        + [.init(key: Untrusted("changes"), value: .list(changes))])
  }
}

extension FavoriteField {
  /// The fields that a history shows, besides attributes and extras.
  fileprivate static let past = all.filter(\.isEditable)

  /// The value of the field as a history shows it.
  fileprivate func past(_ favorite: Favorite?) -> String? { favorite.flatMap { value(in: $0)?.shown } }
}

extension Favorite {
  fileprivate var pastAttributes: String? {
    let attributes = place.attributes + extras
    return attributes.isEmpty ? nil : FieldValue.attributes(attributes).shown
  }
}
