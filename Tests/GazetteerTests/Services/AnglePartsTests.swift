import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Columns of minutes and seconds are added to whole degrees. Columns with `N` or `S`, `E` or `W` turn angles without signs;
/// other columns with such values do not.
struct AnglePartsTests {
  @Test(
    arguments: [
      ("Lat,N/S,Lon,E/W", "12.5,S,77,W", -12.5, -77.0), ("Lat,N/S,Lon,E/W", "12.5,n,77,East", 12.5, 77),
      ("lat_dir,lat,lon,lon_dir", "South,12.5,77,E", -12.5, 77), ("lat,lon,ns,ew", "12.5,77,S,W", -12.5, -77),
      // An angle has a sign, there is only one such column, or it is far away.
      ("lat,ns,lon,ew", "12.5,S,-77,W", 12.5, -77), ("lat,side,lon,note", "12.5,S,77,x", 12.5, 77),
      ("lat,a,b,side,lon,road", "12.5,1,2,S,77,W", 12.5, 77), ("LatDeg,LatHemi,LonDeg,LonHemi", "12,S,77,W", -12, -77),
      // Minutes and seconds.
      ("LAT_DEG,LAT_MIN,LAT_HEMI,LONG_DEG,LONG_MIN,LONG_HEMI", "33,51,S,151,12,E", -33.85, 151.2),
      (
        "lat_degrees,lat_minutes,lat_seconds,lat_direction,lon_degrees,lon_minutes,lon_seconds,lon_direction",
        "40,30,36,N,73,45,0,W", 40.51, -73.75
      ),
      ("lat_deg,lat_min,lon_deg,lon_min", "-33,30,-70,15", -33.5, -70.25),
      ("lat_d,lat_m,lat_s,lon_d,lon_m,lon_s", "48,30,36,11,15,0", 48.51, 11.25),
      ("Breite Grad,Breite Minuten,Länge Grad,Länge Minuten", "48,30,11,15", 48.5, 11.25),
      ("lat,lon,lat_min,lat_max,lon_min,lon_max", "48.5,11.25,48.1,48.9,11.1,11.9", 48.5, 11.25),
      ("lat,lon,lat_min,lat_max,lon_min,lon_max", "48,11,47,49,10,12", 48, 11),
      ("lat,lon,lat_min,lon_min", "48,11,47,100", 48, 11), ("lat_deg,min,lon_deg,sec", "48,30,11,15", 48, 11),
      // A letter says which angle it is.
      ("Lat,Lon", "11.5 E,48.5 N", 48.5, 11.5), ("coordinates", "\"11.5 E, 48.5 N\"", 48.5, 11.5),
      ("coordinates", "E11.5 N48.5", 48.5, 11.5), ("coordinates", "11°30'E 48°30'S", -48.5, 11.5),
      ("coordinates", "N48 30.0 E011 15.0", 48.5, 11.25), ("coordinates", "\"48.5 N, 11.5 W\"", 48.5, -11.5),
      ("GPSLatitude,GPSLongitude", "\"33 deg 30' 36.00\"\" S\",\"151 deg 15' 0.00\"\" E\"", -33.51, 151.25),
      ("coordinates", "\"4.85E1, 1.15E1\"", 48.5, 11.5), ("lat,lon", "4.85E1,1.15e1", 48.5, 11.5),
      ("coordinates", "48.5N11.5E", 48.5, 11.5),
      // An altitude may follow, and a position may be an object or an address of its own.
      ("coordinates", "\"48.5, 11.5, 500\"", 48.5, 11.5), ("geopoint,n", "48.5 11.5 500.0 4.5,x", 48.5, 11.5),
      ("location", #""{""latitude"":""48.5"",""longitude"":""11.5"",""human_address"":""x""}""#, 48.5, 11.5),
      ("location", #""{""lat"":48.5,""lng"":11.5}""#, 48.5, 11.5), ("location", "\"geo:48.5,11.5;u=35\"", 48.5, 11.5),
    ] as [(String, String, Double, Double)])
  func columnsTellTheWholeAngles(header: String, row: String, latitude: Double, longitude: Double) throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("places.csv", "name,\(header)\nA,\(row)\nB,\(row)\n")
    let expected = Coordinate(latitude: latitude, longitude: longitude)
    #expect(try openDataset(at: path, named: "x").place(1).coordinate == expected)
    let file = try RowFile(path: path, RowColumns(needsPosition: true), Cancellation())
    let rows = try #require(try file.next(Cancellation())).rows
    #expect(rows.map(\.position.coordinate) == [expected, expected])
  }

  /// Letters that contradict each other, and triples whose order is not known, are no positions. They stay attributes.
  @Test(arguments: [
    ("coordinates", "\"11.5 E, 48.5 E\""), ("coordinates", "\"11.5,48.5,0\""), ("coordinates", "N48 30 N11 15"),
    ("lat,lon", "48.5 E,11.5 E"), ("location", #""{""latitude"":""48.5""}""#),
  ])
  func whatCannotBeAPositionIsNone(header: String, row: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("places.csv", "name,\(header)\nA,\(row)\nB,\(row)\n")
    let dataset = try? openDataset(at: path, named: "x")
    #expect(dataset.map { $0.countWithoutPosition == $0.count } ?? true)
  }

  /// The columns of minutes are those of places that need them: the others stay where they are.
  @Test func minutesAreOfTheirOwnAngles() throws {
    let feature =
      #"{"type":"Feature","properties":{"name":"A","lat":48,"lat_min":30,"lon":11,"lon_min":15},"geometry":{"type":"Point","coordinates":[11.25,48.5]}}"#
    let folder = try TemporaryFolder()
    let path = try folder.file("t.geojson", "{\"type\":\"FeatureCollection\",\"features\":[\(feature)]}")
    let place = try openDataset(at: path, named: "x").place(0)
    #expect(place.coordinate == Coordinate(latitude: 48.5, longitude: 11.25))
  }

  /// A position is lost, and its text kept, if its minutes are none or its letters contradict the columns.
  @Test func whatIsNoAngleIsTold() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<9).map { "A\($0),48,60,11,30" } + ["B,48,75,11,30", "C,48,x,11,30", "D,48,,11,30"]
    let path = try folder.file("t.csv", (["name,lat_deg,lat_min,lon_deg,lon_min"] + rows).joined(separator: "\n"))
    let dataset = try openDataset(at: path, named: "x")
    #expect(dataset.place(0).coordinate == Coordinate(latitude: 49, longitude: 11.5))
    #expect(dataset.about.unplaced == 2 && dataset.about.problems.count == 2)
    #expect(dataset.place(11).coordinate == Coordinate(latitude: 48, longitude: 11.5))
    let letters = try folder.file("u.csv", "name,lat,lon\nA,48.1 E,11.5 E\nB,48.1,11.5\nC,11.5 E,\n")
    let crossed = try openDataset(at: letters, named: "y")
    #expect(crossed.about.unplaced == 2 && crossed.place(1).coordinate != nil)
    #expect(crossed.place(0).attributes.map(\.value.text) == ["48.1 E"])
  }

  /// Only a column that is called like one of positions may have the rarer forms.
  @Test(arguments: [("color", "0.5 0.2 0.1"), ("size", "\"12.5, 30.2, 4.1\""), ("address", "50 S 100 W")])
  func otherColumnsAreNone(header: String, value: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("t.csv", "name,\(header)\n" + (0..<9).map { "A\($0),\(value)\n" }.joined())
    let dataset = try openDataset(at: path, named: "x")
    #expect(dataset.countWithoutPosition == 9 && dataset.place(0).attributes.count == 1)
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
