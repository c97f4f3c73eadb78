import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Positions in ten millionths and millionths of a degree.
struct E7Tests {
  private static let files = [
    ("a.csv", "name,latitudeE7,longitudeE7\nA,481371540,-115754900\nB,,\nC,0,n/a\n"),
    ("b.csv", "name,place_lat_e7,place_lng_e7\nA,481371540,-115754900\nB,,\nC,,\n"),
    ("c.csv", "name,latE6,lonE6\nA,48137154,-11575490\nB,,\nC,0,n/a\n"),
    (
      "a.json",
      """
      {"locations":[{"name":"A","latitudeE7":481371540,"longitudeE7":-115754900},{"name":"B"},
      {"name":"C","latitudeE7":null}]}
      """
    ),
  ]

  @Test(arguments: files) func theNameTellsThem(file: String, text: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/" + file
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let places = try openDataset(at: path, named: "x")
    #expect(places.count == 3 && places.about.withoutPosition == 2 && places.about.unplaced == 0)
    let position = try #require(places.place(0).coordinate)
    #expect(abs(position.latitude - 48.137154) < 1e-5 && abs(position.longitude + 11.57549) < 1e-5)
    #expect(!places.about.headers.contains { $0.field == "latitude" }, "its values are others")
  }

  @Test func rowsOfAFileHaveThem() throws {
    let folder = try ScratchDirectory()
    for (latitude, longitude) in [(nil, nil), ("latitudeE7", "longitudeE7")] as [(String?, String?)] {
      let wanted = RowColumns(
        needsPosition: true, latitude: latitude.map { Untrusted($0) }, longitude: longitude.map { Untrusted($0) })
      let file = try RowFile(path: folder.file("a.csv", Array(Self.files[0].1.utf8)), wanted, Cancellation())
      let rows = try #require(try file.next(Cancellation())).rows
      #expect(
        rows.map(\.position) == [
          .at(try #require(Coordinate(latitude: 48.137154, longitude: -11.57549))), .missing, .missing,
        ])
    }
  }

  /// Near the equator, they are as small as degrees.
  @Test func smallNumbersAreInTenMillionthsToo() throws {
    let folder = try TemporaryFolder()
    try Data("name,latE7,lonE7\nA,45,-785000000\nB,100,7\n".utf8).write(
      to: URL(fileURLWithPath: folder.path + "/a.csv"))
    let places = try openDataset(at: folder.path + "/a.csv", named: "x")
    let position = try #require(places.place(0).coordinate)
    #expect(abs(position.latitude - 45e-7) < 1e-9 && abs(position.longitude + 78.5) < 1e-9)
    #expect(places.about.withoutPosition == 0)
  }

  /// Numbers of other columns, and degrees under such a name, stay as they are.
  @Test(
    arguments: [
      ("name,latE7,lonE7\nA,48.1,11.5\n", nil),
      ("name,lat,lon,latitudeE7,longitudeE7\nA,1,2,481371540,115754900\n", 1.0),
      ("name,e7,longitudeE7\nA,481371540,115754900\n", nil),
      ("name,latE6,lonE6\nA,48.1,11.5\n", nil), ("name,latE6,lonE7\nA,48137154,115754900\n", 0.0),
    ] as [(String, Double?)])
  func nothingElseIsTakenForThem(text: String, latitude: Double?) throws {
    let folder = try TemporaryFolder()
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/a.csv"))
    let place = try openDataset(at: folder.path + "/a.csv", named: "x").place(0)
    #expect(latitude == nil || place.coordinate?.latitude ?? 0 == latitude)
    #expect(place.coordinate.map { $0.latitude < 50 } ?? true)
  }
}
