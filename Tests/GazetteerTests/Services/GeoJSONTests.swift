import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

@Suite struct GeoJSONTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ text: String, as format: ImportFormat? = nil) throws -> Dataset {
    try openDataset(at: try folder.file("places.json", text), named: "places", as: format)
  }

  /// A collection of features; `features` is written unchanged.
  private func collection(_ features: String...) throws -> Dataset {
    try open("{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ",\n"))]}")
  }

  private func feature(_ geometry: String, _ properties: String = "null") -> String {
    "{\"type\":\"Feature\",\"geometry\":\(geometry),\"properties\":\(properties)}"
  }

  @Test func columnsAreKnownAlsoWhenGoingBack() {
    let text = Array("aé中\r\nb😀c".utf8)
    text.withUnsafeBufferPointer { text in
      var lines = LineCounter(text)
      let places = [0, 1, 3, 9, 13, 9, 3, 6].map { lines.place(at: $0).neutralised }
      #expect(
        places == [
          "line 1, column 1", "line 1, column 2", "line 1, column 3", "line 2, column 2", "line 2, column 3",
          "line 2, column 2", "line 1, column 3", "line 1, column 4",
        ])
    }
  }

  @Test func propertiesAreTheKeysOfARecord() throws {
    let places = try open(
      #"""
      {"features":[{"properties":{"name":"Café","amenity":"cafe","id":9,"lat":1,"cuisine":"soup"},"id":"node/7",
      "geometry":{"coordinates":[-8.5,47.25,400],"type":"Point","crs":null},"type":"Feature","note":1}],
      "copyright":"OpenStreetMap","bbox":[1,2,3,4],"type":"FeatureCollection"}
      """#)
    let place = places.place(0)
    #expect(places.about.format == "geojson" && places.about.attribution == Untrusted("OpenStreetMap"))
    #expect(place.id.id == .text("node/7") && place.name == Untrusted("Café"))
    #expect(place.coordinate == Coordinate(latitude: 47.25, longitude: -8.5))
    #expect(place.categories == [Untrusted("cafe")])
    #expect(place.attributes.map(\.key.text) == ["id_2", "lat_2", "cuisine", "elevation"])
    #expect(places.about.warnings == 0)
  }

  @Test(arguments: [
    (#"{"type":"LineString","coordinates":[[0,0],[2,4]]}"#, 2.0, 1.0),
    (#"{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,4],[0,4],[0,0]]]}"#, 2, 1),
    (#"{"type":"MultiPoint","coordinates":[[170,1],[-170,1]]}"#, 1, 180),
    (#"{"type":"MultiPoint","coordinates":[[178,1],[-170,1]]}"#, 1, -176),
    (#"{"type":"LineString","coordinates":[[175,0],[195,0]]}"#, 0, -175),
    (#"{"type":"MultiPoint","coordinates":[[-180,-10],[180,10]]}"#, 0, 180),
    (
      #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[0,0]},{"type":"Point","coordinates":[4,2]}]}"#,
      1, 2
    ),
  ])
  func linesAndAreasAreInTheMiddleOfTheirBox(geometry: String, latitude: Double, longitude: Double) throws {
    let place = try collection(feature(geometry, #"{"name":"x"}"#)).place(0)
    #expect(place.coordinate == Coordinate(latitude: latitude, longitude: longitude))
    #expect(place.attributes.map(\.key.text) == ["geometry"])
  }

  @Test func aFeatureWithoutGeometryOrNameIsListed() throws {
    let places = try collection(
      feature("null"), feature(#"{"type":"Point","coordinates":[]}"#),
      #"{"id":"a","type":"Feature","geometry":null,"properties":{"name":" "}}"#)
    #expect((0..<3).map { places.place($0).name.text } == ["feature 1", "feature 2", "a"])
    #expect((0..<3).allSatisfy { places.place($0).coordinate == nil })
  }

  /// As Google writes saved places.
  @Test func propertiesInsideOthersAreColumns() throws {
    let point = #"{"type":"Point","coordinates":[11,48]}"#
    let places = try collection(
      feature(point, #"{"date":"2024","location":{"name":"Cafe A","address":"B"}}"#),
      feature(point, #"{"date":"2025","location":{"name":"Cafe C","address":"D"}}"#))
    #expect((0..<2).map { places.place($0).name.text } == ["Cafe A", "Cafe C"])
    #expect(places.place(0).attributes.map(\.key.text) == ["date", "location.address"] && places.about.warnings == 0)
    var reading = SourceReading()
    reading[.name] = Untrusted("location.address")
    let path = try folder.file(
      "a.geojson",
      #"{"type":"FeatureCollection","features":["# + feature(point, #"{"location":{"address":"D"}}"#) + "]}")
    #expect(try openDataset(at: path, named: "a", reading: reading).place(0).name.text == "D")
  }

  /// Texts of a sequence (RFC 8142) may have several lines. Without a first separator it is none.
  @Test func textsOfASequenceAreRead() throws {
    let point = feature(#"{"type":"Point","coordinates":[11,48]}"#, "{\"name\":\"A\"}")
    let pretty = point.replacing(",", with: ",\n  ")
    let places = try open("\u{1E}\(point)\n\u{1E}\(pretty)\n")
    #expect(places.about.format == "geojson" && places.count == 2 && places.about.skipped == 0)
    #expect(places.place(1).coordinate == Coordinate(latitude: 48, longitude: 11))
    let records = try open("\u{1E}{\"name\":\"A\"}\n\u{1E}{\"name\":\"B\"}\n")
    #expect(records.about.format == "jsonl" && records.count == 2 && records.about.skipped == 0)
    let lines = try open("\u{1E}{\n\"name\":\"A\"}\n\u{1E}{\"x\":1}\n\u{1E}{\n\"name\":\"B\"\n}\n")
    #expect((0..<lines.count).map { lines.place($0).name.text } == ["A", "B"] && lines.about.skipped == 1)
    #expect(lines.about.problems.first?.neutralised.hasPrefix("line 3") == true)
    #expect(throws: ImportError.self) { try open("\(point)\n\u{1E}\(point)\n") }
  }

  @Test func featuresMayFollowEachOther() throws {
    let places = try open(feature("null", #"{"name":"a"}"#) + "\n" + feature("null", #"{"title":"b"}"#) + "\n")
    #expect(places.about.format == "geojson" && (0..<2).map { places.place($0).name.text } == ["a", "b"])
    #expect(throws: ImportError.self) { try open(feature("null") + " 5") }
  }

  @Test(
    arguments: [
      ("[1,2,30.50]", #"{"name":"a"}"#, ["elevation=30.50"]), ("[1,2,0]", #"{"name":"a"}"#, []),
      ("[1,2,30]", #"{"name":"a","elevation":"high"}"#, ["elevation=high", "geometry_elevation=30"]),
    ] as [(String, String, [String])])
  func theElevationOfAPointIsAnAttribute(position: String, properties: String, attributes: [String]) throws {
    let places = try collection(feature("{\"type\":\"Point\",\"coordinates\":\(position)}", properties))
    #expect(places.place(0).attributes.map { "\($0.key.text)=\($0.value.text)" } == attributes)
  }

  @Test func recordsOfATypePointAreNoGeoJSON() throws {
    let places = try open("{\"type\":\"Point\",\"name\":\"a\"}\n{\"type\":\"Line\",\"name\":\"b\"}")
    #expect(places.about.format == "jsonl" && places.place(0).categories == [Untrusted("Point")])
  }

  @Test func aBadFeatureIsLeftOutWithItsPlace() throws {
    let places = try collection(
      feature(#"{"type":"Point","coordinates":[1,2]}"#, #"{"name":"a"}"#),
      feature(#"{"type":"Point","coordinates":["x",2]}"#),
      feature(#"{"type":"Point","coordinates":[200,91]}"#, #"{"name":"b"}"#))
    #expect((0..<places.count).map { places.place($0).name.text } == ["a", "b"])
    #expect(places.about.skipped == 1 && places.about.unplaced == 1)
    #expect(
      places.about.problems.map(\.neutralised) == [
        "line 2, column 61: a position must contain only numbers",
        "line 3, column 1: kept without its position 91.0,200.0, which is not on the globe",
      ])
  }

  @Test(arguments: [
    ("{}", "line 1, column 1: a GeoJSON object without a type"),
    ("null", "line 1, column 1: GeoJSON must be an object"),
    (
      "{\"type\":\"feature\"}",
      "line 1, column 9: the type \"feature\" is not one of GeoJSON's; did you mean \"Feature\"?"
    ),
    ("{\"type\":\"FeatureCollection\",\n\"features\":{}}", "line 2, column 12: the features must be a list"),
    ("{\"type\":\"FeatureCollection\",\n\"features\":[}", "line 2, column 13: expected a value, found '}'"),
  ])
  func invalidGeoJSONIsRefused(text: String, reason: String) throws {
    let error = try #require(throws: ImportError.self) { try open(text, as: .geojson) }
    #expect(error.reason.neutralised == "not GeoJSON: " + reason)
  }

  private static let files: [(good: Bool, path: String)] =
    ["check-geojson/test/fixture", "geojsonhint/test/data"].flatMap { suite in
      ["good", "bad"].flatMap { kind in
        let folder = SharedData.url("data/suites/\(suite)/\(kind)").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".geojson") }.sorted().map { (kind == "good", "\(folder)/\($0)") }
      }
    }

  /// The first complaint of the reader about a file, besides that features have no names; nil if there is none.
  private func complaint(about path: String, as format: ImportFormat?) -> String? {
    do {
      let problems = try openDataset(at: path, named: "x", as: format).about.problems.map(\.neutralised)
      return problems.first { !$0.contains("no name and got one") }
    } catch {
      return error.reason.neutralised
    }
  }

  /// P3: every bad file gives a complaint, except one with needless digits, for which the suite gives none either.
  @Test(.enabled(if: SharedData.has("data/suites/check-geojson"), SharedData.absent))
  func theVerdictsOfThePublicSuitesAreRight() throws {
    let good = Self.files.filter(\.good).map(\.path)
    let bad = Self.files.filter { !$0.good }.map(\.path)
    #expect((good.count, bad.count) == (35, 86))
    for path in good {
      let dataset = try openDataset(at: path, named: "x")
      #expect(dataset.about.format == "geojson" && dataset.about.skipped == 0, "\(path)")
    }
    let silent = bad.filter { complaint(about: $0, as: .geojson) == nil }
    #expect(silent.map { ($0 as NSString).lastPathComponent } == ["excessive_precision_truncated.geojson"])
    let unplaced = bad.compactMap { complaint(about: $0, as: .geojson) }.filter { !$0.contains("line ") }
    #expect(unplaced == [])
  }
}
