import Foundation
import Testing

@testable import GazetteerIndex
@testable import GazetteerServices

/// GPX and KML as datasets.
struct XMLRecordsTests {
  private func open(_ text: String, _ ending: String, as format: ImportFormat? = nil) throws -> Dataset {
    let folder = try TemporaryFolder()
    return try openDataset(at: folder.file("file." + ending, text), named: "x", as: format)
  }

  private static func gpx(_ waypoints: String) -> String {
    "<gpx version='1.1' xmlns='http://www.topografix.com/GPX/1/1'>\(waypoints)</gpx>"
  }

  private static func kml(_ placemarks: String) -> String {
    "<kml xmlns='http://www.opengis.net/kml/2.2'>\(placemarks)</kml>"
  }

  @Test func aWaypointSaysAllThatItSays() throws {
    let place = try open(
      Self.gpx(
        """
        <wpt lat="52.5" lon="13.4"><ele>34</ele><name> A &amp; B </name><cmt>c</cmt><desc>d</desc>
        <link href="http://x"><text>y</text></link><sym>Flag</sym><type>Food</type>
        <extensions><a><b>1</b></a><b>2</b></extensions></wpt>
        """), "gpx"
    ).place(0)
    #expect(place.name == Untrusted(" A & B ") && place.categories == [Untrusted("Food")])
    #expect(place.coordinate == Coordinate(latitude: 52.5, longitude: 13.4))
    #expect(
      place.attributes.map { "\($0.key.text)=\($0.value.text)" }
        == ["ele=34", "cmt=c", "desc=d", "link=http://x", "sym=Flag", "a/b=1", "b=2"])
  }

  @Test(arguments: [
    ("<wpt lat='1' lon='2'><name>n</name><desc>d</desc></wpt>", "n"),
    ("<wpt lat='1' lon='2'><name> </name><desc>\n first\nsecond</desc></wpt>", "first"),
    ("<wpt lat='1' lon='2'><cmt>c</cmt></wpt>", "c"), ("<wpt lat='1' lon='2'/>", "waypoint 1"),
  ])
  func aWaypointHasAName(waypoint: String, name: String) throws {
    #expect(try open(Self.gpx(waypoint), "gpx").place(0).name == Untrusted(name))
  }

  @Test func routesAndBadWaypointsAreReported() throws {
    let about = try open(
      Self.gpx(
        "<wpt lat='1' lon='2'/>\n<wpt lat='x' lon='2'/>\n<wpt lon='2'/>\n<wpt lat='91' lon='2'/><rte/><trk/><trk/>"),
      "gpx"
    ).about
    #expect(about.skipped == 1 && about.unplaced == 2 && about.warnings == 1)
    #expect(
      about.problems.map(\.neutralised) == [
        "line 2: kept without its position, which is not a number: \"x\"", "line 3: no position",
        "line 4: kept without its position 91.0,2.0, which is not on the globe; latitude and longitude look swapped",
        "left out: 1 route and 2 tracks, which are not places",
      ])
  }

  @Test(
    arguments: [
      ("<gpx><trk/></gpx>", "gpx", "no places in it: it is GPX with 1 track, but no waypoints"),
      ("<gpx/>", "gpx", "no places in it: it is GPX without any records"),
      ("<kml><NetworkLink/></kml>", "kml", "no places in it: it is KML with 1 network link, but no placemarks"),
      ("<gpx>\n<wpt></gpx>", "gpx", "not GPX: line 2, column 8: mismatched tag"),
      ("<svg/>", "xml", "it is XML, but not GPX, KML or OpenStreetMap data"),
      ("<!DOCTYPE html><html/>", "html", "it is a web page"),
      (
        "<!DOCTYPE gpx><gpx/>", "gpx",
        "not GPX: line 1, column 14: a document type declaration (<!DOCTYPE), which is refused because it can be harmful"
      ),
    ])
  func aFileWithoutPlacesIsRefused(text: String, ending: String, reason: String) throws {
    let error = try #require(throws: ImportError.self) { try open(text, ending) }
    #expect(error.reason.neutralised == reason)
  }

  @Test func anotherRootIsRefusedWhereTheFormatIsGiven() throws {
    let error = try #require(throws: ImportError.self) { try open("\n<osm/>", "xml", as: .gpx) }
    #expect(error.reason.neutralised == "not GPX: line 2, column 1: its outermost element is <osm>, not gpx")
  }

  @Test(arguments: [
    ("<Point><coordinates> 13.4,52.5,7 </coordinates></Point>", 52.5, 13.4, nil),
    ("<LineString><coordinates>0,0 10,20</coordinates></LineString>", 10, 5, "LineString"),
    (
      "<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0\n4,0 4,4 0,4 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon>",
      2, 2, "Polygon"
    ),
    (
      "<MultiGeometry><LineString><coordinates>0,0 1,1</coordinates></LineString><Point><coordinates>7,8</coordinates></Point></MultiGeometry>",
      8, 7, "MultiGeometry"
    ),
    ("<gx:Track xmlns:gx='g'><gx:coord>1 2 3</gx:coord><gx:coord>3 4 3</gx:coord></gx:Track>", 3, 2, "Track"),
    ("<Model><Location><longitude>5</longitude><latitude>6</latitude></Location></Model>", 6, 5, "Model"),
    ("<LineString><coordinates>179,0 -179,2</coordinates></LineString>", 1, 180, "LineString"),
  ])
  func aPlacemarkHasAPosition(geometry: String, latitude: Double, longitude: Double, kind: String?) throws {
    let place = try open(Self.kml("<Placemark><name>a</name>\(geometry)</Placemark>"), "kml").place(0)
    #expect(place.coordinate == Coordinate(latitude: latitude, longitude: longitude))
    #expect(place.attributes.first { $0.key == Untrusted("geometry") }?.value == kind.map { Untrusted($0) })
    let elevation = geometry.contains("13.4,52.5,7") ? Untrusted("7") : nil
    #expect(place.attributes.first { $0.key == Untrusted("elevation") }?.value == elevation)
  }

  @Test func aPlacemarkSaysItsFolderAndItsData() throws {
    let place = try open(
      Self.kml(
        """
        <Document><name>Trip</name><Folder><name>Food</name><Folder/><Placemark id="p"><name>a</name>
        <description>d</description><styleUrl>#s</styleUrl><ExtendedData><Data name="tel"><value>1</value></Data>
        <SchemaData><SimpleData name="zip">2</SimpleData></SchemaData></ExtendedData></Placemark></Folder></Document>
        """), "kml"
    ).place(0)
    #expect(place.id.id == .text("p") && place.categories == [Untrusted("Food")] && place.coordinate == nil)
    #expect(
      place.attributes.map { "\($0.key.text)=\($0.value.text)" } == ["description=d", "styleUrl=#s", "tel=1", "zip=2"])
  }

  @Test(.enabled(if: SharedData.has("data/suites/gpxpy/test_files"), SharedData.absent))
  func filesOfOtherTestSuitesAreReadOrRefusedWithAReason() throws {
    let folder = SharedData.url("data/suites/gpxpy/test_files")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".gpx") }
    #expect(files.count == 28)
    for file in files {
      let path = folder.appending(path: file).path
      // The expected number, counted in the text.
      let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      let waypoints = text.components(separatedBy: "<wpt").count - 1
      if waypoints > 0 {
        #expect(try openDataset(at: path, named: "x").count == waypoints, "\(file)")
      } else {
        let error = try #require(throws: ImportError.self, "\(file)") { try openDataset(at: path, named: "x") }
        #expect(error.reason.neutralised.hasPrefix("no places in it: it is GPX with"), "\(file): \(error)")
      }
    }
  }
}
