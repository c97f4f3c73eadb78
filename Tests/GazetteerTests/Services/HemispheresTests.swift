import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Columns with `N` or `S`, `E` or `W` turn angles without signs; other columns with such values do not.
struct HemispheresTests {
  @Test(arguments: [
    ("Lat,N/S,Lon,E/W", "12.5,S,77,W", -12.5, -77.0), ("Lat,N/S,Lon,E/W", "12.5,n,77,East", 12.5, 77),
    ("lat_dir,lat,lon,lon_dir", "South,12.5,77,E", -12.5, 77), ("lat,lon,ns,ew", "12.5,77,S,W", -12.5, -77),
    // An angle has a sign, there is only one such column, or it is far away.
    ("lat,ns,lon,ew", "12.5,S,-77,W", 12.5, -77), ("lat,side,lon,note", "12.5,S,77,x", 12.5, 77),
    ("lat,a,b,side,lon,road", "12.5,1,2,S,77,W", 12.5, 77),
  ])
  func columnsOfHemispheresTurnAngles(header: String, row: String, latitude: Double, longitude: Double) throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("places.csv", "name,\(header)\nA,\(row)\nB,\(row)\n")
    let expected = Coordinate(latitude: latitude, longitude: longitude)
    #expect(try openDataset(at: path, named: "x").place(1).coordinate == expected)
    let file = try RowFile(path: path, RowColumns(needsPosition: true), Cancellation())
    let rows = try #require(try file.next(Cancellation())).rows
    #expect(rows.map(\.position.coordinate) == [expected, expected])
  }

  /// A record without a side is where the angles say, whatever the one before it has.
  @Test func eachRecordHasItsOwnHemispheres() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("places.csv", "name,lat,ns,lon,ew\nA,1,S,2,W\nB,1,,2,\nC,1,N,2,E\nD,1,S,2,E\n")
    let dataset = try openDataset(at: path, named: "x")
    let found = (0..<4).map { dataset.place($0).coordinate.map { "\($0.latitude) \($0.longitude)" } }
    #expect(found == ["-1.0 -2.0", "1.0 2.0", "1.0 2.0", "-1.0 2.0"])
    #expect(dataset.place(0).attributes.map(\.value.text) == ["S", "W"])
  }
}
