import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

@Suite struct ColumnRolesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A header row of a public file, and the columns that it is read by.
  struct Header: CustomTestStringConvertible, Sendable {
    let source: String
    let delimiter: String
    let row: String
    let name: String
    /// Latitude and longitude, or the one column that has both.
    let position: [String]
    let category: String
    let id: String

    var testDescription: String { source }
    var columns: [String] { row.components(separatedBy: delimiter) }

    static let all: [Header] = {
      let file = PackageFolder.tests.appending(path: "Tables/headers.tsv")
      let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
      return lines.filter { !$0.hasPrefix("#") }.map { line in
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        return Header(
          source: parts[0], delimiter: parts[1], row: parts[2], name: parts[3],
          position: parts[4].components(separatedBy: "|"), category: parts[5], id: parts[6])
      }
    }()

    /// A made-up value of a column in the record with this number, from 1.
    func value(of column: String, _ number: Int) -> String {
      let lower = column.lowercased()
      if position.count == 2 {
        if column == position[0] { return "48.\(number)" }
        if column == position[1] { return "11.\(number)" }
      } else if column == position[0] {
        if lower == "wkt" || lower == "the_geom" { return "POINT (11.\(number) 48.\(number))" }
        return lower.hasSuffix("xy") ? "[11.\(number), 48.\(number)]" : "48.\(number), 11.\(number)"
      }
      if column == name { return "Place \("ABCDEFGH".dropFirst(number).first ?? "Z")" }
      if column == category { return "kind" }
      if column == id { return String(100 + number) }
      if lower == "x" || lower == "y" { return "\(400_000 + number).5" }
      if lower.contains("lat") && lower.contains("dms") { return "480\(number)00N" }
      if lower.contains("long") && lower.contains("dms") { return "0110\(number)00E" }
      if lower.hasPrefix("end_l") { return "11.5" }
      if lower.contains("geo shape") { return #"{"type":"Polygon","coordinates":[[[11,48],[12,48],[12,49],[11,48]]]}"# }
      if lower.contains("georeference") { return "POINT (11.\(number) 48.\(number))" }
      return lower.contains("area") || lower.contains("elev") ? "5" : "same"
    }
  }

  @Test func thereAreManyHeaders() { #expect(Header.all.count >= 40) }

  @Test(arguments: Header.all) func aHeaderOfAPublicFileIsUnderstood(header: Header) throws {
    func field(_ text: String) -> String {
      text.contains(header.delimiter) || text.contains("\"")
        ? "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : text
    }
    let rows = (1...6).map { number in
      header.columns.map { field(header.value(of: $0, number)) }.joined(separator: header.delimiter)
    }
    let text = ([header.row] + rows).joined(separator: "\n") + "\n"
    let dataset = try openDataset(at: try folder.file("table.csv", text), named: "x")
    #expect(dataset.count == 6 && dataset.about.skipped == 0)
    let told = dataset.about.columns?.neutralised ?? ""
    #expect(told.contains("name: \(header.name)"), "\(told)")
    #expect(told.contains("position: \(header.position.joined(separator: ", "))"), "\(told)")
    #expect(told.contains("category: \(header.category)") || header.category.isEmpty, "\(told)")
    #expect(
      told.contains("id: \(header.id)") == !header.id.isEmpty || header.id.isEmpty && !told.contains("id: "), "\(told)")
    for row in 0..<6 {
      let place = dataset.place(row)
      #expect(place.name.text.hasPrefix("Place "))
      #expect(
        place.coordinate == Coordinate(latitude: 48 + 0.1 * Double(row + 1), longitude: 11 + 0.1 * Double(row + 1)))
    }
  }

  private func roles(_ columns: [(String, [String])], rows: Int = 3) -> ColumnRoles {
    ColumnRoles(columns.map { .init(name: $0.0, values: $0.1) }, rows: rows)
  }

  @Test func numbersThatAreNoDegreesAreNoPosition() {
    let metres = roles([
      ("Label", ["a", "b", "c"]), ("X_COORD", ["412345", "412346", "412347"]), ("Y_COORD", ["5", "6", "7"]),
    ])
    #expect(!metres.has(.latitude) && !metres.has(.longitude))
    let control = roles([("Label", ["a", "b", "c"]), ("X_COORD", ["11", "12", "13"]), ("Y_COORD", ["5", "6", "7"])])
    #expect(control.column(.longitude) == 1 && control.column(.latitude) == 2)
    let words = roles([("name", ["a", "b", "c"]), ("x", ["yes", "no", "no"]), ("y", ["p", "q", "r"])])
    #expect(words.told.neutralised == "name: name")
  }

  @Test func latitudeAndLongitudeAreOfTheSameThing() {
    let values = ["1.5", "2.5", "3.5"]
    let trip = roles([("name", ["a", "b", "c"]), ("end_lng", values), ("start_lat", values), ("start_lng", values)])
    #expect(trip.column(.latitude) == 2 && trip.column(.longitude) == 3)
  }

  @Test func withoutANameTheValuesDecideAndThatIsSaid() {
    let table = roles([
      ("nr", ["1", "2", "3"]), ("web", ["https://a.b", "https://c.d", "https://e.f"]),
      ("qwert", ["Café", "Bar", "Inn"]), ("lat", ["1", "2", "3"]),
    ])
    #expect(table.isNameGuessed && table.column(.name) == 2)
    #expect(table.told.neutralised.contains("guessed"))
  }

  /// What is there comes before to whom it belongs, and both before the town. A column that is often empty, or whose
  /// values repeat, comes later.
  @Test(arguments: [
    ("City,Store", "Store"), ("Provider City,Provider Name", "Provider Name"), ("Ort,Filiale", "Filiale"),
    ("City,Company", "Company"), ("Town,Operator", "Operator"), ("City,Country Name", "City"),
    ("City,State Name", "City"),
    ("City,Owner Name,School", "School"), ("住所,施設名", "施設名"), ("first_name,Library,City", "Library"),
    ("City,Mayor Name", "Mayor Name"), ("UNITID,INSTNM,ADDR,CITY,CHFNM,CHFTITLE", "INSTNM"),
    ("LEAID,LEA_NAME,NCESSCH,SCH_NAME", "SCH_NAME"), ("LEAID,LEA_NAME,LCITY,CITY", "LEA_NAME"),
  ])
  func namesOfThingsComeFirst(columns: String, name: String) {
    let names = columns.split(separator: ",").map(String.init)
    let table = roles(
      names.map { column in (column, ["a", "b", "c"].map { "\(column) \($0)" }) }
        + [("lat", ["1", "2", "3"]), ("lon", ["1", "2", "3"])])
    #expect(table.column(.name).map { names[$0] } == name)
  }

  /// Beside the names of people, a title is theirs, if there is another name. The controls are titles of things.
  @Test(
    arguments: [
      ("Title,First Name,Last Name,Clinic Name", ["Dr", "Mr", "Dr"], "Clinic Name"),
      ("title,Surname,Practice", ["Dr", "Mrs", "Prof. Dr. med."], "title"),
      ("Clinic,Title,surname", ["Dr", "Dr", "Dr"], "Clinic"),
      ("Title,First Name,Last Name", ["Dr", "Mr", "Dr"], "Title"), ("Title,Clinic Name", ["Dr", "Mr", "Dr"], "Title"),
      ("Title,First Name,Museum Name", ["The old mill by the river", "Two", "Three"], "Title"),
      ("Title,First Name,Museum", ["One", "Two", "Three", "Four", "Five", "Six"], "Title"),
      ("Name,Title,First Name,Clinic Name", ["Dr", "Mr", "Dr"], "Name"),
    ])
  func titlesOfPeopleAreNoNames(columns: String, titles: [String], name: String) {
    let names = columns.split(separator: ",").map(String.init)
    let position = ["lat", "lon"].map { ($0, titles.indices.map(String.init)) }
    let table = roles(
      names.map { column in
        (
          column,
          column.lowercased() == "title"
            ? titles : titles.indices.map { "\(column) \("ABCDEFGH".dropFirst($0).prefix(1))" }
        )
      } + position, rows: titles.count)
    #expect(table.column(.name).map { names[$0] } == name)
  }

  @Test func namesAreRatherFullAndDifferent() {
    let position = [("lat", (1...8).map(String.init)), ("lon", (1...8).map(String.init))]
    let letters = "ABCDEFGH".map(String.init)
    let optional = roles([("Anzeigename", ["x"]), ("Betreiber", letters)] + position, rows: 8)
    #expect(optional.column(.name) == 1)
    let repeated = roles([("qwert", letters), ("City", Array(repeating: "Boston", count: 8))] + position, rows: 8)
    #expect(repeated.column(.name) == 0 && repeated.isNameGuessed)
    let remarks = roles([("Remarks", letters), ("City", Array(repeating: "Boston", count: 8))] + position, rows: 8)
    #expect(remarks.column(.name) == 1)
    let towns = roles([("qwert", letters), ("City", letters)] + position, rows: 8)
    #expect(towns.column(.name) == 1 && !towns.isNameGuessed)
  }

  /// Places of a table without names are called after their lines, which is told.
  @Test func aTableOfPositionsNeedsNoNames() throws {
    let dataset = try openDataset(at: try folder.file("grid.csv", "u,lat,lon\n1,48,11\n2,49,12\n3,,\n"), named: "x")
    #expect((0..<dataset.count).map { dataset.place($0).name.text } == ["line 2", "line 3"])
    #expect(dataset.about.skipped == 1)
    #expect(dataset.about.problems.first?.neutralised.contains("2 places have no name") == true)
  }

  @Test func aColumnThatOnlyLooksLikeAnIDLeavesNothingOut() throws {
    let rows = (1...150).map { "\($0 > 120 ? 1 : $0),Place \($0)" }.joined(separator: "\n")
    let dataset = try openDataset(at: try folder.file("ids.csv", "uuid,name\n\(rows)\n"), named: "x")
    #expect(dataset.count == 150 && dataset.about.skipped == 0)
    let named = try openDataset(at: try folder.file("named.csv", "id,name\n\(rows)\n"), named: "x")
    #expect(named.count == 150 && named.about.skipped == 0)
    #expect(named.columnNames.contains(Untrusted("id_2")) && named.place(0).attributes.map(\.value.text) == ["1"])
  }

  @Test(arguments: [("5333611.5,691875.2", true), ("99,11.5", false), ("95,200", false)])
  func metresAreNamed(position: String, isNamed: Bool) throws {
    let dataset = try openDataset(at: try folder.file("a.csv", "name,y,x\nA,\(position)\n"), named: "x")
    #expect(dataset.count == 1 && dataset.about.unplaced == 1 && dataset.place(0).coordinate == nil)
    #expect(dataset.about.problems.contains { $0.neutralised.contains("metres of a map projection") } == isNamed)
  }

  @Test func placesWithoutAPositionAreKeptAndCounted() throws {
    let text = "Bezeichnung;Breite;Länge\nA;48,5;11,5\nB;;\nC;k;\nD;N/A;-\nE;48°30'N;11°30'E\n"
    let dataset = try openDataset(at: try folder.file("orte.csv", text), named: "x")
    #expect(dataset.count == 5 && dataset.about.withoutPosition == 3 && dataset.about.skipped == 0)
    #expect(dataset.place(0).coordinate == Coordinate(latitude: 48.5, longitude: 11.5))
    #expect(dataset.place(4).coordinate == Coordinate(latitude: 48.5, longitude: 11.5))
  }

  @Test(arguments: [
    #"[{"label":"A","geo_point_2d":{"lon":11.5,"lat":48.5}}]"#,
    #"[{"label":"A","location":{"type":"Point","coordinates":[11.5,48.5]}}]"#,
    #"[{"label":"A","the_geom":"POINT(11.5 48.5)"}]"#,
    #"{"Station Name":"A","position_lat":48.5,"position_long":11.5}"#,
  ])
  func keysOfJSONAreUnderstoodAsWell(text: String) throws {
    let dataset = try openDataset(at: try folder.file("records.json", text), named: "x")
    #expect(dataset.place(0).name.text == "A")
    #expect(dataset.place(0).coordinate == Coordinate(latitude: 48.5, longitude: 11.5))
  }

  @Test func propertiesOfGeoJSONAreUnderstoodAsWell() throws {
    let text = #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[11.5,48.5]},
       "properties":{"OBJECTID":7,"FACILITY_NAME":"A","FACILITY_TYPE":"Park","X":4.1,"Y":5}}]}
      """#
    let place = try openDataset(at: try folder.file("a.geojson", text), named: "x").place(0)
    #expect(place.name.text == "A" && place.categories.map(\.text) == ["Park"])
    #expect(place.coordinate == Coordinate(latitude: 48.5, longitude: 11.5))
  }

  /// Lines above the table that say what separates its cells, or are a title.
  @Test(arguments: [
    ("sep=;\nname;lat;lon\nA;1,0;2,0\nB;x;\n", "line 4: "), ("sep=|\r\nname|lat|lon\r\nA|1|2\r\nB|x|\r\n", "line 4: "),
    (
      "Report of the city;;\n;;\nname;lat;lon\nA;1;2\nB;x;\n",
      "left out what is above the table, such as \"Report of the city"
    ),
    ("# a comment\nname,lat,lon\nA,1,2\nB,x,\n", "left out what is above the table, such as \"# a comment\""),
    ("sep=;\n\"A title;\nof two lines\";;\nname;lat;lon\nA;1;2\nB;x;\n", "left out what is above the table, such as "),
    ("name^lat^lon\nA^1^2\nB^x^\n", "line 3: "), ("\r\n\nname;lat;lon\nA;1;2\nB;x;\n", "line 5: "),
    ("Report of the city\r\n\r\nname;lat;lon\r\nA;1;2\r\nB;x;\r\n", "left out what is above the table, such as "),
    ("Report of the city;;;\n\n;;\nname;lat;lon\nA;1;2\nB;x;\n", "left out what is above the table, such as "),
  ])
  func linesAboveTheTableAreLeftOut(text: String, problem: String) throws {
    let path = try folder.file("a.csv", text)
    let dataset = try openDataset(at: path, named: "x")
    #expect(dataset.count == 2 && dataset.about.skipped == 0)
    #expect(dataset.place(0).coordinate == Coordinate(latitude: 1, longitude: 2))
    #expect(
      dataset.about.problems.first?.neutralised.hasPrefix(problem) == true,
      "\(dataset.about.problems.map(\.neutralised))")
    let rows = try RowFile(path: path, RowColumns(needsPosition: true), Cancellation())
    #expect(rows.columns.map(\.text) == ["name", "lat", "lon"])
    #expect(
      try rows.next(Cancellation())?.rows.map(\.position.coordinate).first == Coordinate(latitude: 1, longitude: 2))
  }

  /// As the water data of the United States come: comments, and a row with the widths of the columns.
  @Test func longCommentsAboveTheTableAreLeftOut() throws {
    let comments = (1...40).map { "# line \($0), of a comment\twith a tab" }.joined(separator: "\r\n")
    let text =
      "#\r\n\(comments)\r\n#\r\nagency_cd\tsite_no\tstation_nm\tlat_va\tlong_va\tdec_lat_va\tdec_long_va\r\n"
      + "5s\t15s\t50s\t16s\t16s\t16s\t16s\r\n"
      + "USGS\t01646500\tPOTOMAC RIVER NEAR WASH, DC\t385659.2\t0770739.5\t38.94977778\t-77.12763889\r\n"
      + "USGS\t01646502\tPOTOMAC RIVER (ADJUSTED)\t385659\t0770739\t38.9497\t-77.1276\r\n"
    let dataset = try openDataset(at: folder.file("sites.rdb", text), named: "x")
    let place = dataset.place(dataset.count - 2)
    #expect(place.name.text == "POTOMAC RIVER NEAR WASH, DC")
    #expect(place.coordinate == Coordinate(latitude: 38.94977778, longitude: -77.12763889))
    #expect(dataset.about.columns?.neutralised.contains("position: dec_lat_va, dec_long_va") == true)
  }

  /// A header may begin with the sign too.
  @Test(arguments: ["#name\tlat\tlon\nA\t1\t2\n", "# name,lat,lon\nA,1,2\n", "# a comment\n# name,lat,lon\nA,1,2\n"])
  func namesOfColumnsMayFollowTheSignOfComments(text: String) throws {
    let dataset = try openDataset(at: folder.file("a.csv", text), named: "x")
    #expect(dataset.count == 1 && dataset.place(0).coordinate == Coordinate(latitude: 1, longitude: 2))
  }

  @Test(arguments: ["LATITUDE,LONGITUDE", "lat,lon"])
  func emptyColumnsGiveWayToWholePositions(columns: String) throws {
    let path = try folder.file("a.csv", "name,\(columns),WKT\nA,,,POINT (2 1)\n")
    #expect(try openDataset(at: path, named: "x").place(0).coordinate == Coordinate(latitude: 1, longitude: 2))
  }

  /// Names with commas below a column of names.
  @Test(arguments: [
    ("name\n\"Munich, Germany\"\nParis\n", 2), ("name\nA;B;C\nParis\n", 2), ("name,,\nA,1,2\n", 1),
    ("Ort\nBerlin\nRom\n", 2), ("\u{FEFF}sep=;\nname;position\nA;1 2\n", 1),
    ("\u{FEFF}SEP=,\nname,lat,lon\nA,1,2\n", 1),
  ])
  func otherTablesHaveNoTitle(text: String, count: Int) throws {
    let dataset = try openDataset(at: try folder.file("a.csv", text), named: "x")
    #expect(dataset.count == count && dataset.about.warnings == 0 && dataset.about.skipped == 0)
  }

  @Test(arguments: [
    ("a,b|name|lat|lon\nx|A|1|2\ny|B|1|2\n", 2), ("name;lat (y, north);lon\nA;1;2\nB;1;2\n", 2),
    ("name|lat|lon\nA|1|2\n", 1),
    ("name,a;b,lat,lon\nA,;,1,2\n", 1),
  ])
  func theDelimiterIsGuessedByTheFirstRows(text: String, count: Int) throws {
    let dataset = try openDataset(at: try folder.file("a.csv", text), named: "x")
    #expect(dataset.count == count && dataset.about.skipped == 0)
    #expect(dataset.place(0).coordinate == Coordinate(latitude: 1, longitude: 2))
  }

  private static let lines = String(repeating: #"{"name":"A","type":"x"}"# + "\n", count: 200)

  /// The categories of the first two and of the last place, and which column is not the category.
  @Test(arguments: [
    ("name,amenity,type\nA,cafe,node\nB,,way\n", ["cafe", "Default", "Default"], "type"),
    ("name,type,amenity\nA,node,cafe\nB,way,\n", ["cafe", "Default", "Default"], "type"),
    ("name,type,Category\nA,x,park\nB,y,\n", ["park", "Default", "Default"], "type"),
    ("name,category,type\nA,,park\nB,,x\n", ["park", "x", "x"], "category"),
    ("name,Type,type\nA,x,y\nB,y,z\n", ["x", "y", "y"], "type"),
    ("name,amenity,type\nA,cafe,x\nB,,y\nC,,z\n", ["x", "y", "z"], "amenity"),
    (#"[{"name":"A","type":"x","amenity":"cafe"},{"name":"B","type":"y"}]"#, ["cafe", "Default", "Default"], "type"),
    (#"[{"name":"A","type":"x"},{"name":"B","amenity":"cafe"}]"#, ["x", "cafe", "cafe"], "category"),
    (lines + #"{"name":"B","amenity":"cafe"}"#, ["x", "x", "Default"], "amenity"),
  ])
  func oneColumnIsTheCategory(text: String, categories: [String], other: String) throws {
    let dataset = try openDataset(at: try folder.file("a.txt", text), named: "x")
    let found = [0, 1, dataset.count - 1].map { dataset.place($0).categories.map(\.text).joined() }
    #expect(found == categories)
    let isEmpty = dataset.columnName(for: Untrusted(other)) == nil
    #expect(isEmpty || dataset.columnName(for: Untrusted(other)) == Untrusted(other))
  }
}
