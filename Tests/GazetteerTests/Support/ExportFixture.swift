import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

@testable import GazetteerSession

/// Favorites to be exported, and reading them back.
enum ExportFixture {
  /// The formats that favorites are read back from.
  static let readFormats: [ExportFormat] = [.gpx, .kml, .geojson, .csv, .json]

  /// A page without Leaflet: what is filled in is the same.
  static let template = MapTemplate(page: "<h1>{{title}}</h1><script id=\"places\">{{data}}</script>")

  static func id(_ number: UInt16) -> FavoriteID {
    FavoriteID(milliseconds: 1_700_000_000_000, counter: number, random: 7)
  }

  /// A favorite with everything that one can have, each text being `text`.
  static func favorite(_ text: Untrusted, number: UInt16 = 0) -> Favorite {
    let region = Region(country: text, countryName: text, admin1: text, admin1Name: text)
    let place = Place(
      id: PlaceID(dataset: "shops", id: .number(Int64(number))), name: text, alternates: [text, Untrusted("other")],
      categories: [text], coordinate: Coordinate(latitude: -33.5 + Double(number) / 1000, longitude: 151.25),
      region: region, population: 12, timeZone: text,
      attributes: [
        Place.Attribute(key: text, value: text),
        Place.Attribute(key: Untrusted("url"), value: Untrusted("https://a.b/c")),
      ])
    var favorite = Favorite(id: id(number), place: place, created: 1_700_000_000)
    favorite.attribution = text
    favorite.lists = [text, Untrusted("second")]
    favorite.tags = [text]
    favorite.note = text
    favorite.rating = 4
    favorite.visited = CalendarDay("2026-01-31")
    favorite.station = Favorite.Station(
      id: PlaceID(dataset: "stops", id: .text("A1")), name: text,
      coordinate: Coordinate(latitude: 1.5, longitude: -2.25))
    favorite.changed = 1_700_000_100
    return favorite
  }

  /// A favorite with only the fields that it must have.
  static func plain(_ name: String, _ number: UInt16 = 1, at coordinate: Coordinate? = nil) -> Favorite {
    let handle = PlaceID(dataset: Favorite.dataset, id: .text(id(number).text))
    let place = Place(id: handle, name: Untrusted(name), coordinate: coordinate)
    return Favorite(id: id(number), place: place, created: 5)
  }

  static func export(_ favorites: [Favorite]) -> Export {
    Export(title: "\(favorites.count) favorites", places: favorites.map { ExportedPlace($0) }, time: 1_700_000_000)
  }

  static func text(_ favorites: [Favorite], _ format: ExportFormat, isRaw: Bool = false) throws -> String {
    try export(favorites).text(in: format, map: template, isRaw: isRaw)
  }

  /// The favorites read from a written file.
  static func reread(_ text: String, _ format: ExportFormat) throws -> [Favorite] {
    let folder = try TemporaryFolder()
    let file = try readFavorites(at: try folder.file("favorites." + format.rawValue, text))
    #expect(file.skipped == 0 && file.problems == [], "\(file.problems.map(\.neutralised))")
    // Folders have an order of their own.
    return try file.favorites.map { try #require(Favorite(of: $0)) }.sorted { $0.id < $1.id }
  }
}

extension Favorite {
  /// A favorite that was read; nil if it lacks a field that every favorite has.
  fileprivate init?(of read: ImportedFavorite) {
    guard let id = read.id, let source = read.source, let created = read.created, let changed = read.changed else {
      return nil
    }
    var place = read.values.place
    place.id = source
    self.init(id: id, place: place, created: created)
    self.changed = changed
    for field in FavoriteField.all where ![.identity, .created, .changed].contains(field) {
      field.copy(from: read.values, to: &self)
    }
  }

  /// The same with its attributes and its extras in one order: tables have one for all rows, and formats have their
  /// own.
  var sorted: Favorite {
    var favorite = self
    favorite.place.attributes.sort(by: Favorite.isBefore)
    favorite.extras.sort(by: Favorite.isBefore)
    return favorite
  }

  private static func isBefore(_ left: Place.Attribute, _ right: Place.Attribute) -> Bool {
    (left.key.bytes + [0] + left.value.bytes).lexicographicallyPrecedes(right.key.bytes + [0] + right.value.bytes)
  }
}

/// Strings with which programs are known to fail.
enum NaughtyStrings {
  static let path = "data/suites/naughty-strings/blns.json"

  static func all() throws -> [String] {
    try #require(try JSONSerialization.jsonObject(with: Data(try SharedData.bytes(path))) as? [String])
  }

  /// Texts that a list in valid JSON cannot contain, and attacks on programs that draw maps.
  static let own: [Untrusted] = [
    Untrusted(bytes: [0x61, 0xFF, 0x62, 0xC0, 0xAF]), Untrusted(bytes: [0xED, 0xA0, 0x80]), Untrusted("a\0b"),
    Untrusted("\u{1}\u{7F}\u{85}\u{9B}31m"),
    // U+FFFE, U+FFFF, U+FDD0, U+1FFFE.
    Untrusted(bytes: [0xEF, 0xBF, 0xBE, 0xEF, 0xBF, 0xBF, 0xEF, 0xB7, 0x90, 0xF0, 0x9F, 0xBF, 0xBE]),
    Untrusted("\r\n\t x \t\r\n"),
    Untrusted(" lead and trail "), Untrusted("]]>"), Untrusted("--><script>pwned=1</script><!--"),
    Untrusted("</script><script>pwned=1</script>"), Untrusted("\\"), Untrusted("\\3b"), Untrusted("a;b;;"),
    Untrusted("=1+1"), Untrusted("'=1+1"), Untrusted("-12.5"), Untrusted("+1"), Untrusted("@x"), Untrusted("\t=1"),
    Untrusted("javascript:pwned=1"), Untrusted("{{data}}{{title}}"), Untrusted("é"), Untrusted("e\u{301}"),
    Untrusted("a" + String(repeating: "\u{301}", count: 20)), Untrusted("\u{202E}gnp.exe"), Untrusted("👩🏽‍🚀 ❤️ 1️⃣"),
    Untrusted("<img src=x onerror=pwned=1>"), Untrusted("\" onmouseover=\"pwned=1"), Untrusted("&lt;b&gt;&#0;&nbsp;"),
  ]
}
