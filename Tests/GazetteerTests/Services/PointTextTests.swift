import GazetteerIndex
import Testing

@testable import GazetteerServices

@Suite struct PointTextTests {
  private func point(_ text: String) -> Coordinate? {
    var text = text
    return text.withUTF8 { PointText.parse($0) }
  }

  @Test(arguments: [
    "48.5, 11.5", "(48.5, 11.5)", "48.5 11.5", "48.5;11.5", "48,5 ; 11,5", "48,5, 11,5", "POINT (11.5 48.5)",
    "point(11.5 48.5)", "POINT Z (11.5 48.5 3)", "SRID=4326;POINT(11.5 48.5)", "[11.5, 48.5]",
    #"{"type":"Point","coordinates":[11.5,48.5]}"#, "POLYGON ((11 48, 12 48, 12 49, 11 49, 11 48))",
    "48°30'N 11°30'E", "48°30'N, 11°30'E", "48.5N, 11.5E", "010100000000000000000027400000000000404840",
    "0101000020e610000000000000000027400000000000404840", "000000000140270000000000004048400000000000",
  ])
  func aPositionIsReadInEachForm(text: String) {
    #expect(point(text) == Coordinate(latitude: 48.5, longitude: 11.5))
  }

  @Test(arguments: [
    "", " ", "48.5", "a, b", "POINT EMPTY", "POINT (a b)", "POINT (400000 5000000)", "SRID=3857;POINT(1 1)", "95, 200",
    "{}", "0101000000000000000000274000000000004048", "01010000000000000000002740000000000040484",
    "0101000020E8640000CDCCCCCC291B25419A999919BA595441", "010100000000000000000027400000000000906240", "{\"type\":",
    "[1]", "(", "((", "POINT (", "1, 2, 3", "Main Street 5, 10115",
  ])
  func anythingElseIsNone(text: String) { #expect(point(text) == nil) }

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
