import GazetteerIndex
import Testing

@testable import GazetteerServices

@Suite struct PointTextTests {
  private func point(_ text: String) -> Coordinate? {
    var text = text
    return text.withUTF8 { PointText.parse($0) }
  }

  @Test(arguments: [
    "48.5, 11.5", "(48.5, 11.5)", "48.5 11.5", "48.5;11.5", "48,5 ; 11,5", "48,5, 11,5", "48,5 / 11,5",
    "48.5/11.5", "POINT (11.5 48.5)",
    "SRID=4269;POINT(11.5 48.5)", "point(11.5 48.5)", "POINT Z (11.5 48.5 3)", "SRID=4326;POINT(11.5 48.5)",
    "[11.5, 48.5]", "1 Main St\nBoston, MA\n(48.5, 11.5)", "POINT\n(11.5 48.5)",
    #"{"type":"Point","coordinates":[11.5,48.5]}"#, "POLYGON ((11 48, 12 48, 12 49, 11 49, 11 48))",
    "48°30'N 11°30'E", "48°30'N, 11°30'E", "48.5N, 11.5E", "010100000000000000000027400000000000404840",
    "0101000020e610000000000000000027400000000000404840", "000000000140270000000000004048400000000000",
    "\\x010100000000000000000027400000000000404840", "0101000020A210000000000000000027400000000000404840",
    "01010000A0E6100000000000000000274000000000004048400000000000E07F40",
  ])
  func aPositionIsReadInEachForm(text: String) {
    #expect(point(text) == Coordinate(latitude: 48.5, longitude: 11.5))
  }

  @Test(arguments: [
    "", " ", "48.5", "a, b", "POINT EMPTY", "POINT (a b)", "POINT (400000 5000000)", "SRID=3857;POINT(1 1)", "95, 200",
    "{}", "0101000000000000000000274000000000004048", "01010000000000000000002740000000000040484",
    "0101000020E8640000CDCCCCCC291B25419A999919BA595441", "010100000000000000000027400000000000906240", "{\"type\":",
    "[1]", "(", "((", "POINT (", "1, 2, 3", "Main Street 5, 10115",
    "48/5/11", "12/2024",
    "0101000020E864000000000000000027400000000000404840", "010100000000000000000027400000000000404840FFFF",
    "SRID=25832;POINT(11.5 48.5)",
  ])
  func anythingElseIsNone(text: String) { #expect(point(text) == nil) }

  /// Two areas on both sides of the antimeridian, from 177 to -179 degrees.
  @Test func geometriesCrossTheAntimeridian() {
    let bytes =
      "0106000020e61000000200000001030000000100000005000000000000000020664000000000000032c0000000000080664000000000000032c000000000008066400000000000002ec000000000002066400000000000002ec0000000000020664000000000000032c00103000000010000000500000000000000008066c000000000000032c000000000006066c000000000000032c000000000006066c00000000000002ec000000000008066c00000000000002ec000000000008066c000000000000032c0"
    let text = "MULTIPOLYGON (((177 -18, 180 -18, 180 -15, 177 -18)), ((-180 -18, -179 -18, -179 -15, -180 -18)))"
    for form in [bytes, text] { #expect(point(form) == Coordinate(latitude: -16.5, longitude: 179)) }
  }

  /// A position that names a projection is not taken for one of another.
  @Test(arguments: ["SRID=25832;POINT(1000 2000)", "0101000020E86400000000000000408F400000000000409F40"])
  func projectionsAreToldApart(text: String) {
    var text = text
    text.withUTF8 { text in
      #expect(PointText.system(of: text) == 25832)
      #expect(PointText.plane(text)?.northing == 2000)
      #expect(PointText.plane(text, of: 25832)?.easting == 1000)
      #expect(PointText.plane(text, of: 3857) == nil)
    }
  }

  /// Degrees and texts without a number fit each projection, and 3857 has other numbers.
  @Test(
    arguments: [
      ("POINT(1000 2000)", nil), ("SRID=4326;POINT(1000 2000)", nil), ("SRID=900913;POINT(1000 2000)", 900_913),
    ] as [(String, Int?)])
  func otherPositionsAreTaken(text: String, system: Int?) {
    var text = text
    text.withUTF8 { text in
      #expect(PointText.system(of: text) == system)
      #expect(PointText.plane(text, of: 3857)?.easting == 1000)
    }
  }

  @Test(arguments: [
    ("48.5", 48.5), ("-48,5", -48.5), ("48°30'", 48.5), ("48° 30' 0\" S", -48.5), ("W 11.5", -11.5),
    ("48 30 00 N", 48.5),
    ("+5", 5), ("−5", -5), ("5.334.760,38", 5_334_760.38), ("5,334,760.38", 5_334_760.38),
  ])
  func anAngleIsReadAsPeopleWriteIt(text: String, angle: Double) {
    var text = text
    #expect(text.withUTF8 { Degrees.parse($0) } == angle)
  }

  @Test(arguments: ["", "N", "north", "1,2,3", "48°75'", "1 2 3 4", "11O", "-5 S", "1.5,2", "1.5,234", "0x10"])
  func anythingElseIsNoAngle(text: String) {
    var text = text
    #expect(text.withUTF8 { Degrees.parse($0) } == nil)
  }
}
