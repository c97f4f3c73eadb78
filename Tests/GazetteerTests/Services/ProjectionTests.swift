import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Positions in metres of map projections.
@Suite struct ProjectionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ text: String, _ name: String, _ values: [SourceReading.Aspect: String]) throws -> Dataset {
    let path = folder.path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var reading = SourceReading()
    for (aspect, value) in values { reading[aspect] = Untrusted(value) }
    return try openDataset(at: path, named: "x", reading: reading)
  }

  @Test(arguments: [
    ("EPSG:3857", "EPSG:3857"), ("epsg:25832", "EPSG:25832"), ("2154", "EPSG:2154"), ("ESRI:102100", "ESRI:102100"),
    ("utm:32N", "EPSG:32632"), ("UTM:1s", "EPSG:32701"), ("utm:60N", "EPSG:32660"), ("utm:61N", nil), ("utm:0N", nil),
    ("utm:32", nil), ("utm", nil), ("EPSG:", nil), ("EPSG:x", nil), ("EPSG:1234567", nil), ("EPSG:1:2", nil), ("", nil),
    ("+proj=merc", nil), ("/etc/passwd", nil), ("OGC:CRS84", nil),
  ])
  func systemsAreCodes(_ word: String, _ code: String?) {
    #expect(SourceReading.System(Untrusted(word))?.code == code)
  }

  /// Not where a projection has a grid of corrections: which one is used depends on what is installed.
  @Test func degreesAreThoseOfPyproj() throws {
    let file = PackageFolder.tests.appending(path: "Tables/map-projections.tsv")
    var projections: [String: Projection] = [:]
    var rows = 0
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t").map(String.init)
      let numbers = fields.dropFirst().compactMap(Double.init)
      let projection = try projections[fields[0]] ?? Projection(try #require(.init(Untrusted(fields[0]))))
      projections[fields[0]] = projection
      let found = try #require(projection.degrees(easting: numbers[0], northing: numbers[1]))
      let expected = try #require(Coordinate(latitude: numbers[2], longitude: numbers[3]))
      let most = ["EPSG:31468", "EPSG:27700"].contains(fields[0]) ? 10.0 : 0.1
      #expect(found.distance(to: expected).metres < most, "\(line): \(found)")
      rows += 1
    }
    #expect(rows == 700)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let name: String
    let text: String
    var values: [SourceReading.Aspect: String]
  }

  static let munich = [
    Case(
      testDescription: "columns that are recognised", name: "a.csv",
      text: "Name;Rechtswert;Hochwert\nMünchen;691650,37;5334754,25\n", values: [.crs: "EPSG:25832"]),
    Case(
      testDescription: "X and Y", name: "a.csv", text: "name,X,Y\nMünchen,1288648.23,6129702.78\n",
      values: [.crs: "EPSG:3857"]),
    Case(
      testDescription: "columns that are named", name: "a.tsv", text: "name\te\tn\nMünchen\t691650.37\t5334754.25\n",
      values: [.crs: "EPSG:32632", .lat: "n", .lon: "e"]),
    Case(
      testDescription: "JSON", name: "a.json", text: #"[{"name":"München","x":691650.37,"y":5334754.25}]"#,
      values: [.crs: "EPSG:25832"]),
    Case(
      testDescription: "degrees", name: "a.csv", text: "name,lat,lon\nMünchen,48.137154,11.576124\n",
      values: [.crs: "EPSG:4326"]),
  ]

  @Test(arguments: munich)
  func metresOfAFileBecomeDegrees(_ file: Case) throws {
    let dataset = try open(file.text, file.name, file.values)
    let position = try #require(dataset.place(0).coordinate)
    #expect(try position.distance(to: #require(Coordinate(latitude: 48.137154, longitude: 11.576124))).metres < 1)
    #expect(dataset.about.withoutPosition == 0)
  }

  @Test func withoutTheOptionMetresAreNamed() throws {
    let dataset = try open(
      "name,lat,lon\nMünchen,5334754.25,691650.37\n", "a.csv", [:])
    #expect(dataset.about.unplaced == 1)
    #expect(dataset.about.problems.first?.neutralised.contains("--crs and the code of that projection") == true)
    let points = try open("name,the_geom\na,POINT (691650 5334754)\n", "b.csv", [:])
    #expect(points.about.problems.first?.neutralised.hasPrefix("the values of the_geom look like metres") == true)
  }

  @Test func positionsThatTheProjectionDoesNotReachAreCounted() throws {
    let dataset = try open(
      "name,x,y\na,1e300,1e300\nb,691650,5334754\nc,,\n", "a.csv", [.crs: "EPSG:25832", .lat: "y", .lon: "x"])
    #expect(dataset.count == 3)
    #expect(dataset.about.withoutPosition == 2)
    #expect(dataset.about.warnings == 1)
  }

  @Test func whatCannotBeProjectedIsRefused() throws {
    let table = "name,x,y\na,1,2\n"
    #expect(throws: ImportError.unknownSystem(try #require(.init(Untrusted("999999"))))) {
      try open(table, "a.csv", [.crs: "EPSG:999999"])
    }
    #expect(throws: ImportError.noProjectedColumns) {
      try open("name,note\na,POINT\n", "a.csv", [.crs: "EPSG:3857"])
    }
    #expect(throws: ImportError.notForFormat(.crs, .gpx)) { try open("<gpx/>", "a.gpx", [.crs: "EPSG:3857"]) }
  }

  private static let point = #"{"type":"Point","coordinates":[691604.9,5334760.4]}"#
  private static let square =
    #"{"type":"Polygon","coordinates":[[[691504.9,5334660.4],[691704.9,5334660.4],[691704.9,5334860.4],[691504.9,5334660.4]]]}"#

  private static func features(_ geometry: String, crs: String = "") -> String {
    let system = crs.isEmpty ? "" : #""crs":{"type":"name","properties":{"name":"\#(crs)"}},"#
    let feature = #"{"type":"Feature","properties":{"name":"a"},"geometry":\#(geometry)}"#
    return #"{"type":"FeatureCollection",\#(system)"features":[\#(feature)]}"#
  }

  /// Degrees are not metres, whatever is said.
  @Test(arguments: [
    ("name,x,y,latitude,longitude\na,691604.9,5334760.4,1,2\nb,691604.9,5334760.4,1,2\n", 0),
    ("name,latitude,longitude\na,5334760.4,691604.9\nb,48.1372,11.5755\n", 1),
  ])
  func degreesStayDegrees(text: String, warnings: Int) throws {
    let dataset = try open(text, "a.csv", [.crs: "EPSG:25832"])
    let middle = try #require(Coordinate(latitude: 48.1372, longitude: 11.5755))
    for row in 0..<2 {
      #expect(try #require(dataset.place(row).coordinate).distance(to: middle).metres < 100)
    }
    #expect(dataset.about.warnings == warnings)
    let geographic = try open("name,lat,lon\na,48.1372,11.5755\n", "b.csv", [.crs: "EPSG:4258"])
    #expect(try #require(geographic.place(0).coordinate).distance(to: middle).metres < 5)
    #expect(geographic.about.warnings == 0)
    // Grads from Paris.
    let grads = try open("name,lat,lon\na,54.2,2\n", "c.csv", [.crs: "EPSG:4807"])
    #expect(try #require(grads.place(0).coordinate?.latitude) < 49)
  }

  /// Positions that name their map projection need no `--crs`; one of another projection is kept without its position, and
  /// degrees stay what they are.
  @Test(arguments: [
    "SRID=25832;POINT(691604.9 5334760.4)",
    "0101000020E8640000CDCCCCCC291B25419A999919BA595441",
  ])
  func namedProjectionsAreUsed(position: String) throws {
    let rows = ["a,\(position)", "b,\(position)", "c,SRID=3857;POINT(1 2)", "d,SRID=4326;POINT(11.5 48.5)", "e,"]
    for header in ["name,way", "name,geom"] {
      let dataset = try open(([header] + rows[..<3]).joined(separator: "\n"), "a.csv", [:])
      let place = try #require(dataset.place(0).coordinate)
      #expect(place.distance(to: try #require(Coordinate(latitude: 48.1372, longitude: 11.5755))).metres < 100)
      #expect(dataset.about.columns?.neutralised.hasSuffix("· projection: EPSG:25832") == true)
      #expect(dataset.about.withoutPosition == 1)
    }
    let mixed = try open((["name,geom"] + rows + rows[..<2]).joined(separator: "\n"), "a.csv", [:])
    #expect(mixed.place(3).coordinate == Coordinate(latitude: 48.5, longitude: 11.5))
    #expect(mixed.about.withoutPosition == 2)
  }

  /// Geometries in metres, of a point and of a square around it.
  @Test(arguments: [
    (features(point), "a.geojson", "EPSG:25832"), (features(square), "a.geojson", "EPSG:25832"),
    (features(square, crs: "urn:ogc:def:crs:EPSG::25832"), "a.geojson", ""),
    (features(point, crs: "EPSG:25832"), "a.geojson", ""),
    (
      features(point).dropLast() + #","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}}}"#,
      "a.geojson", ""
    ),
    (features(point, crs: "EPSG:3857"), "a.geojson", "EPSG:25832"),
    ("name,wkt\na,POINT (691604.9 5334760.4)\n", "a.csv", "EPSG:25832"),
    ("name,geometry\na,SRID=25832;POINT Z (691604.9 5334760.4 510)\n", "a.csv", "EPSG:25832"),
    ("name,the_geom\na,0101000020E8640000CDCCCCCC291B25419A999919BA595441\n", "a.csv", "EPSG:25832"),
    (
      "name\twkt\na\tPOLYGON ((691504.9 5334660.4, 691704.9 5334660.4, 691704.9 5334860.4, 691504.9 5334660.4))\n",
      "a.tsv",
      "EPSG:25832"
    ),
    (#"[{"name":"a","geometry":\#(square)}]"#, "a.json", "EPSG:25832"),
  ])
  func geometriesAreProjected(text: String, path: String, system: String) throws {
    let dataset = try open(text, path, system.isEmpty ? [:] : [.crs: system])
    let position = try #require(dataset.place(0).coordinate)
    #expect(position.distance(to: try #require(Coordinate(latitude: 48.1372, longitude: 11.5755))).metres < 100)
    #expect(dataset.about.withoutPosition == 0)
  }

  /// These are degrees, and the middle of a box in metres has nothing to do with the antimeridian.
  @Test func otherSystemsOfGeoJSON() throws {
    for system in ["urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:EPSG::4326", "EPSG:4258", "my own"] {
      let text = Self.features(#"{"type":"Point","coordinates":[11.5,48]}"#, crs: system)
      #expect(try open(text, "a.geojson", [:]).place(0).coordinate == Coordinate(latitude: 48, longitude: 11.5))
    }
    let line = #"{"type":"LineString","coordinates":[[-1000,0],[5000,0]]}"#
    let text = Self.features(line, crs: "urn:ogc:def:crs:EPSG::900913")
    let longitude = try open(text, "a.geojson", [:]).place(0).coordinate?.longitude
    #expect(longitude.map { abs($0 - 0.0179663) < 1e-6 } == true)
    #expect(throws: ImportError.unknownSystem(try #require(.init(Untrusted("999999"))))) {
      try open(Self.features(line, crs: "EPSG:999999"), "a.geojson", [:])
    }
  }
}
