import GazetteerIndex

/// What a page with a map is made of: all of it but the places. `Scripts/make-map-page` makes it.
package struct MapTemplate: Equatable, Sendable {
  /// The page, with `{{title}}` and `{{data}}` in the place of what is to be filled in.
  package let page: String

  package init(page: String) { self.page = page }
}

/// Places on a map in one page that needs nothing else. Whatever came from outside stands in one block of JSON, which the
/// page's own script turns into texts, never into markup.
enum MapPage {
  static func text(of export: Export, by template: MapTemplate) -> String {
    var writer = JSONWriter()
    writer.write(data(of: export))
    // Nothing in it ends the block.
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
    let (place, favorite) = (exported.place, exported.favorite)
    let texts = { (values: [Untrusted]) -> Datum? in values.isEmpty ? nil : .list(values.map { .text($0) }) }
    let facts: [(String, Datum?)] = [
      ("region", place.region.short.isEmpty ? nil : .text(place.region.short)),
      ("category", texts(place.categories)), ("lists", texts(exported.lists)), ("tags", texts(favorite?.tags ?? [])),
      ("your rating", favorite?.rating.map { .own("\($0) of 5") }),
      ("rating", favorite?.providerRating.map { .text($0) }), ("visited", favorite?.visited.map { .own($0.text) }),
      ("station", favorite?.station.map { .text($0.name) }), ("note", exported.note.map { .text($0) }),
    ]
    return object([
      ("name", .text(place.name)), ("lat", place.coordinate.map { .decimal($0.latitude) }),
      ("lon", place.coordinate.map { .decimal($0.longitude) }), ("facts", object(facts)),
      ("links", texts(exported.links)),
    ])
  }

  private static func object(_ members: [(String, Datum?)]) -> Datum {
    .object(members.compactMap { name, value in value.map { Datum.Member(key: Untrusted(name), value: $0) } })
  }
}
