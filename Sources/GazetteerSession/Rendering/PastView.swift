import GazetteerIndex

/// Edits of favorites, the newest last: of all, or of one.
package struct PastView: Equatable, Sendable {
  private let edits: [KeptEdit]
  /// How many there are.
  private let total: Int
  /// The only favorite that is of interest.
  private let id: FavoriteID?
  /// What it was called by who asks.
  private let words: Untrusted
  /// What the edits of this session are known by.
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
    .init("edit", "its number, for restore N --at EDIT"), .init("time", "when it was kept, in UTC"),
    .init("title", "what was done"), .init("own", "whether this session did it"),
    .init("undoes", "the edit that it takes back"),
    .init("favorites", "what became of each: id, name, became and changes, each with field, before and after"),
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
    guard !edits.isEmpty else { return Page([.line("nothing was ever kept here; try: favorite 1")]) }
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

  /// An edit of the one favorite, with each field that changed.
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
  /// A field that a change changes, neutralised; nil where it has no value.
  fileprivate struct Difference {
    let field: String
    let before: String?
    let after: String?
  }

  fileprivate var became: String { before == nil ? "added" : after == nil ? "removed" : "changed" }

  /// Field by field; of a favorite that is added or removed all that it has.
  fileprivate var differences: [Difference] {
    let (old, new) = (before?.pastFacts ?? [:], after?.pastFacts ?? [:])
    return Favorite.factNames.compactMap { name in
      old[name] == new[name] ? nil : Difference(field: name, before: old[name], after: new[name])
    }
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

extension Favorite {
  fileprivate static let factNames = [
    "name", "position", "categories", "lists", "tags", "note", "rating", "visited", "station", "attributes",
  ]

  /// What there is to tell of it, by name.
  fileprivate var pastFacts: [String: String] {
    let texts: [String?] = [
      place.name.neutralised, place.coordinate?.word, Favorite.joined(place.categories), Favorite.joined(lists),
      Favorite.joined(tags), note?.neutralised, rating.map { "\($0) of 5" }, visited?.text,
      station?.name.neutralised,
      Favorite.joined((place.attributes + extras).map { Untrusted(bytes: $0.key.bytes + [0x3D] + $0.value.bytes) }),
    ]
    return Dictionary(
      uniqueKeysWithValues: zip(Favorite.factNames, texts).compactMap { name, text in
        text.map { (name, $0) }
      })
  }

  private static func joined(_ texts: [Untrusted]) -> String? {
    texts.isEmpty ? nil : texts.map(\.neutralised).joined(separator: ", ")
  }
}
