import Foundation
import Testing

@testable import GazetteerIndex
@testable import GazetteerServices

/// Files read as favorites.
struct FavoritesFileTests {
  private func read(_ text: String, _ ending: String) throws -> ImportedFile {
    let folder = try TemporaryFolder()
    return try readFavorites(at: folder.file("file." + ending, text))
  }

  private static func file(_ name: String) throws -> ImportedFile {
    try readFavorites(at: TestMachine.transcripts + "/data/import/" + name)
  }

  private static func texts(_ attributes: [Place.Attribute]) -> [String] {
    attributes.map { "\($0.key.text)=\($0.value.text)" }
  }

  @Test(arguments: ["osmand.gpx", "osmand.gpx.gz", "osmand.osf"]) func osmAndsFavoritesAreRead(file: String) throws {
    let file = try Self.file(file)
    #expect(file.favorites.map(\.values.place.name.text) == ["Café Eins", "Museum", "waypoint 3", "Off the globe"])
    #expect(file.favorites[3].values.place.coordinate == nil && file.skipped == 0 && file.odd == 1)
    let first = try #require(file.favorites.first)
    #expect(first.values.lists == [Untrusted("Berlin")] && first.values.note == Untrusted("good cake"))
    #expect(first.position.neutralised == "line 4")
    #expect(
      Self.texts(first.values.extras) == [
        "gpx:extensions/*=<osmand:icon xmlns:osmand=\"https://osmand.net\">amenity_cafe</osmand:icon>",
        "gpx:extensions/*=<osmand:color xmlns:osmand=\"https://osmand.net\">#eecc22</osmand:color>", "gpx:ele=34.5",
        "gpx:*=<link href=\"https://cafe.example\"><text>Menu</text></link>",
      ])
    #expect(
      file.remarks.map(\.neutralised) == [
        "line 17: kept without its position 91.0,13.43, which is not on the globe; latitude and longitude look swapped"
      ])
    #expect(file.others?.neutralised == "1 route and 1 track")
  }

  @Test(
    arguments: [
      ("<osmand:visited_date>2024-05-06T12:30:00Z</osmand:visited_date>", "2024-05-06"),
      ("<osmand:visited_date>2024-05-06</osmand:visited_date>", "2024-05-06"),
      ("<osmand:visited_date>last May</osmand:visited_date>", nil),
      ("<visited_date>2024-05-06T12:30:00Z</visited_date>", nil),
      // In a favorite that gaz exported, the day is in a field of gaz, or there is none.
      ("<osmand:visited_date>2024-05-06T12:30:00Z</osmand:visited_date><gaz:rating>5</gaz:rating>", nil),
    ] as [(String, String?)])
  func osmAndsDayOfAVisitIsRead(extensions: String, day: String?) throws {
    let gpx = """
      <gpx xmlns:gaz="\(FavoriteKey.namespace)" xmlns:osmand="https://osmand.net/docs/technical/osmand-file-formats/osmand-gpx">
      <wpt lat="1" lon="2"><name>a</name><extensions>\(extensions)</extensions></wpt></gpx>
      """
    let favorite = try #require(try read(gpx, "gpx").favorites.first)
    #expect(favorite.values.visited?.text == day)
    #expect(favorite.values.extras.count == 1 && favorite.values.extras[0].value.text.contains("visited_date"))
  }

  @Test(arguments: ["organic.kml", "organic.kmz"]) func organicMapsBookmarksAreRead(file: String) throws {
    let file = try Self.file(file)
    #expect(file.favorites.map { $0.values.lists.map(\.text) } == [["Weekend"], ["Walks"]] && file.skipped == 0)
    #expect(file.favorites[1].values.place.coordinate == Coordinate(latitude: 52.1, longitude: 13.1))
    #expect(
      Self.texts(file.favorites.flatMap(\.values.extras)) == [
        "kml:ExtendedData/*=<mwm:featureTypes xmlns:mwm=\"https://omaps.app\"><mwm:value>amenity-cafe</mwm:value></mwm:featureTypes>",
        "kml:*=<TimeStamp><when>2026-01-02T03:04:05Z</when></TimeStamp>", "kml:styleUrl=#placemark-red",
        "kml:geometry=<LineString><coordinates>13.0,52.0 13.2,52.2</coordinates></LineString>",
      ])
  }

  @Test(arguments: [
    ("gpx", "<gpx><wpt lat='-91' lon='200'><name>a</name></wpt></gpx>", "line 1"),
    (
      "kml", "<kml>\n<Placemark><name>a</name><Point><coordinates>200,-91</coordinates></Point></Placemark></kml>",
      "line 2"
    ),
    (
      "geojson",
      """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[200,-91]},"properties":{"name":"a"}}
      """, "line 1, column 1"
    ), ("csv", "name,lat,lon\na,-91,200\n", "line 2"),
    ("jsonl", "\n{\"name\":\"a\",\"lat\":-91,\"lon\":200}", "line 2"),
  ])
  func aPlaceWithAnImpossiblePositionIsKeptWithoutIt(ending: String, text: String, line: String) throws {
    let file = try read(text, ending)
    #expect(file.favorites.map(\.values.place.name.text) == ["a"] && file.favorites[0].values.place.coordinate == nil)
    #expect(file.skipped == 0 && file.problems == [] && file.odd == 1)
    #expect(
      file.remarks.map(\.neutralised) == [line + ": kept without its position -91.0,200.0, which is not on the globe"])
  }

  @Test func aPositionThatIsNoNumberLeavesItsPlaceOut() throws {
    let file = try read("<gpx><wpt lat='1' lon='north'/>\n<wpt lat='1' lon='2'/></gpx>", "gpx")
    #expect(file.favorites.count == 1 && file.skipped == 1 && file.remarks == [])
    #expect(file.problems.map(\.neutralised) == ["line 1: a position that is not a number: \"north\""])
  }

  /// The lines are right even after a record that is skipped or repeats an earlier one.
  @Test func placesAreIdentifiedByTheirLines() throws {
    let file = try read("id,name,note\n1,a,\"two\nlines\"\n2,,\n1,again,\n3,b,\n", "csv")
    #expect(
      file.favorites.map { "\($0.values.place.name.text) \($0.position.neutralised)" } == ["a line 2", "b line 6"])
    #expect(
      file.problems.map(\.neutralised) == ["line 4: no name", "line 5: an earlier place has the same id \"1\""])
    let array = try read("[\n{\"name\":\"a\"},\n{\"name\":\"b\"}]", "json")
    #expect(array.favorites.map(\.position.neutralised) == ["line 2", "line 3"])
  }

  @Test func tablesAreRead() throws {
    let file = try Self.file("places.csv")
    let (museum, new) = (file.favorites[0], file.favorites[1])
    #expect(museum.values.note == Untrusted("first\nsecond") && museum.values.lists.map(\.text) == ["Berlin", "Art"])
    #expect(museum.values.rating == 4 && museum.values.visited == CalendarDay("2026-01-31"))
    #expect(Self.texts(museum.values.extras) == ["csv:phone=123"])
    // Values that do not fit the fields of a favorite are kept as they are.
    #expect(new.values.rating == nil && Self.texts(new.values.extras) == ["csv:rating=9", "csv:visited=never"])
    #expect(file.skipped == 1 && file.problems.map(\.neutralised) == ["line 5: no name"])
  }

  /// An opened file has `region_2` there, which favorites do not need.
  @Test func columnsCalledLikeFieldsKeepTheirNames() throws {
    let table = try read("name,lat,lon,region,population\nA,1,2,North,many\n", "csv")
    #expect(Self.texts(table.favorites[0].values.extras) == ["csv:region=North", "csv:population=many"])
    let feature = """
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},
      "properties":{"name":"A","lat":"north","region":"North"}}]}
      """
    let favorite = try #require(try read(feature, "geojson").favorites.first)
    #expect(Self.texts(favorite.values.extras) == ["geojson:lat=north", "geojson:region=North"])
  }

  @Test func featuresAreRead() throws {
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"x","geometry":{"type":"Point","coordinates":[2,1]},
      "properties":{"name":"A","gaz:list":["a;b","c\\\\3b"],"gaz:attribute:hours":["9\\u20135"],"tags":"t;u","tel":5}}]}
      """
    let favorite = try #require(try read(text, "geojson").favorites.first)
    #expect(favorite.values.lists.map(\.text) == ["a;b", "c;"] && favorite.values.tags.map(\.text) == ["t", "u"])
    #expect(Self.texts(favorite.values.place.attributes) == ["hours=9–5"])
    #expect(Self.texts(favorite.values.extras) == ["geojson:id=x", "geojson:tel=5"])
  }

  @Test(arguments: [
    ("<gaz:rating>6</gaz:rating>", "gaz:rating has the invalid value \"6\""),
    ("<gaz:id>1</gaz:id>", "gaz:id has the invalid value \"1\""),
    ("<gaz:visited>2026-02-30</gaz:visited>", "gaz:visited has the invalid value \"2026-02-30\""),
    ("<gaz:lat>north</gaz:lat>", "gaz:lat has the invalid value \"north\""),
    ("<gaz:extra name='gpx:*'>&lt;a></gaz:extra>", "gaz:extra has the invalid value \"<a>\""),
    ("<gaz:extra name='kml:geometry'>&lt;a/>&lt;b/></gaz:extra>", "gaz:extra has the invalid value \"<a/><b/>\""),
    ("<gaz:extra name='gpx:*'>&lt;p:a/></gaz:extra>", "gaz:extra has the invalid value \"<p:a/>\""),
    (
      "<gaz:extra name='gpx:*'>&lt;?xml version='1.0'?>&lt;a/></gaz:extra>",
      "gaz:extra has the invalid value \"<?xml version='1.0'?><a/>\""
    ),
    (
      "<gaz:extra name='gpx:*'>&lt;a>&lt;!-- ' -->&lt;b\u{115F}/>&lt;/a></gaz:extra>",
      "gaz:extra has the invalid value \"<a><!-- ' --><b<U+115F>/></a>\""
    ),
  ])
  func anInvalidFieldOfOursIsReportedAndItsRowLeftOut(field: String, reason: String) throws {
    let gpx = """
      <gpx xmlns:gaz="\(FavoriteKey.namespace)">
      <wpt lat="1" lon="2"><name>a</name><extensions><gaz:rating>5</gaz:rating>\(field)</extensions></wpt>
      <wpt lat="1" lon="2"><name>b</name></wpt></gpx>
      """
    let file = try read(gpx, "gpx")
    #expect(file.favorites.map(\.values.place.name.text) == ["b"] && file.skipped == 1)
    #expect(file.problems.map(\.neutralised) == ["line 2: " + reason])
  }

  /// The program's own fields are read back completely, with any texts, in every format.
  @Test(
    .enabled(if: SharedData.has("data/suites/naughty-strings/blns.base64.json"), SharedData.absent),
    arguments: ["gpx", "kml", "geojson", "csv"])
  func everyTextComesBackByteByByte(ending: String) throws {
    let encoded = try JSONDecoder().decode(
      [String].self, from: Data(SharedData.bytes("data/suites/naughty-strings/blns.base64.json")))
    let hostile: [[UInt8]] = [[0xFF, 0x41], [0, 1, 0x0D, 0x0A, 0x09], Array("\\3b;\u{FFFF}]]>'\"".utf8)]
    let texts = encoded.compactMap { Data(base64Encoded: $0).map { [UInt8]($0) } } + hostile
    let favorites = texts.enumerated().filter { !$0.element.isEmpty }.map { number, text in
      Self.favorite(Int64(number), Untrusted(bytes: text))
    }
    let file = try read(OwnFile.text(of: favorites, in: ending), ending)
    #expect(favorites.count > 500 && file.skipped == 0 && file.favorites.count == favorites.count)
    for (read, favorite) in zip(file.favorites, favorites) {
      #expect(
        read.id == favorite.id && read.values.place.name == favorite.place.name && read.values.note == favorite.note)
      #expect(
        read.values.lists == favorite.lists && read.values.tags == favorite.tags && read.source == favorite.place.id)
      #expect(read.values.place.coordinate == favorite.place.coordinate)
      #expect(read.values.station == favorite.station)
      // A table has its columns in one order.
      #expect(Self.texts(read.values.place.attributes).sorted() == Self.texts(favorite.place.attributes).sorted())
      #expect(ending == "csv" || read.values.place.attributes == favorite.place.attributes)
      #expect(read.values.extras == favorite.extras)
      #expect(
        read.values.place.alternates == favorite.place.alternates
          && read.values.place.categories == favorite.place.categories)
      #expect((read.values.rating, read.values.visited?.text) == (favorite.rating, favorite.visited?.text))
      #expect((read.created, read.changed) == (favorite.created, favorite.changed))
      #expect(read.values.attribution == favorite.attribution && read.values.place.region == favorite.place.region)
      #expect(
        (read.values.place.population, read.values.place.timeZone) == (
          favorite.place.population, favorite.place.timeZone
        ))
    }
  }

  private static func favorite(_ number: Int64, _ text: Untrusted) -> Favorite {
    let place = Place(
      id: PlaceID(dataset: "d", id: number % 2 == 0 ? .number(number) : .text("\(number)")), name: text,
      alternates: [text, Untrusted("x")], categories: [text],
      coordinate: Coordinate(latitude: Double(number) / 7 - 80, longitude: -179.123456789),
      region: Region(country: text, countryName: text, admin1: text, admin1Name: text), population: 5, timeZone: text,
      attributes: [Place.Attribute(key: text, value: text), Place.Attribute(key: Untrusted("a:b"), value: text)])
    var favorite = Favorite(
      id: FavoriteID(milliseconds: number, counter: 1, random: 2), place: place, created: -number)
    favorite.attribution = text
    favorite.lists = [text, Untrusted("l;m")]
    favorite.tags = [text]
    favorite.note = text
    favorite.rating = 3
    favorite.visited = CalendarDay("0001-01-01")
    favorite.station = Favorite.Station(
      id: PlaceID(dataset: "s", id: .text("7")), name: text, coordinate: Coordinate(latitude: 1, longitude: 2))
    favorite.changed = number + 1
    favorite.extras = [Place.Attribute(key: Untrusted("gpx:*"), value: Untrusted("<a>&amp;</a>"))]
    return favorite
  }
}

/// Favorites as the four formats have them, with nothing but the program's own fields.
private enum OwnFile {
  static func text(of favorites: [Favorite], in ending: String) -> String {
    switch ending {
    case "gpx":
      let waypoints = favorites.map { favorite in
        let fields = favorite.entries.map { field in
          let name = field.name.map { " name=\"\(xml($0))\"" } ?? ""
          return "<gaz:\(field.key.name)\(name)>\(xml(field.value))</gaz:\(field.key.name)>"
        }
        return "<wpt lat=\"0\" lon=\"0\"><desc>made</desc><extensions>\(fields.joined())</extensions></wpt>\n"
      }
      return "<gpx xmlns:gaz=\"\(FavoriteKey.namespace)\">\(waypoints.joined())</gpx>"
    case "kml":
      let placemarks = favorites.map { favorite in
        let fields = favorite.entries.map {
          "<Data name=\"\(quoted(key($0).text))\"><value>\(xml($0.value))</value></Data>"
        }
        return "<Placemark><ExtendedData>\(fields.joined())</ExtendedData></Placemark>\n"
      }
      return "<kml><Document><name>no list</name>\(placemarks.joined())</Document></kml>"
    case "geojson":
      let features = favorites.map { favorite in
        let members = grouped(favorite).map { name, values in
          let values = values.map { Datum.own(EscapedText.escaped($0.value)) }
          let isList = FavoriteKey.parse(Untrusted(name))?.key.isRepeated ?? false
          return Datum.Member(key: Untrusted(name), value: isList ? .list(values) : values[0])
        }
        return
          "{\"type\":\"Feature\",\"id\":1,\"geometry\":null,\"properties\":\(JSONWriter.text(of: .object(members)))}"
      }
      return features.joined(separator: "\n").replacingOccurrences(of: "\"id\":1,", with: "")
    default:
      let names = favorites.flatMap { grouped($0).map(\.0) }.reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
      }
      let rows = favorites.map { favorite in
        let values = Dictionary(uniqueKeysWithValues: grouped(favorite))
        let cells = names.map { name in
          (values[name] ?? []).map { EscapedText.escaped($0.value, and: [UInt8(ascii: ";")]) }.joined(separator: ";")
        }
        return (["a name"] + cells).map(cell).joined(separator: ",") + "\n"
      }
      return (["name"] + names).map(cell).joined(separator: ",") + "\n" + rows.joined()
    }
  }

  private static func key(_ field: FavoriteEntry) -> Untrusted {
    Untrusted(field.key.text + (field.name.map { ":" + EscapedText.escaped($0) } ?? ""))
  }

  private static func grouped(_ favorite: Favorite) -> [(String, [FavoriteEntry])] {
    favorite.entries.reduce(into: []) { groups, field in
      let name = key(field).text
      if let index = groups.firstIndex(where: { $0.0 == name }) {
        groups[index].1.append(field)
      } else {
        groups.append((name, [field]))
      }
    }
  }

  private static func xml(_ text: Untrusted) -> String {
    quoted(EscapedText.escaped(text))
  }

  private static func quoted(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
      .replacingOccurrences(of: "\n", with: "&#10;").replacingOccurrences(of: "\t", with: "&#9;")
  }

  private static func cell(_ text: String) -> String { "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
}
