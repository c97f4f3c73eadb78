import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Features of GeoJSON as rows of a file.
struct FeatureRowTests {
  private static func rows(
    _ text: String, _ wanted: RowColumns = RowColumns(needsName: true, needsPosition: true)
  ) throws -> (file: RowFile, rows: [FileRow], faults: [String]) {
    let folder = try ScratchDirectory()
    let file = try RowFile(path: folder.file("rows", Array(text.utf8)), wanted, Cancellation())
    var (rows, faults): ([FileRow], [String]) = ([], [])
    while let piece = try file.next(Cancellation()) {
      rows += piece.rows
      faults += piece.faults.map(\.neutralised)
    }
    return (file, rows, faults)
  }

  private static let a =
    #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[11.5,48.1]},"properties":{"name":"A [\"]","n":1},"x":[]}"#
  private static let b =
    #"{"properties":{"name":"B","lat":1,"lon":2},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"type":"Feature"}"#

  /// A collection, also with spaces and with its type at the end, and features that follow one another.
  @Test(arguments: [
    "{\"type\":\"FeatureCollection\",\"name\":\"x\",\"features\":[\(a),\(b)]}",
    "{\"features\":[\n\(a),\n\(b)\n],\"bbox\":[1,2,3,4],\"type\":\"FeatureCollection\"}\n",
    "\(a)\n\(b)\n", "\u{1e}\(a)\n\u{1e}\(b)\n", "\u{FEFF}\(a)\(b)",
  ])
  func featuresAreRows(text: String) throws {
    let (file, rows, faults) = try Self.rows(text)
    #expect(file.format == .jsonLines && faults.isEmpty)
    #expect(file.columns.map(\.text) == ["name", "n", "lat", "lon", "geometry"])
    #expect(rows.map { $0.name?.text } == ["A [\"]", "B"])
    #expect(
      rows.map(\.position.coordinate) == [
        Coordinate(latitude: 48.1, longitude: 11.5), Coordinate(latitude: 3, longitude: 2),
      ])
    #expect(rows.map { $0.text.text + $0.rest.text } == [Self.a, Self.b])
    #expect(rows[0].text.text.hasSuffix(#""n":1}"#) && rows[1].rest.text.hasPrefix(#","geometry""#))
  }

  @Test func aFeatureIsWrittenOnOneLine() throws {
    let text =
      "{ \"type\": \"FeatureCollection\", \"features\": [\n{ \"type\": \"Feature\",\n \"properties\": { \"name\": \"a  \\\"b\" },\n \"geometry\": null }\n] }"
    let (_, rows, _) = try Self.rows(text)
    #expect(
      rows.map { $0.text.text + "|" + $0.rest.text } == [
        #"{"type":"Feature","properties":{"name":"a  \"b"}|,"geometry":null}"#
      ])
    #expect(rows[0].position == .missing)
    let bare = try Self.rows(#"{"type":"Feature","geometry":null}"#, RowColumns(needsPosition: true)).rows
    #expect(bare.map { $0.text.text + "|" + $0.rest.text } == [#"{"properties":{}|,"type":"Feature","geometry":null}"#])
  }

  @Test func featuresThatAreNoneAreToldWithTheirLines() throws {
    let bad = [
      #"{"type":"Feature","properties":5}"#, #"{"type":"Point"}"#, "5", #"{"type":"Feature","properties":{"name":1,}}"#,
    ]
    let wrong =
      #"{"type":"Feature","properties":{"name":"C"},"geometry":{"type":"Point","coordinates":["x"]}}"#
    let far = #"{"type":"Feature","properties":{"name":"D"},"geometry":{"type":"Point","coordinates":[500,4]}}"#
    let list = ([Self.a] + bad + [wrong, far]).joined(separator: ",\n")
    let (_, rows, faults) = try Self.rows("{\"type\":\"FeatureCollection\",\"features\":[\n\(list)]}")
    #expect(rows.map { $0.name?.text } == ["A [\"]", "C", "D"])
    #expect(rows.dropFirst().map(\.position.coordinate) == [nil, nil])
    #expect(faults.count == 4 && faults[0] == "line 3: properties must be an object or null", "\(faults)")
    #expect(faults.last?.hasPrefix("line 6: ") == true)
  }

  /// Values that are no objects are one fault each. The first feature may be longer than what is read to see whether a
  /// text is GeoJSON, and a property may have the name of the position.
  @Test func oddFeaturesAreOneRowEach() throws {
    let list = "{\"type\":\"FeatureCollection\",\"features\":[\(Self.a),null,\"a,b\",12,\(Self.a)]}"
    let (_, rows, faults) = try Self.rows(list)
    #expect(rows.count == 2 && faults.count == 3, "\(faults)")
    let points = Array(repeating: "[1.5,2.5]", count: 200_000).joined(separator: ",")
    let large =
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\",\"coordinates\":[\(points)]},"
      + "\"properties\":{\"name\":\"L\",\"geometry\":\"x\",\"geometry_2\":\"y\"}}\n"
    let found = try Self.rows(large + large)
    #expect(
      found.rows.map(\.position.coordinate) == Array(repeating: Coordinate(latitude: 2.5, longitude: 1.5), count: 2))
  }

  /// The control: lines whose members only have such names.
  @Test(arguments: [#""geometry":"POINT (2 1)""#, #""properties":"big","lat":1,"lon":2"#])
  func otherLinesAreNoFeatures(members: String) throws {
    let (_, rows, _) = try Self.rows("{\"type\":\"Feature\",\"name\":\"Rome\",\(members)}\n")
    #expect(rows.map { $0.name?.text } == ["Rome"])
    #expect(rows[0].position.coordinate == Coordinate(latitude: 1, longitude: 2))
  }

  @Test func aListWithoutAnEndIsToldAfterItsRows() throws {
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(Self.a),\(Self.b.dropLast(9))"
    let folder = try ScratchDirectory()
    let file = try RowFile(
      path: folder.file("rows", Array(text.utf8)), RowColumns(needsName: true), Cancellation())
    let piece = try #require(try file.next(Cancellation()))
    #expect(piece.rows.count == 1 && piece.faults.count == 1)
    #expect(throws: RowFileError.noEnd) { try file.next(Cancellation()) }
  }

  /// Features that are longer than a piece, or cut by its end, are whole.
  @Test func piecesEndAnywhere() throws {
    let names = (0..<40).map { "ü\($0)\"," + String(repeating: "{", count: 20_000) }
    let features = names.map {
      "{\"type\":\"Feature\",\"properties\":{\"name\":\"\($0.replacing("\"", with: "\\\""))\"},\"geometry\":null}"
    }
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    let (_, rows, faults) = try Self.rows(text, RowColumns(needsName: true))
    #expect(rows.map { $0.name?.text } == names && faults.isEmpty)
  }

  @Test func columnsOfTheUserComeFirst() throws {
    var wanted = RowColumns(needsPosition: true, latitude: Untrusted("lat"), longitude: Untrusted("lon"))
    #expect(try Self.rows(Self.b, wanted).rows[0].position.coordinate == Coordinate(latitude: 1, longitude: 2))
    wanted = RowColumns(needsName: true, needsPosition: true, geometry: Untrusted("geometry"))
    #expect(try Self.rows(Self.b, wanted).rows[0].position.coordinate == Coordinate(latitude: 3, longitude: 2))
  }

  /// In metres, by what the file says or by what the user says.
  @Test(arguments: [true, false]) func metresBecomeDegrees(isNamed: Bool) throws {
    let system = isNamed ? #""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}},"# : ""
    let point =
      #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[692000,5335000]}}"#
    var wanted = RowColumns(needsPosition: true)
    if !isNamed { wanted.reading[.crs] = Untrusted("EPSG:25832") }
    let (_, rows, _) = try Self.rows("{\"type\":\"FeatureCollection\",\(system)\"features\":[\(point)]}", wanted)
    #expect(abs(try #require(rows.first?.position.coordinate).latitude - 48.139257) < 1e-5)
  }

  @Test(arguments: [
    ("<osm version='0.6'/>", ImportFormat.osm), ("<gpx/>", .gpx), ("<x/>", nil),
    (#"{"version":0.6,"elements":[{"type":"node","id":1,"lat":1,"lon":2,"tags":{"name":"A"}}]}"#, .osm),
    ("{\n\"generator\":\"x\",\n\"elements\":[]}", .osm),
  ])
  func otherFormatsAreNamed(text: String, format: ImportFormat?) {
    #expect(throws: RowFileError.noRows(format)) { try Self.rows(text) }
  }

  /// Damaged text is refused or read; it never crashes.
  @Test func damagedFeaturesAreRefusedOrRead() {
    let bytes = Array("{\"type\":\"FeatureCollection\",\"features\":[\(Self.a),\(Self.b)]}".utf8)
    var random = SplitMix(state: 5)
    for round in 0..<600 {
      var bytes = round < bytes.count ? Array(bytes[..<round]) : bytes
      if !bytes.isEmpty, round >= 300 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...127, using: &random)
      }
      _ = try? Self.rows(String(decoding: bytes, as: UTF8.self))
    }
  }
}
