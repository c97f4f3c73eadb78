import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Columns that are called like names and positions, but have few values, or values of another kind.
@Suite struct SparseColumnsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func dataset(_ header: String, _ rows: [String]) throws -> Dataset {
    try openDataset(at: try folder.file("t.csv", ([header] + rows).joined(separator: "\n") + "\n"), named: "t")
  }

  /// Places of which the first have no position: more than are looked at to guess what other columns mean.
  @Test(arguments: [
    ("name,coordinates", ",", "\"48.5, 11.5\""), ("name,the_geom", ",", "POINT (11.5 48.5)"),
    ("Name,POINT_Y,POINT_X", ",,", "48.5,11.5"), ("name,Location", ",", "\"48.5, 11.5\""),
    ("name,coordinates", ",n/a", "\"48.5, 11.5\""), ("name,the_geom", ",POINT EMPTY", "POINT (11.5 48.5)"),
  ])
  func thePositionsOfLaterRecordsAreKept(header: String, blank: String, position: String) throws {
    let count = 2 * ColumnSamples.mostRecords
    let rows = (0..<count).map { "Place \($0)" + blank } + ["Last,\(position)"]
    let dataset = try dataset(header, rows)
    #expect(dataset.count == count + 1 && dataset.countWithoutPosition == count)
    #expect(dataset.place(count).coordinate == Coordinate(latitude: 48.5, longitude: 11.5))
  }

  @Test func thePositionsOfLaterObjectsAreKept() throws {
    let first = Array(
      repeating: #"{"name":"A","coordinates":null,"place":{"n":1}}"#, count: 2 * ColumnSamples.mostRecords)
    for last in [#"{"lat":48.5,"lon":11.5}"#, #""48.5, 11.5""#] {
      let text = (first + ["{\"name\":\"Last\",\"coordinates\":\(last)}"]).joined(separator: "\n")
      let dataset = try openDataset(at: try folder.file("t.jsonl", text), named: "t")
      #expect(dataset.place(first.count).coordinate == Coordinate(latitude: 48.5, longitude: 11.5), "\(last)")
    }
  }

  /// Addresses as data portals write them: some have their position in the last line, others none. The control: texts of
  /// which none has a position are no positions (`textsAreNoPositions`).
  @Test(arguments: [1, 9, ColumnSamples.mostRecords + 1])
  func addressesWithAndWithoutPositions(first: Int) throws {
    func address(_ number: Int) -> String { "\(number) Main St\nNewark, NJ" }
    let rows =
      (0..<first).map { "A\($0),\"\(address($0))\"" } + [
        "B,\"\(address(first))\n(40.7, -74.1)\"", "C,\"(40.8, -74.2)\"",
      ]
    let dataset = try dataset("name,Location", rows)
    #expect(dataset.countWithoutPosition == first)
    #expect(dataset.place(first).coordinate == Coordinate(latitude: 40.7, longitude: -74.1))
    #expect(dataset.place(first + 1).coordinate == Coordinate(latitude: 40.8, longitude: -74.2))
    for number in 0...first { #expect(dataset.place(number).attributes.map(\.value.text) == [address(number)]) }
    #expect(dataset.place(first + 1).attributes.isEmpty)
  }

  /// What is no position stays as it is, however the first records look.
  @Test(arguments: [
    ("name,easting,northing", ",,", "530000,180000"), ("name,rating", ",-", "4.5/5.0"),
    ("name,size", ",n/a", "\"1.5, 2.5\""),
  ])
  func otherColumnsStayAsTheyAre(header: String, blank: String, value: String) throws {
    let dataset = try dataset(header, (0..<120).map { "Place \($0)" + blank } + ["Last,\(value)"])
    let last = dataset.place(120)
    #expect(last.coordinate == nil && last.attributes.count == header.split(separator: ",").count - 1)
  }

  @Test(arguments: ["n/a", "unknown", "N/A", "POINT EMPTY", "-"])
  func mostPositionsMayBeMissing(mark: String) throws {
    for (header, position) in [("name,coordinates", "\"48.5, 11.5\""), ("name,the_geom", "POINT (11.5 48.5)")] {
      let dataset = try dataset(header, ["A,\(position)"] + (0..<9).map { "B\($0),\(mark)" })
      #expect(dataset.count == 10 && dataset.countWithoutPosition == 9)
    }
  }

  @Test func aRegionBesideACountryIsOneOfIts() throws {
    let munich = try dataset("name,id,country,region,lat,lon", ["Munich,1,DE,Bavaria,48,11"]).place(0)
    #expect(munich.region.admin1Name.text == "Bavaria" && munich.attributes.isEmpty)
    let alone = try dataset("name,region,lat,lon", ["Office,EMEA,48,11"]).place(0)
    #expect(alone.region.admin1Name.isEmpty && alone.attributes.map(\.value.text) == ["EMEA"])
    let number = try dataset("name,country,region,lat,lon", ["Lyon,FR,84,45,4"]).place(0)
    #expect(number.region.admin1Name.isEmpty && number.attributes.map(\.value.text) == ["84"])
    let both = try dataset("name,country,State,region,lat,lon", ["Austin,US,Texas,South,30,-97"]).place(0)
    #expect(both.region.admin1.text == "Texas" && both.attributes.map(\.value.text) == ["South"])
  }

  /// The control: a column of texts is none of positions, whatever it is called.
  @Test func textsAreNoPositions() throws {
    let dataset = try dataset("name,location", (0..<9).map { "B\($0),Hall \($0)" })
    #expect(dataset.place(0).attributes.map(\.key.text) == ["location"])
  }

  @Test(
    arguments: ["FACILITY_NAME", "POI Name ", "Bezeichnung", "Nombre", "nom", "Station", "site_name", "name"],
    [["P10", "P11", "P12"], ["101", "102", "103"], ["K-9", "K-10", "K-11"]])
  func placesAreCalledAsTheirColumnSays(header: String, names: [String]) throws {
    let dataset = try dataset("\(header),LATITUDE,LONGITUDE", names.map { "\($0),48.5,11.5" })
    #expect(dataset.about.skipped == 0)
    #expect((0..<dataset.count).map { dataset.place($0).name.text } == names)
  }

  /// Numbers of something, and codes beside texts, are no names.
  @Test(arguments: [
    ("facility_name,station,lat,lon", "P10,North gate", "North gate"), ("commune,nombre,lat,lon", "Lyon,12", "Lyon"),
    ("ville,nombre_logements,lat,lon", "Lyon,12", "Lyon"), ("address,park,lat,lon", "1 Main St,0", "1 Main St"),
    ("address,distance_to_school,lat,lon", "1 Main St,350", "1 Main St"), ("poi_id,city,lat,lon", "77,Lyon", "Lyon"),
    ("station,address,lat,lon", ",1 Main St", "1 Main St"), ("nb_ecole,quartier,lat,lon", "3,Vaise", "Vaise"),
  ])
  func textsAreTakenBeforeCodes(header: String, row: String, name: String) throws {
    let dataset = try dataset(header, ["\(row),48.5,11.5"])
    #expect(dataset.place(0).name.text == name)
  }
}
