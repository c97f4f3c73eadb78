import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Files of generic records, as people have them, and other files.
@Suite struct DatasetFileTests {
  /// The dataset read from a file of this content.
  private func open(_ content: String, _ ending: String = "json", as format: ImportFormat? = nil) throws -> Dataset {
    try open(Array(content.utf8), ending, as: format)
  }

  private func open(_ content: [UInt8], _ ending: String = "json", as format: ImportFormat? = nil) throws -> Dataset {
    let file = FileManager.default.temporaryDirectory.appending(path: "gaz-\(UUID().uuidString).\(ending)")
    try Data(content).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try openDataset(at: file.path, named: "test", as: format)
  }

  private static let city =
    #"{"country":"UA","name":"Hurzuf","_id":707860,"coord":{"lon":34.283333,"lat":44.549999}}"#

  @Test(arguments: [
    "[\(city)]", city, "{\"results\":[\(city)],\"count\":1}", "\(city)\n\(city.replacing("60", with: "61"))\n",
  ])
  func theCityFormIsRead(content: String) throws {
    let dataset = try open(content)
    let place = dataset.place(0)
    #expect(place.id == PlaceID(dataset: "test", id: .number(707_860)))
    #expect(place.name == Untrusted("Hurzuf"))
    #expect(place.region.countryName == Untrusted("Ukraine"))
    #expect(place.coordinate == Coordinate(latitude: 44.549999, longitude: 34.283333))
    #expect(place.categories == [Untrusted("Default")])
    #expect(place.attributes.isEmpty)
  }

  @Test func keysAreGuessedAndTheOthersKept() throws {
    let dataset = try open(
      #"""
      [{"stop_id":"7","Title":"Hoboken","LAT":"40.73","lng":-74.03,"alternateNames":["Hobo",""],"cc":"US","state":"NJ",
      "admin1_name":"New Jersey","pop":"60419","tz":"America/New_York","amenity":"station","zone":3,"tags":{"a":[1]}},
      {"name":"Bare","id":8,"alternates":"One;Two, too","categories":["bar","cafe"],"population":-3}]
      """#)
    let (hoboken, bare) = (dataset.place(0), dataset.place(1))
    #expect(hoboken.id.id == .text("7"))
    #expect(hoboken.alternates == [Untrusted("Hobo")])
    #expect(hoboken.region.admin1 == Untrusted("NJ") && hoboken.region.admin1Name == Untrusted("New Jersey"))
    #expect(hoboken.population == 60_419 && hoboken.timeZone == Untrusted("America/New_York"))
    #expect(hoboken.categories == [Untrusted("station")])
    #expect(hoboken.attributes.map(\.key) == [Untrusted("zone"), Untrusted("tags")])
    #expect(hoboken.attributes.map(\.value) == [Untrusted("3"), Untrusted(#"{"a":[1]}"#)])
    #expect(bare.alternates == [Untrusted("One"), Untrusted("Two, too")])
    #expect(bare.categories == [Untrusted("bar"), Untrusted("cafe")])
    #expect(bare.coordinate == nil && bare.population == 0)
  }

  @Test(arguments: [("csv", ","), ("tsv", "\t")])
  func tablesAreRead(ending: String, separator: String) throws {
    let rows = [
      ["stop_id", "stop_name", "stop_lat", "stop_lon", "zone"], ["1", "30TH ST.", "39.95", "-75.18", "5"],
      ["007", "\"Łódź \"\"F\"\"\"", "", "", ""], ["3", "x", "north", "1", "2"],
    ]
    let text = rows.map { $0.joined(separator: separator) }.joined(separator: "\r\n")
    let dataset = try open(text, ending)
    #expect(dataset.count == 3)
    #expect(dataset.place(0).id.id == .number(1) && dataset.place(1).id.id == .text("007"))
    #expect(dataset.place(0).coordinate == Coordinate(latitude: 39.95, longitude: -75.18))
    #expect(dataset.place(0).attributes.map(\.value) == [Untrusted("5")])
    #expect(dataset.place(1).name == Untrusted("Łódź \"F\"") && dataset.place(1).coordinate == nil)
    #expect(dataset.place(2).coordinate == nil)
    #expect(dataset.place(2).attributes.map(\.value.text) == ["north", "2"])
    #expect(dataset.about.skipped == 0 && dataset.about.unplaced == 1 && dataset.about.withoutPosition == 2)
    #expect(
      dataset.about.problems.map(\.neutralised) == [
        "line 4: kept without its position, which is not a number: \"north\""
      ])
  }

  @Test func errorsQuoteOnlyAShortPartOfTheFile() throws {
    let long = String(repeating: "i", count: 1 << 20)
    let others = (1...10).map { "{\"name\":\"a\",\"id\":\"\($0)\"}," }.joined()
    let dataset = try open("[\(others){\"name\":\"a\",\"id\":\"\(long)\"},{\"name\":\"b\",\"id\":\"\(long)\"}]")
    #expect(try #require(dataset.about.problems.first).neutralised.utf8.count < 200)
    let thrown = try #require(throws: ImportError.self) { try open("\(long),\(long)\n1,2", "csv") }
    #expect(thrown.reason.neutralised.utf8.count < 300)
  }

  @Test func badRowsAreCountedWithTheirLines() throws {
    let dataset = try open(
      """
      [{"name":"a","id":1},
       {"name":"b","id":1},
       {"name":"","id":2}, 5,
       {"name":"c","lat":true,"lon":1},
       {"name":"d","lat":91,"lon":200}]
      """)
    #expect(dataset.count == 4)
    #expect(dataset.place(2).coordinate == nil && dataset.place(3).coordinate == nil)
    #expect(dataset.about.skipped == 2 && dataset.about.unplaced == 2)
    #expect(
      dataset.about.problems.map(\.neutralised) == [
        "id is no id, because its values repeat: it is a column like the others", "line 3: no name",
        "line 3: not a record",
        "line 4: kept without its position, which is not a number: \"true\"",
        "line 5: kept without its position 91.0,200.0, which is not on the globe",
      ])
  }

  @Test func anImpossiblePositionIsCountedAndReported() throws {
    let dataset = try open("name,lat,lon\nfine,1,2\nswapped,140.5,35\nodd,95,200\nnone,,\n", "csv")
    #expect(dataset.count == 4)
    #expect(dataset.about.skipped == 0 && dataset.about.unplaced == 2)
    #expect(
      dataset.about.problems.map(\.neutralised) == [
        "line 3: kept without its position 140.5,35.0, which is not on the globe; latitude and longitude look swapped",
        "line 4: kept without its position 95.0,200.0, which is not on the globe",
      ])
    #expect((1..<4).allSatisfy { dataset.place($0).coordinate == nil })
  }

  @Test func semicolonsSeparateWhereNoCommaDoes() throws {
    let dataset = try open("name;lat;lon\n\"a;b\";1.5;2\n", "csv")
    #expect(dataset.place(0).name == Untrusted("a;b"))
    #expect(dataset.place(0).coordinate == Coordinate(latitude: 1.5, longitude: 2))
  }

  @Test func aBadLineOfJSONLinesIsCounted() throws {
    let dataset = try open("{\"name\":\"a\"}\n\n{\"name\":\n{\"name\":\"b\"} x\n{\"name\":\"c\"}")
    #expect((0..<dataset.count).map { dataset.place($0).name } == [Untrusted("a"), Untrusted("c")])
    #expect(dataset.about.skipped == 2)
  }

  @Test(
    arguments: [
      ("", "json", .empty),
      ("[]", "json", .noRecords(.json)),
      (" \n\r\n\t", "json", .empty),
      ("a,b\n", "csv", .noNameColumn(.csv, [Untrusted("a"), Untrusted("b")])),
      ("name,lat\n", "csv", .noRecords(.csv)),
      ("[{\"name\":\"a\"},{\"name\":\n", "json", .malformed(.json, line: 2, column: 1, reason: "")),
      ("[{\"width\":5}]", "json", .noNameColumn(.json, [Untrusted("width")])),
      ("name\n\"a\nb", "csv", .malformed(.csv, line: 2, column: 1, reason: "")),
      ("{\"0\":{\"lastModified\":\"x\"}}", "json", .noRecords(.campus)),
    ] as [(String, String, ImportError)])
  func aFileThatIsNoDatasetIsRefused(content: String, ending: String, error: ImportError) throws {
    let thrown = try #require(throws: ImportError.self) { try open(content, ending) }
    switch (thrown, error) {
    case (.malformed(let format, let line, let column, _), .malformed(let other, let otherLine, let otherColumn, _)):
      #expect((format, line, column) == (other, otherLine, otherColumn))
    default: #expect(thrown.reason.neutralised == error.reason.neutralised)
    }
  }

  @Test(
    arguments: [
      ([0x5B, 0x00, 0x5D, 0x00], .utf16),
      ([0x00, 0x5B, 0x00, 0x5D], .utf16), (Array("[\n\"".utf8) + [0xE9, 0x22, 0x5D], .notUTF8(line: 2)),
    ] as [([UInt8], ImportError)])
  func otherEncodingsAreNamed(content: [UInt8], error: ImportError) {
    #expect(throws: error) { try open(content) }
  }

  @Test func aDamagedArchiveIsNamed() {
    #expect(throws: ImportError.archive(.damaged("the list of its files is missing"))) {
      try open([0x50, 0x4B, 0x03, 0x04, 0x14, 0x00])
    }
    #expect(throws: ImportError.archive(.damaged("it ends too early"))) {
      try open([0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00])
    }
  }

  @Test func anUnreadableFileIsReported() throws {
    let folder = try TemporaryFolder()
    #expect(throws: ImportError.missing) { try openDataset(at: "/nonexistent/x.json", named: "x") }
    #expect(throws: ImportError.isDirectory) { try openDataset(at: folder.path, named: "x") }
    // It has no end: reading it would use all memory.
    #expect(throws: ImportError.notAFile) { try openDataset(at: "/dev/zero", named: "x") }
  }

  @Test func aPipeIsReadToItsEnd() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    Thread.detachNewThread {
      guard let end = FileHandle(forWritingAtPath: pipe) else { return }
      for row in 0..<20_000 { try? end.write(contentsOf: Data("{\"name\":\"n\(row)\",\"id\":\(row)}\n".utf8)) }
      try? end.close()
    }
    #expect(try openDataset(at: pipe, named: "x").count == 20_000)
  }

  @Test func readingAPipeWithoutAWriterCanBeCancelled() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let cancellation = CountedCancellation(afterPolls: 3).cancellation
    #expect(throws: ImportError.cancelled) { try openDataset(at: pipe, named: "x", cancellation: cancellation) }
  }

  @Test func aCancelledOpeningStops() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let file = FileManager.default.temporaryDirectory.appending(path: "gaz-\(UUID().uuidString).json")
    try Data("[{\"name\":\"a\"}]".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(throws: ImportError.cancelled) {
      try openDataset(at: file.path, named: "x", cancellation: cancellation)
    }
  }

  /// The real list of cities, opened once.
  private static let cities = Result {
    try openDataset(at: SharedData.url("data/cities/cities.json").path, named: "cities")
  }

  @Test(.enabled(if: SharedData.has("data/cities"), SharedData.absent))
  func realFilesAreReadWhole() throws {
    let cities = try Self.cities.get()
    #expect(cities.count == 209_557 && cities.about.skipped == 0)
    for (file, format) in [("NJTransitData.csv", "csv"), ("RailStop.json", "json")] {
      let stations = try openDataset(at: SharedData.url("data/stations/\(file)").path, named: "s")
      #expect(stations.count == 230 && stations.about.skipped == 0 && stations.about.format == format)
      #expect(stations.place(0).coordinate == Coordinate(latitude: 39.956565, longitude: -75.182327))
    }
  }

  /// The totals of the plain filter and of search.
  @Test(.enabled(if: SharedData.has("data/cities"), SharedData.absent))
  func citiesGiveTheTotalsThatAScanGives() throws {
    let cities = try Self.cities.get()
    let expected = [
      ("al", true, 3120), ("alb", true, 414), ("s", true, 24_478), ("san", true, 4333), ("us", true, 20_166),
      ("cebu", true, 2), ("xx", true, 0), ("alabama", true, 1), ("zurich", false, 6), ("alabamaaaa", false, 0),
    ]
    for (text, prefixOnly, total) in expected {
      var query = Query(Untrusted(text))
      query.prefixOnly = prefixOnly
      #expect(try Catalog([cities]).search(query, limit: 0).total == total, "\(text)")
    }
  }
}
