import GazetteerIndex

/// A page with a map, without the places. `Scripts/make-map-page` makes it.
package struct MapTemplate: Equatable, Sendable {
  /// The page, with `{{title}}` and `{{data}}` where these are filled in.
  package let page: String

  package init(page: String) { self.page = page }
}

/// Places on a map, in one page that needs no other files. All data from outside is in one block of JSON, which the
/// page's own script shows as text, never as markup.
enum MapPage {
  static func text(of export: Export, by template: MapTemplate) -> String {
    var writer = JSONWriter()
    writer.write(data(of: export))
    // So that nothing in the data can end the block.
    let bytes = writer.text.utf8.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
    let data = String(decoding: bytes, as: UTF8.self)
    let title = XMLWriter.escaped(Untrusted(export.title))
    let parts = template.page.split(separator: "{{data}}", maxSplits: 1, omittingEmptySubsequences: false)
    let filled = parts.map {
      $0.split(separator: "{{title}}", omittingEmptySubsequences: false).joined(separator: title)
    }
    return filled.joined(separator: data)
  }

  private static func data(of export: Export) -> Datum {
    object([
      ("credits", .list(export.credits.map { .text($0) })),
      ("places", .list(export.places.compactMap { export.isCancelled ? nil : data(of: $0) })),
    ])
  }

  private static func data(of exported: ExportedPlace) -> Datum {
    let place = exported.place
    let texts = { (values: [Untrusted]) -> Datum? in values.isEmpty ? nil : .list(values.map { .text($0) }) }
    let facts: [(String, Datum?)] = [
      ("region", place.region.short.isEmpty ? nil : .text(place.region.short)),
      ("category", texts(place.categories)),
    ]
    let ownFacts = exported.favorite.map { favorite in
      FavoriteColumn.inTables.map { ($0.label, $0.value(favorite)?.mapDatum) }
    }
    return object([
      ("name", .text(place.name)), ("lat", place.coordinate.map { .decimal($0.latitude) }),
      ("lon", place.coordinate.map { .decimal($0.longitude) }), ("facts", object(facts + (ownFacts ?? []))),
      ("links", texts(exported.links)),
    ])
  }

  private static func object(_ members: [(String, Datum?)]) -> Datum {
    .object(members.compactMap { name, value in value.map { Datum.Member(key: Untrusted(name), value: $0) } })
  }
}

extension FieldValue {
  /// The value as the map shows it.
  fileprivate var mapDatum: Datum {
    switch self {
    case .texts(let texts): .list(texts.map { .text($0) })
    case .stars: .own(shown)
    default: .text(plainText)
    }
  }
}
