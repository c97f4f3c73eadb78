import GazetteerIndex
import Testing

@testable import GazetteerServices

/// The two columns with latitude and longitude.
@Suite struct ColumnPairsTests {
  private func position(_ columns: [(String, [String])]) -> [String]? {
    let roles = ColumnRoles(columns.map { .init(name: $0.0, values: $0.1) }, rows: 3)
    guard let latitude = roles.column(.latitude), let longitude = roles.column(.longitude) else { return nil }
    return [columns[latitude].0, columns[longitude].0]
  }

  /// The latitude comes first in the answer. The controls have none.
  @Test(
    arguments: [
      ("4. FACILITY NAME,12. LATITUDE,13. LONGITUDE", "12. LATITUDE,13. LONGITUDE"),
      ("name,LATITUDE83,LONGITUDE83", "LATITUDE83,LONGITUDE83"),
      ("name,LATITUDE27,LONGITUDE27,LATITUDE83,LONGITUDE83", "LATITUDE83,LONGITUDE83"),
      ("name,ref_lat84,ref_long84", "ref_lat84,ref_long84"),
      ("name,X_LONG,Y_LAT", "Y_LAT,X_LONG"), ("name,LATITUDE_Y,LONGITUDE_X", "LATITUDE_Y,LONGITUDE_X"),
      ("name,y_latitude,x_longitude", "y_latitude,x_longitude"), ("name,lat1,lon1", "lat1,lon1"),
      ("name,lat2,lon1,lat1", "lat1,lon1"), ("name,lat_x,lon_x,lat_y,lon_y", "lat_x,lon_x"),
      ("name,Geografska širina,Geografska dužina", "Geografska širina,Geografska dužina"),
      ("coordinate_lat,coordinate_long,Lat (old),Long (old)", "coordinate_lat,coordinate_long"),
      ("name,Lat (alt),Long (alt),start_lat,start_long", "start_lat,start_long"),
      ("name,Lat (previous),Long (previous)", "Lat (previous),Long (previous)"),
      ("name,lat1,lon2", nil), ("name,lat_y,lat_x,lon_x_y", nil), ("name,lat_x,lon_y", nil), ("name,lat83,lon27", nil),
      ("name,Lat (old),Long (new)", nil), ("name,x1,y1", nil), ("name,širina,dužina", nil), ("name,flat1,salon1", nil),
      ("name,latitude_x,longitude_y", nil),
    ] as [(String, String?)])
  func namesTell(columns: String, pair: String?) {
    let names = columns.split(separator: ",").map(String.init)
    let found = position(names.map { ($0, $0.contains("ame") ? ["a", "b", "c"] : ["1.5", "2.5", "3.5"]) })
    #expect(found?.joined(separator: ",") == pair)
  }

  /// Widths and lengths are called so in Danish, too.
  @Test(arguments: [
    ("Bredde,Længde", ["55.6", "57.0"], ["12.5", "9.9"], true),
    ("Bredde,Længde", ["35.7", "-33.9"], ["139.7", "151.2"], true),
    ("Geografisk bredde,Geografisk længde", ["35.7"], ["139.7"], true),
    ("Bredde,Længde", ["2.5", "3"], ["12", "9.5"], false),
    ("Vejbredde,Vejlængde", ["2.5", "3"], ["120", "95"], false),
    ("Bredde,Højde", ["55.6", "57.0"], ["12.5", "9.9"], false),
  ])
  func sizesAreNoPositions(columns: String, widths: [String], lengths: [String], isPosition: Bool) {
    let names = columns.split(separator: ",").map(String.init)
    let found = position([("navn", ["a", "b"]), (names[0], widths), (names[1], lengths)])
    #expect(found == (isPosition ? names : nil))
  }

  /// A number and a full stop before a name are no object that the column is inside.
  @Test(arguments: [
    ("12. LATITUDE", ["latitude"]), ("4.FACILITY NAME", ["facility", "name"]), ("2.5", ["2", "5"]),
    ("site.name", ["site", "name"]),
    ("12", ["12"]), ("12.", ["12"]),
  ])
  func numbersOfColumnsAreLeftOut(name: String, words: [String]) {
    #expect(ColumnName(name).words == words)
  }
}
