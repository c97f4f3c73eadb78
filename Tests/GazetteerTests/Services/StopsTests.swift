import GazetteerIndex
import Testing

@testable import GazetteerServices

/// E1: the stops of a GTFS feed.
@Suite struct StopsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let stops = """
    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_timezone,stop_url
    S1,"Penn, Station",40.75,-73.99,1,,,http://x
    7,Track 1,40.76,-73.98,,S1,America/Chicago,
    E,8th Avenue,40.77,-73.97,2,S1,,
    N,,,,3,S1,,
    B,,40.7,-74,4,7,,
    X,,40.7,-74,0,,,
    Y,Y,40.7,-74,9,gone,,
    Z,Z,40.7,-74,0,gone,,
    """

  private func open(_ path: String? = nil, as format: ImportFormat? = nil) throws -> Dataset {
    try openDataset(at: path ?? folder.path, named: "feed", as: format)
  }

  @Test(arguments: [true, false]) func aFolderOrItsStopsAreRead(isFolder: Bool) throws {
    let path = try folder.file("stops.txt", Self.stops)
    _ = try folder.file("agency.txt", "agency_timezone,agency_name\nAmerica/New_York,NJ TRANSIT\n,PATH\n")
    let feed = try open(isFolder ? nil : path)
    #expect(feed.about.format == "gtfs" && feed.about.attribution == Untrusted("NJ TRANSIT, PATH"))
    let places = (0..<feed.count).map(feed.place)
    #expect(places.map(\.name.text) == ["Penn, Station", "Track 1", "8th Avenue", "node N", "boarding area B", "Z"])
    #expect(
      places.map { $0.categories[0].text } == ["station", "platform", "entrance", "node", "boarding area", "stop"])
    #expect(
      places.map { $0.timeZone?.text }
        == ["NY", "Chicago", "NY", "NY", "NY", "NY"].map { "America/" + ($0 == "NY" ? "New_York" : $0) })
    #expect(places[1].id.id == .number(7) && places[1].coordinate == Coordinate(latitude: 40.76, longitude: -73.98))
    #expect(places[3].coordinate == nil)
    let parents = places.map { place in place.attributes.first { $0.key.text == "parent_station" }?.value.text }
    #expect(parents == [nil, "Penn, Station (S1)", "Penn, Station (S1)", "Penn, Station (S1)", "Track 1 (7)", "gone"])
    #expect(
      feed.about.problems.map(\.neutralised) == [
        "line 7: no name", "line 8: unknown location_type \"9\"",
      ])
  }

  @Test func thePublisherIsCreditedBeforeTheAgencies() throws {
    _ = try folder.file("stops.txt", Self.stops)
    _ = try folder.file("agency.txt", "agency_name\nNJ TRANSIT\n")
    _ = try folder.file("feed_info.txt", "feed_publisher_name,feed_publisher_url\nTransitland,https://t\n")
    #expect(try open().about.attribution == Untrusted("Transitland (https://t)"))
  }

  /// A server chooses the path of its address, which must not name files of this machine.
  @Test(arguments: [true, false]) func filesBesideAreReadOnlyInAFolder(isInFolder: Bool) throws {
    let path = try folder.file("stops.txt", Self.stops)
    _ = try folder.file("agency.txt", "agency_name\nNJ TRANSIT\n")
    let file =
      try isInFolder
      ? FileBytes(path: path, cancellation: Cancellation()) : FileBytes(Array(Self.stops.utf8))
    let text = try SourceText(file, path: path, cancellation: Cancellation())
    #expect((text.sibling("agency.txt") != nil) == isInFolder)
    let feed = try dataset(
      of: text, named: "feed", as: .gtfs, source: path, cancellation: Cancellation())
    #expect(feed.about.attribution == (isInFolder ? Untrusted("NJ TRANSIT") : nil))
  }

  @Test func aFeedNeedsItsStopsAlone() throws {
    let path = try folder.file("rail.csv", Self.stops)
    #expect(try open(path).about.format == "csv")
    #expect(try open(path, as: .gtfs).place(0).timeZone == nil)
    #expect(throws: ImportError.isDirectory) { try open() }
    #expect(throws: ImportError.noNameColumn(.gtfs, [Untrusted("name")])) {
      try open(try folder.file("stops.txt", "name\nx\n"), as: .gtfs)
    }
  }

  @Test(arguments: [
    ("a.csv", "stop_id,stop_name,stop_lat,stop_lon\n1,A,40,-74\n", "stop"),
    ("a.json", #"[{"stop_id": 1, "stop_name": "A", "stop_lat": 40, "stop_lon": -74}]"#, "stop"),
    ("a.csv", "stop_id,stop_name,category\n1,A,ferry\n", "ferry"), ("a.csv", "id,name\n1,A\n", "Default"),
    ("a.csv", "id,name,stop_name\n1,A,B\n", "Default"),
  ])
  func tablesWithNamesOfStopsAreStops(file: String, content: String, category: String) throws {
    #expect(try open(try folder.file(file, content)).place(0).categories == [Untrusted(category)])
  }

  @Test func longNamesAreNotRepeatedAtEveryStop() throws {
    let name = String(repeating: "n", count: 5000)
    _ = try folder.file("stops.txt", "stop_id,stop_name,parent_station\nS,\(name),\nT,t,S\n")
    #expect(try open().place(1).attributes.map(\.value.text) == ["S"])
  }
}
