import GazetteerIndex
import GazetteerServices
import Testing

@Suite struct RecordsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func dataset(_ text: String, as format: ImportFormat) throws -> Dataset {
    try openDataset(at: try folder.file("records", text), named: "x", as: format)
  }

  @Test(arguments: [
    ("id", "name", "lat", "lon"), ("_id", "title", "latitude", "longitude"), ("geonameid", "asciiname", "y", "x"),
    ("stop_id", "stop_name", "stop_lat", "stop_lon"), ("ID", "Name", "LAT", "Lng"),
  ])
  func theKeysOfAPlaceAreGuessed(id: String, name: String, lat: String, lon: String) throws {
    let texts: [(String, ImportFormat)] = [
      ("[{\"\(lon)\":-8.5,\"\(id)\":7,\"\(name)\":\"Zürich\",\"\(lat)\":47.25}]", .json),
      ("{\"\(id)\":7,\"\(name)\":\"Zürich\",\"\(lat)\":\"47.25\",\"\(lon)\":\" -8.5 \"}\n", .jsonl),
      ("\(id),\(name),\(lat),\(lon)\n7,Zürich,47.25,-8.5\n", .csv),
      ("\(lat)\t\(lon)\t\(name)\t\(id)\n47.25\t-8.5\tZürich\t7", .tsv),
    ]
    for (text, format) in texts {
      let place = try dataset(text, as: format).place(0)
      #expect(place.id.id == .number(7))
      #expect(place.name == Untrusted("Zürich"))
      #expect(place.coordinate == Coordinate(latitude: 47.25, longitude: -8.5))
      #expect(place.attributes.isEmpty)
    }
  }

  @Test(arguments: FieldNames.all)
  func noNameOfAFieldBecomesAnAttribute(key: String) throws {
    let value = FieldNames.position.contains(key) ? #"{"lat": 1, "lon": 1}"# : "1"
    let name = FieldNames.name.contains(key) ? "" : #""name": "A", "#
    let place = try dataset("[{\(name)\"\(key)\": \(value)}]", as: .json).place(0)
    #expect(place.attributes.isEmpty)
  }

  @Test func everyFieldFindsItsPlace() throws {
    let json = #"""
      [{"geonameid": 2867714, "name": "Munich", "alternatenames": ["München", "", 5, "Monaco di Baviera"],
        "coord": {"lat": 48.13743, "lon": 11.57549, "alt": 524}, "CountryCode": "DE", "country_name": "Germany",
        "admin1code": "02", "admin1_name": "Bavaria", "population": 1505005, "timezone": "Europe/Berlin",
        "categories": ["city", "seat"], "open": true, "tags": {"b": [1, 2]}, "site": null, "note": "", "rating": 4.50}]
      """#
    let place = try dataset(json, as: .json).place(0)
    #expect(place.alternates == [Untrusted("München"), Untrusted("Monaco di Baviera")])
    #expect(place.coordinate == Coordinate(latitude: 48.13743, longitude: 11.57549))
    #expect(place.region.country == Untrusted("DE"))
    #expect(place.region.countryName == Untrusted("Germany"))
    #expect(place.region.admin1 == Untrusted("02"))
    #expect(place.region.admin1Name == Untrusted("Bavaria"))
    #expect(place.population == 1_505_005)
    #expect(place.timeZone == Untrusted("Europe/Berlin"))
    #expect(place.categories == [Untrusted("city"), Untrusted("seat")])
    #expect(place.attributes.map(\.key.text) == ["coord", "open", "tags", "rating"])
    #expect(
      place.attributes.map(\.value.text) == [
        #"{"lat": 48.13743, "lon": 11.57549, "alt": 524}"#, "true", #"{"b": [1, 2]}"#, "4.50",
      ])
  }

  @Test(arguments: [
    (#"[{"name":"A","asciiname":"B"},{"asciiname":"B","name":"A"},{"name":"","asciiname":"A"}]"#, ImportFormat.json),
    (#"[{"asciiname":"B","name":"A"},{"name":"A","asciiname":"B"},{"asciiname":"A"}]"#, .json),
    ("asciiname,name\nB,A\nB,A\nA,\n", .csv),
    (#"[{"title":"B","name":"A"},{"name":"A","title":"B"},{"name":null,"title":"A"}]"#, .json),
  ])
  func theBestOfSeveralKeysOfAFieldIsUsed(text: String, format: ImportFormat) throws {
    let places = try dataset(text, as: format)
    #expect((0..<3).map { places.place($0).name.text } == ["A", "A", "A"])
    #expect((0..<2).allSatisfy { places.place($0).attributes.map(\.value.text) == ["B"] })
    #expect(places.place(2).attributes.isEmpty)
  }

  @Test func onlyLatitudeAndLongitudeAreTakenOutOfAPosition() throws {
    let json = #"""
      [{"location":{"name":"Berlin","type":"Point","id":9,"lat":52.5,"lng":13.25},"name":"Café","id":1},
       {"location":"Berlin","name":"Bar","lat":1,"lon":2},{"coordinates":[1,2],"position":3,"name":"Inn"}]
      """#
    let places = try dataset(json, as: .json)
    let cafe = places.place(0)
    #expect(cafe.name == Untrusted("Café") && cafe.id.id == .number(1))
    #expect(cafe.categories == [Untrusted("Default")])
    #expect(cafe.coordinate == Coordinate(latitude: 52.5, longitude: 13.25))
    #expect(cafe.attributes.map(\.key.text) == ["location"])
    #expect(places.place(1).attributes.map(\.value.text) == ["Berlin"])
    #expect(places.place(2).attributes.map(\.value.text) == ["[1,2]", "3"])
  }

  @Test func bothKindsOfAlternateNamesOfGeoNamesAreRead() throws {
    let csv = "geonameid,name,asciiname,alternatenames\n1,Zürich,Zurich,\"Turicum,Züri\"\n"
    let place = try dataset(csv, as: .csv).place(0)
    #expect(place.alternates.map(\.text) == ["Turicum", "Züri"])
    #expect(place.attributes.map(\.value.text) == ["Zurich"])
  }

  @Test(arguments: [
    ("\"a, b ,,c\"", ["a", "b", "c"]), ("\"a,b; c\"", ["a,b", "c"]), ("[\"a,b\"]", ["a,b"]), ("\" \"", []),
    ("7", ["7"]),
  ])
  func alternateNamesAreAListOrASeparatedText(value: String, names: [String]) throws {
    let place = try dataset("[{\"name\":\"x\",\"alternates\":\(value)}]", as: .json).place(0)
    #expect(place.alternates.map(\.text) == names)
  }

  @Test(arguments: [
    ("7", SourceID.number(7)), ("-7", .number(-7)), ("\"7\"", .text("7")), ("\"a7\"", .text("a7")),
    ("1.5", .text("1.5")),
    ("9223372036854775808", .text("9223372036854775808")), ("-9223372036854775808", .text("-9223372036854775808")),
    ("null", .number(Self.contentID)), ("\"\"", .number(Self.contentID)),
  ])
  func anIdKeepsItsTypeFromJSON(value: String, id: SourceID) throws {
    #expect(try dataset("[{\"name\":\"x\",\"id\":\(value)}]", as: .json).place(0).id.id == id)
  }

  @Test(arguments: [
    ("7", SourceID.number(7)), ("-7", .number(-7)), ("007", .text("007")), ("+7", .text("+7")), (" 7", .text(" 7")),
    ("7.0", .text("7.0")), ("A7", .text("A7")), ("", .number(Self.contentID)),
  ])
  func anIdInATableIsANumberWhereItReadsAsOne(cell: String, id: SourceID) throws {
    #expect(try dataset("name,id\nx,\(cell)\n", as: .csv).place(0).id.id == id)
  }

  @Test func badRowsAreCountedAndReportedWithTheirLines() throws {
    let json = """
      [{"name": "good", "lat": 1, "lon": 2},
       {"lat": 1},
       5, {"name": ["x"]},
       {"name": "x", "lat": "north"},
       {"name": "x", "lon": {}},
       {"name": "no position"},
       {"name": "off the globe", "lat": 1, "lon": 200},
       {"name": "odd", "population": "many", "lat": null}]
      """
    let places = try dataset(json, as: .json)
    #expect(places.count == 6)
    #expect(places.about.skipped == 3 && places.about.unplaced == 3 && places.about.withoutPosition == 5)
    #expect(
      places.about.problems.map(\.neutralised) == [
        "line 2: no name", "line 3: not a record", "line 3: no name",
        "line 4: kept without its position, which is not a number: \"north\"",
        "line 5: kept without its position, which is not a number: \"{}\"",
        "line 7: kept without its position 1.0,200.0, which is not on the globe",
      ])
    #expect((1..<6).allSatisfy { places.place($0).coordinate == nil })
    #expect(places.place(1).attributes == [.init(key: Untrusted("lat_2"), value: Untrusted("north"))])
    #expect(places.place(5).attributes.map(\.value.text) == ["many"])
    #expect(places.place(5).population == 0)
  }

  @Test func badRowsOfATableAreReportedWithTheirLines() throws {
    let csv =
      "name,lat,lon\r\n\"two\r\nlines\",1,2\r\nshort,1\r\nlong,1,2,3\r\nx,1\"2,3\r\nx,\"1\"2,3\r\nx,1,2e\r\n\r\ngood,1,2"
    let places = try dataset(csv, as: .csv)
    #expect(places.count == 5)
    #expect(
      places.about.problems.map(\.neutralised) == [
        "1 row with fewer cells than the first row; the missing ones are empty",
        "line 5: the record has 4 fields, but the first one has 3",
        "line 7: text after the closing quote of a field",
        "line 8: kept without its position, which is not a number: \"2e\"",
      ])
  }

  /// A file in which no position is a number was probably understood wrongly.
  @Test func positionsThatAreNoNumbers() throws {
    #expect(throws: ImportError.self) { try dataset("name,lat,lon\nA,x,y\nB,z,1\n", as: .csv) }
    let places = try dataset("name,lat,lon\nA,x,y\nB,1,2\nC,,\n", as: .csv)
    #expect(places.count == 3 && places.about.unplaced == 1 && places.about.withoutPosition == 2)
  }

  @Test func onlyTheFirstBadRowsAreKeptAndAllAreCounted() throws {
    let rows = String(repeating: "{\"lat\":1}\n", count: 5_000)
    let places = try dataset("{\"name\":\"x\"}\n" + rows, as: .jsonl)
    #expect(places.about.skipped == 5_000)
    #expect(places.about.problems.count == 20)
    #expect(places.about.problems.last?.neutralised == "line 21: no name")
  }

  @Test(arguments: [
    (
      "[{\"id\":2,\"name\":\"a\"},{\"id\":1,\"name\":\"b\"},{\"name\":\"\"},{\"id\":2,\"name\":\"c\"},{\"id\":2,\"name\":\"d\"}]",
      "2"
    ),
    (
      "[{\"id\":\"z\",\"name\":\"a\"},{\"id\":1,\"name\":\"b\"},7,{\"id\":\"z\",\"name\":\"c\"},{\"id\":\"z\",\"name\":\"d\"}]",
      "z"
    ),
  ])
  func aColumnWithManyRepeatedIdsIsNone(json: String, id: String) throws {
    let places = try dataset(json, as: .json)
    #expect((0..<places.count).map { places.place($0).name.text } == ["a", "b", "c", "d"])
    #expect(places.about.problems.first?.neutralised.hasPrefix("id is no id") == true)
    #expect(places.about.skipped == 1 && Set((0..<places.count).map { places.place($0).id.id }).count == 4)
    #expect(places.place(3).attributes == [.init(key: Untrusted("id_2"), value: Untrusted(id))])
  }

  /// One of few that repeat is kept beside the others, which keep their ids.
  @Test func aPlaceWithTheIdOfAnotherOneIsKept() throws {
    let rows = (1...30).map { "\($0),P\($0),\($0),1\n" }.joined()
    let places = try dataset("id,name,lat,lon\n\(rows)7,Q,1,2\n8,,1,3\n,R,1,4\n", as: .csv)
    #expect((0..<30).map { places.place($0).id.id } == (1...30).map { .number($0) })
    #expect((30..<33).map { places.place($0).name.text } == ["Q", "line 33", "R"] && places.count == 33)
    #expect(Set((0..<33).map { places.place($0).id.id }).count == 33)
    #expect(places.place(30).attributes == [.init(key: Untrusted("repeated_id"), value: Untrusted("7"))])
    #expect(
      places.about.problems.map(\.neutralised) == [
        "1 place has no name and got one from where the record is in the file; to choose a column: --name COLUMN",
        "line 32: an earlier place has the same id \"7\"; it was kept with another one",
        "line 33: an earlier place has the same id \"8\"; it was kept with another one",
      ])
    #expect(places.about.skipped == 0 && places.about.warnings == 3)
  }

  /// As Wikidata answers. An object with other members is an attribute as it is.
  @Test func resultsOfSPARQLAreRead() throws {
    let text = """
      {"head":{"vars":["item","itemLabel","coord","founded"]},"results":{"bindings":[
      {"item":{"type":"uri","value":"http://www.wikidata.org/entity/Q90"},
       "itemLabel":{"xml:lang":"en","type":"literal","value":"Paris"},
       "coord":{"datatype":"http://www.opengis.net/ont/geosparql#wktLiteral","type":"literal","value":"Point(2.35 48.85)"}},
      {"itemLabel":{"type":"literal","value":"Bonn"},"coord":{"type":"literal","value":"Point(7.1 50.73)"},
       "founded":{"type":"literal","value":" "},"extra":{"type":"x","value":"y","more":"z"}}]}}
      """
    let places = try dataset(text, as: .json)
    #expect((0..<places.count).map { places.place($0).name.text } == ["Paris", "Bonn"])
    #expect(places.place(0).coordinate == Coordinate(latitude: 48.85, longitude: 2.35))
    #expect(places.place(0).attributes.map(\.value.text) == ["http://www.wikidata.org/entity/Q90"])
    #expect(places.place(1).attributes.map(\.value.text) == [#"{"type":"x","value":"y","more":"z"}"#])
  }

  @Test func rowsWithoutAnIdGetOneOfTheirContent() throws {
    let places = try dataset("[{\"id\":1,\"name\":\"a\"},{\"name\":\"x\"},{\"id\":2,\"name\":\"c\"}]", as: .json)
    #expect((0..<3).map { places.id($0).id } == [.number(1), .number(Self.contentID), .number(2)])
  }

  /// The numbers in made-up names are not those of the places.
  @Test(arguments: [
    (
      ImportFormat.geojson, #"{"type":"FeatureCollection","features":["#, "]}", ",",
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[%,1]},"properties":{}}"#
    ),
    (.kml, "<kml>", "</kml>", "", "<Placemark><Point><coordinates>%,1</coordinates></Point></Placemark>"),
    (.gpx, "<gpx>", "</gpx>", "", "<wpt lat='1' lon='%'/>"),
  ])
  func placesWithoutNamesAreToldApartByTheirPositions(
    format: ImportFormat, start: String, end: String, separator: String, record: String
  ) throws {
    func ids(_ longitudes: [Int]) throws -> [SourceID] {
      let records = longitudes.map { record.replacing("%", with: "\($0)") }
      let places = try dataset(start + records.joined(separator: separator) + end, as: format)
      return (0..<places.count).map { places.id($0).id }
    }
    #expect(try ids([5, 6, 7]).dropFirst() == ids([6, 7])[...])
  }

  /// Of a place called `x` without a position. Saved sessions and favorites have such ids, so it must never change.
  private static let contentID: Int64 = 238_808_085_438_655

  @Test(arguments: [
    (#"{"results":[{"name":"a"},{"name":"b"}],"count":2}"#, 2), (#"{"meta":{"x":[1]},"data":[{"name":"a"}]}"#, 1),
    (#"{"next":null,"tags":["x"],"places":[{"name":"a"}]}"#, 1), (#"{"name":"a","categories":["x","y"]}"#, 1),
    (#"{"a":[{"name":"a"}],"b":[{"name":"b"}],"name":"c"}"#, 1),
    (#"{"a":[{"name":"a"}],"results":[{"name":"b"},{"name":"c"}]}"#, 2),
    (#"{"bbox":[1,2],"results":[{"name":"a"}],"errors":[{"code":1}]}"#, 1),
    (#"{"meta":{"n":2},"data":{"total":2,"items":[{"name":"a"},{"name":"b"}]}}"#, 2),
    (#"{"a":{"b":{"c":{"d":[{"name":"a"},{"name":"b"}]}}}}"#, 2),
    (#"{"name":"x","data":{"items":[{"name":"a"},{"name":"b"}]}}"#, 1),
  ])
  func recordsMayBeWrapped(json: String, count: Int) throws {
    #expect(try dataset(json, as: .json).count == count)
  }

  @Test(arguments: [
    #"{"results":[{"name":"a"}],"count":2"#, #"{"results":[{"name":"a"}]} x"#, #"[{"name":"a"}] x"#,
    #"[{"name":"a"},]"#, #"{"data":{"items":[{"name":"a"}]}} x"#, #"{"data":{"items":[{"name":"a"}],"x":}}"#,
    #"{"data":{"items":[{"name":"a"}],"others":[{"name":"b"}]}}"#,
  ])
  func incompleteJSONIsRefused(json: String) {
    #expect(throws: ImportError.self) { try dataset(json, as: .json) }
  }

  @Test func anEscapedKeyOfANestedValueKeepsItsName() throws {
    let json = #"[{"name":"x","\u0061ttribute of a long name":{"\u0062":{"\u0063 also of a long name":"\u0064"}}}]"#
    let attributes = try dataset(json, as: .json).place(0).attributes
    #expect(attributes.map(\.key.text) == ["attribute of a long name"])
  }

  @Test func damagedFilesAreReadOrRefused() throws {
    let seeds: [(String, ImportFormat)] = [
      (
        #"{"results":[{"id":1,"name":"Zürich","coord":{"lat":47.3,"lon":8.5},"alternates":["\u00e9"]},{"id":1}]}"#,
        .json
      ),
      ("{\"name\":\"a\",\"lat\":1}\n{\"name\":\"b\",\"type\":[\"x\"]}\n", .jsonl),
      ("id,name,lat,lon\n1,\"Z, \"\"H\"\"\",47.4,8.5\n2,b,,\n2,c,1,1\n", .csv),
    ]
    var random = SplitMix(state: 3)
    for (seed, format) in seeds {
      for _ in 0..<300 {
        let bytes = Mutation.of(Array(seed.utf8), using: &random)
        let path = try folder.file("damaged", bytes)
        if let places = try? openDataset(at: path, named: "x", as: format) {
          for row in 0..<places.count { #expect(!places.place(row).name.isEmpty) }
        }
      }
    }
  }
}
