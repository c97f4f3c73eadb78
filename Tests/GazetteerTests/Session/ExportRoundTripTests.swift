import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

@testable import GazetteerSession

/// Exported favorites are imported unchanged.
@Suite struct ExportRoundTripTests {
  @Test(arguments: ExportFixture.readFormats) func aWholeFavoriteComesBack(format: ExportFormat) throws {
    let favorite = ExportFixture.favorite(Untrusted("Café \"Zum <Bären>\" & Co"))
    #expect(try ExportFixture.reread(try ExportFixture.text([favorite], format), format) == [favorite])
  }

  @Test(arguments: ExportFixture.readFormats) func aBareFavoriteComesBack(format: ExportFormat) throws {
    let favorite = ExportFixture.plain("Bench", at: Coordinate(latitude: 0.1, longitude: -180))
    #expect(try ExportFixture.reread(try ExportFixture.text([favorite], format), format) == [favorite])
  }

  @Test(arguments: [ExportFormat.kml, .geojson, .csv, .json])
  func aFavoriteWithoutAPositionComesBack(format: ExportFormat) throws {
    let favorite = ExportFixture.plain("Somewhere")
    #expect(try ExportFixture.reread(try ExportFixture.text([favorite], format), format) == [favorite])
  }

  /// An export is also a file of places, with the facts and the columns that the places had. A country may have a code, a
  /// name, or both.
  @Test(
    arguments: ExportFixture.readFormats,
    [("DE", "Germany"), ("", "Deutschland"), ("", "")] as [(String, String)])
  func anOpenedExportHasItsColumns(format: ExportFormat, country: (code: String, name: String)) throws {
    var favorite = ExportFixture.plain("Bench", at: Coordinate(latitude: 1, longitude: 2))
    favorite.place.region.country = Untrusted(country.code)
    favorite.place.region.countryName = Untrusted(country.name)
    favorite.place.region.admin1 = Untrusted("02")
    favorite.place.region.admin1Name = Untrusted("Bavaria")
    favorite.place.alternates = ["Bank; alt", "Sitz", "\u{200E}مقعد", "\\3b"].map { Untrusted($0) }
    favorite.place.timeZone = Untrusted("Europe/Berlin")
    #expect(
      try ExportFixture.reread(try ExportFixture.text([favorite], format), format).map(\.place) == [favorite.place])
    favorite.place.categories = ["cafe", "a bar", "\u{200E}مقهى"].map { Untrusted($0) }
    favorite.place.attributes = [("City", "New, York"), ("a:b;c", " =1\\;x\t")].map {
      .init(key: Untrusted($0.0), value: Untrusted($0.1))
    }
    let folder = try TemporaryFolder()
    let path = try folder.file("x.\(format.rawValue)", try ExportFixture.text([favorite], format))
    let dataset = try openDataset(at: path, named: "x")
    let place = dataset.place(0)
    #expect(place.name.text == "Bench")
    if [.json, .geojson].contains(format) {
      #expect(try ExportFixture.text([favorite], format).contains("\"City\":\"New, York\""))
    }
    #expect(Set(place.categories) == Set(favorite.place.categories))
    #expect(place.coordinate == Coordinate(latitude: 1, longitude: 2))
    #expect(place.region == favorite.place.region && place.timeZone == favorite.place.timeZone)
    #expect(place.alternates == favorite.place.alternates)
    for attribute in favorite.place.attributes {
      #expect(place.attributes.contains(attribute), "\(attribute.key.text)")
    }
    #expect(!dataset.columnNames.contains { $0.text.hasPrefix("gaz:attribute") || $0.text == "gaz:category" })
    var query = Query(Untrusted(""))
    query.country = Untrusted("germany")
    #expect(try Catalog([dataset]).search(query, limit: 1).total == (country == ("", "") ? 0 : 1))
  }

  @Test func hostileTextsComeBackFromARawTable() throws {
    let favorites = NaughtyStrings.own.enumerated().map { ExportFixture.favorite($1, number: UInt16($0)) }
    let text = try ExportFixture.text(favorites, .csv, isRaw: true)
    #expect(text.contains("\n=1+1,") && !text.contains("\n'=1+1,\n"))
    #expect(try ExportFixture.reread(text, .csv).map(\.sorted) == favorites.map(\.sorted))
  }

  /// A column of the user's own table stays a column with the user's words.
  @Test(arguments: [false, true]) func noCellOfAnOwnColumnBecomesAnEscape(isRaw: Bool) throws {
    let cells = [
      "=1+1", "'=1", "''@x", "+49 89 1", "C:\\3b\\x", "a;b", "two\nlines", "\n=1+1", " blanks ", "'plain'", "-5",
    ]
    var favorite = ExportFixture.plain("Bench", at: Coordinate(latitude: 1, longitude: 2))
    favorite.place.attributes = cells.enumerated().map {
      Place.Attribute(key: Untrusted("own\($0)"), value: Untrusted($1))
    }
    // In other tables, a column with this name is the id.
    favorite.place.attributes.append(Place.Attribute(key: Untrusted("uuid"), value: Untrusted("u-1")))
    favorite.extras = [Place.Attribute(key: Untrusted("csv:theirs"), value: Untrusted("=2"))]
    for format in [ExportFormat.json, .geojson] {
      var favorite = favorite
      favorite.extras = [Place.Attribute(key: Untrusted("geojson:theirs"), value: Untrusted("=2"))]
      let text = try ExportFixture.text([favorite], format)
      #expect(!text.contains("gaz:attribute") && !text.contains("gaz:extra") && text.contains("\"own0\":\"=1+1\""))
      #expect(try ExportFixture.reread(text, format) == [favorite])
    }
    let text = try ExportFixture.text([favorite], .csv, isRaw: isRaw)
    #expect(
      !text.contains("gaz:attribute") && !text.contains("gaz:extra") && text.contains(isRaw ? ",=1+1," : ",'=1+1,"))
    #expect(try ExportFixture.reread(text, .csv) == [favorite])
    // The same as places of a dataset.
    let folder = try TemporaryFolder()
    let place = try openDataset(at: try folder.file("a.csv", text), named: "a").place(0)
    let values = Dictionary(place.attributes.map { ($0.key.text, $0.value.text) }) { first, _ in first }
    #expect(cells.indices.map { values["own\($0)"] } == cells && values["theirs"] == "=2")
    #expect(values["uuid"] == "u-1")
  }

  /// An opened table has the exact names, and attributes that no column has room for.
  @Test(arguments: [false, true]) func anOpenedTableHasTheExactTexts(isRaw: Bool) throws {
    let texts = NaughtyStrings.own.filter { Array($0.text.utf8) == $0.bytes }
    let favorites = texts.enumerated().map { number, text in
      var favorite = ExportFixture.plain("", UInt16(number))
      favorite.place.name = text
      favorite.place.attributes = [Place.Attribute(key: Untrusted("own"), value: text)]
      return favorite
    }
    let folder = try TemporaryFolder()
    let path = try folder.file("a.csv", try ExportFixture.text(favorites, .csv, isRaw: isRaw))
    let dataset = try openDataset(at: path, named: "a")
    let places = (0..<dataset.count).map { dataset.place($0) }
    #expect(places.map(\.name) == texts)
    #expect(places.map { place in place.attributes.first { $0.key.text == "own" }?.value } == texts)
  }

  @Test(arguments: ExportFixture.readFormats) func hostileTextsComeBack(format: ExportFormat) throws {
    let favorites = NaughtyStrings.own.enumerated().map { ExportFixture.favorite($1, number: UInt16($0)) }
    let read = try ExportFixture.reread(try ExportFixture.text(favorites, format), format)
    try #require(read.count == favorites.count)
    for (read, favorite) in zip(read, favorites) {
      let isSame = format == .csv ? read.sorted == favorite.sorted : read == favorite
      #expect(isSame, "\(favorite.note?.bytes ?? [])")
    }
  }

  @Test(.enabled(if: SharedData.has(NaughtyStrings.path), SharedData.absent), arguments: ExportFixture.readFormats)
  func naughtyStringsComeBack(format: ExportFormat) throws {
    let strings = try NaughtyStrings.all()
    #expect(strings.count == 515)
    let favorites = strings.filter { !$0.isEmpty }.enumerated().map {
      ExportFixture.favorite(Untrusted($1), number: UInt16($0))
    }
    let read = try ExportFixture.reread(try ExportFixture.text(favorites, format), format)
    try #require(read.count == favorites.count)
    for (read, favorite) in zip(read, favorites) {
      let isSame = format == .csv ? read.sorted == favorite.sorted : read == favorite
      #expect(isSame, "\(favorite.note?.text ?? "")")
    }
  }

  /// The control: a writer that escapes nothing changes the same texts.
  @Test func theControlUnescapedTextsAreLost() throws {
    let lost = NaughtyStrings.own.filter { text in
      let wpt =
        "<gpx xmlns=\"http://www.topografix.com/GPX/1/1\"><wpt lat=\"1\" lon=\"2\"><name>\(text.text)</name></wpt></gpx>"
      guard let folder = try? TemporaryFolder(), let path = try? folder.file("a.gpx", wpt),
        let file = try? readFavorites(at: path)
      else { return true }
      return file.favorites.map(\.values.place.name) != [text]
    }
    #expect(lost.count >= 10)
  }

  private static let extras: [(ExportFormat, [Place.Attribute])] = [
    (
      .gpx,
      [
        ("gpx:sym", "Flag, Blue"), ("gpx:cmt", "<b>"), ("gpx:ele", "12.5"), ("gpx:sat", "many"), ("gpx:name", "other"),
        ("gpx:*", "<link href=\"https://a.b/c?d=e&amp;f\"><text>t</text></link>"),
        ("gpx:*", "<link href=\"javascript:alert(1)\"/>"),
        ("gpx:extensions/*", "<osmand:icon xmlns:osmand=\"https://osmand.net\">shop_\u{202E}x</osmand:icon>"),
        ("kml:address", "there"), ("csv:phone", "1"), ("odd", "\u{0}"), ("gpx:src", ""),
        ("gpx:time", "yesterday"), ("gpx:time", "2024-05-04T10:00:00.5+02:00"), ("gpx:time", "2025-01-01T00:00:00Z"),
      ]
    ),
    (
      .kml,
      [
        ("kml:styleUrl", "#placemark-red"), ("kml:visibility", "1"), ("kml:open", "perhaps"), ("kml:address", "here"),
        ("kml:data/opened", "1999"), ("kml:data/gaz:rating", "9"),
        ("kml:*", "<TimeStamp><when>2020-01-01</when></TimeStamp>"),
        ("kml:*", "<Style><IconStyle><Icon><href>https://a.b/c.png</href></Icon></IconStyle></Style>"),
        ("kml:ExtendedData/*", "<mwm:scale xmlns:mwm=\"https://omaps.app\">16</mwm:scale>"),
        ("kml:geometry", "<LineString><coordinates>1,2 3,4</coordinates></LineString>"), ("gpx:sym", "x"),
      ]
    ),
    (
      .geojson,
      [("geojson:phone", "12"), ("geojson:id", "7"), ("geojson:gaz:note", "x"), ("geojson:note", "y"), ("csv:a", "b")]
    ),
    (
      .csv,
      [
        ("csv:phone", "-12"), ("csv:formula", "=1"), ("csv:name", "n"), ("csv:a,\"b", "c\nd"), ("geojson:a", "b"),
        ("kml:data/x", ""), ("gpx:a", ""), ("gpx:a", "b"), ("gpx:b", "a"), ("gpx:b", ""),
      ]
    ),
    (.json, [("geojson:a\"b", "\u{202E}"), ("geojson:title", "t")]),
  ].map { ($0, $1.map { Place.Attribute(key: Untrusted($0.0), value: Untrusted($0.1)) }) }

  /// All of them, whether the format has room for them or not.
  @Test(arguments: extras) func theDataOfTheSourceComeBack(format: ExportFormat, extras: [Place.Attribute]) throws {
    var favorite = ExportFixture.plain("Bench", at: Coordinate(latitude: 1, longitude: 2))
    favorite.extras = extras
    let read = try ExportFixture.reread(try ExportFixture.text([favorite], format), format)
    #expect(read.map(\.sorted) == [favorite.sorted])
  }

  /// Other programs must find what they wrote.
  @Test func theDataOfTheSourceAreInTheirOwnPlace() throws {
    var favorite = ExportFixture.plain("Bench", at: Coordinate(latitude: 1, longitude: 2))
    for (_, extras) in Self.extras { favorite.extras += extras }
    let gpx = try ExportFixture.text([favorite], .gpx)
    #expect(gpx.contains("<sym>Flag, Blue</sym>"))
    #expect(gpx.contains("<time>2024-05-04T10:00:00.5+02:00</time>") && gpx.contains("<gaz:created>5</gaz:created>"))
    #expect(gpx.split(separator: "<wpt")[1].split(separator: "<time>").count == 2)
    #expect(gpx.contains("<osmand:icon xmlns:osmand=\"https://osmand.net\">shop_&#x202E;x</osmand:icon>"))
    let kml = try ExportFixture.text([favorite], .kml)
    #expect(kml.contains("<styleUrl>#placemark-red</styleUrl>"))
    #expect(kml.contains("<mwm:scale xmlns:mwm=\"https://omaps.app\">16</mwm:scale>"))
    #expect(try ExportFixture.text([favorite], .geojson).contains(",\"phone\":\"12\""))
    #expect(try ExportFixture.text([favorite], .csv).contains(",phone,a,formula,\"a,\"\"b\"\n"))
  }
}
