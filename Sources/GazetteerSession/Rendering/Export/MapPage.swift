import GazetteerIndex

/// A page with a map, without the places. `Scripts/make-map-page` makes it.
package struct MapTemplate: Equatable, Sendable {
  /// The page, with `{{title}}` and `{{data}}` where these are filled in.
  package let page: String

  package init(page: String) { self.page = page }
}

/// Places on a map, in one page that needs no other files. All data from outside is in one block of JSON, which the
/// page's own script shows as text, never as markup.
///
/// A place is a row, and texts that many places share are written once:
///
///     {"credits": [TEXT…], "west": DEGREES, "east": DEGREES, "colors": [COLOR…], "otherColor": COLOR,
///      "regions": [TEXT…], "categories": [TEXT…], "earth": LINES, "around": LINES,
///      "places": [[NAME, LATITUDE, LONGITUDE, REGION, CATEGORY or [CATEGORY…], PEOPLE, {"facts": …, "links": …}]…]}
///
/// A region or a category is its number in the list; `colors` are those of the first categories. Longitudes that are
/// greater than `east` are shown as if they were 360° less. `MapPage+BaseMap` says what the lines are.
enum MapPage {
  static func text(of export: Export, by template: MapTemplate) -> String {
    var writer = JSONWriter()
    write(export, to: &writer)
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

  private static func write(_ export: Export, to writer: inout JSONWriter) {
    let coordinates = export.places.compactMap(\.place.coordinate)
    let projection = MapProjection(of: coordinates, width: 1000, heights: 360...1000)
    let colors = CategoryColors(of: export.places.map(\.place.mainCategory))
    var regions = NumberedTexts()
    var categories = NumberedTexts()
    for category in colors.categories { _ = categories.number(of: category) }
    let rows = export.places.compactMap { place in
      export.isCancelled ? nil : row(of: place, &regions, &categories)
    }
    writer.raw("{")
    writer.member("credits", .list(export.credits.map { .text($0) }))
    writer.raw(",")
    writer.member("west", .decimal(projection.west))
    writer.raw(",")
    writer.member("east", .decimal(projection.east))
    writer.raw(",")
    writer.member("colors", .list(colors.entries.map { .own($0.color) }))
    writer.raw(",")
    writer.member("otherColor", .own(CategoryColors.other))
    writer.raw(",")
    writer.member("regions", .list(regions.texts.map { .text($0) }))
    writer.raw(",")
    writer.member("categories", .list(categories.texts.map { .text($0) }))
    writer.raw(",")
    writer.member("earth", earth)
    writer.raw(",")
    writer.member("around", lines(around: projection))
    writer.raw(",\"places\":[")
    for (index, row) in rows.enumerated() {
      writer.raw(index == 0 ? "\n" : ",\n")
      writer.write(row)
    }
    writer.raw("\n]}")
  }

  private static func row(
    of exported: ExportedPlace, _ regions: inout NumberedTexts, _ categories: inout NumberedTexts
  ) -> Datum {
    let place = exported.place
    let numbers = (place.categories.isEmpty ? [place.mainCategory] : place.categories)
      .map { Datum.integer(categories.number(of: $0)) }
    // What is not a number is written as null.
    let position = place.coordinate.map { [$0.latitude, $0.longitude] } ?? [.nan, .nan]
    var row: [Datum] = [.text(place.name)] + position.map { .decimal($0) }
    row += [.integer(regions.number(of: place.region.short)), numbers.count == 1 ? numbers[0] : .list(numbers)]
    row.append(.integer(Int(place.population)))
    let facts = exported.favorite.map { favorite in
      FavoriteColumn.inTables.map { ($0.label, $0.value(favorite)?.mapDatum) }
    }
    let more = object([
      ("facts", facts.map(object)),
      ("links", exported.links.isEmpty ? nil : .list(exported.links.map { .text($0) })),
    ])
    if case .object(let members) = more, !members.isEmpty { row.append(more) }
    return .list(row)
  }

  static func object(_ members: [(String, Datum?)]) -> Datum {
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
