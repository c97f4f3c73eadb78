import Foundation
import Testing

@testable import GazetteerIndex
@testable import GazetteerServices

/// Compressed files and archives.
struct ArchiveTests {
  private static let folder = TestMachine.transcripts + "/data/import/"

  private static func names(_ file: String) throws -> [String] {
    let dataset = try openDataset(at: folder + file, named: "x")
    return (0..<dataset.count).map { dataset.place($0).name.text }
  }

  @Test(arguments: [
    ("organic.kmz", ["cafe eins", "Along the river"]), ("stored.kmz", ["cafe eins", "Along the river"]),
    ("osmand.osf", ["Café Eins", "Museum", "waypoint 3", "Off the globe"]),
    ("osmand.gpx.gz", ["Café Eins", "Museum", "waypoint 3", "Off the globe"]), ("feed.zip", ["Main Station"]),
  ])
  func theFileOfPlacesIsFound(file: String, names: [String]) throws { #expect(try Self.names(file) == names) }

  @Test func theAgenciesAreReadFromTheArchive() throws {
    let feed = try openDataset(at: Self.folder + "feed.zip", named: "x")
    #expect(feed.about.attribution == Untrusted("Acme") && feed.place(0).timeZone == Untrusted("Europe/Berlin"))
  }

  @Test(
    arguments: [
      ("bomb.csv.gz", .bomb), ("bomb.zip", .bomb), ("nested.zip", .nested),
      ("locked.zip", .encrypted(Untrusted("a.csv"))),
      ("several.zip", .several([Untrusted("a.csv"), Untrusted("b.csv")])),
      ("nothing.zip", .nothingReadable([Untrusted("read.me")])),
    ] as [(String, ArchiveError)])
  func whatCannotBeUnpackedIsReported(file: String, error: ArchiveError) {
    #expect(throws: ImportError.archive(error)) { try Self.names(file) }
  }

  private static func gpx(_ waypoints: String) -> String { "<gpx>\n" + waypoints + "</gpx>" }
  private static let zoo = gpx("<wpt lat='1' lon='2'><name>Zoo</name><type>Berlin</type></wpt>")
  private static let lake = gpx("<wpt lat='3' lon='4'><name>Lake</name></wpt>\n<wpt><name>Nowhere</name></wpt>\n<trk/>")
  private static let camp = "<kml><Placemark><name>Camp</name></Placemark></kml>"
  private static let items = "{\"version\":1,\"items\":[{\"type\":\"FAVOURITES\",\"file\":\"favourites.gpx\"}]}"

  private static func imported(_ files: KeyValuePairs<String, String>) throws -> ImportedFile {
    let folder = try TemporaryFolder()
    return try readFavorites(at: folder.file("a.osf", StoredZip.bytes(files)))
  }

  @Test func tablesCountOnlyWhereThereIsNoGPXOrKML() throws {
    let files: KeyValuePairs = ["items.json": Self.items, "favourites.gpx": Self.zoo, "general_settings.json": "{}"]
    let file = try Self.imported(files)
    #expect(
      file.favorites.map(\.values.place.name.text) == ["Zoo"] && file.favorites[0].position.neutralised == "line 2")
    let folder = try TemporaryFolder()
    #expect(try openDataset(at: folder.file("a.osf", StoredZip.bytes(files)), named: "x").count == 1)
  }

  @Test(
    arguments: [
      (["a.csv": "name\nX", "b.gpkg": "?", "__MACOSX/b.gpkg": "?", "notes.txt": "?"], "a.csv", "b.gpkg"),
      (["a.csv": "name\nX", "b/a.shp": "?", "b/a.dbf": "?", "a.osm": "?"], "a.csv", "b/a.shp, a.osm"),
      (["doc.kml": camp, "part.kml": camp, "a.geojson": "?"], "doc.kml", "part.kml, a.geojson"),
      (["doc.kml": camp, "icon.png": "?", "items.json": "?"], "doc.kml", nil),
      (["a.gpx": zoo, "b.kml": camp], "b.kml", "a.gpx"),
      (["a.csv": "name\nX", "README.md": "?"], "a.csv", nil),
    ] as [(KeyValuePairs<String, String>, String, String?)])
  func filesOfPlacesThatAreNotReadAreTold(files: KeyValuePairs<String, String>, read: String, others: String?) throws {
    let folder = try TemporaryFolder()
    let dataset = try openDataset(at: folder.file("a.zip", StoredZip.bytes(files)), named: "x")
    #expect(
      dataset.about.problems.map(\.neutralised)
        == (others.map { ["only \(read) of the archive was read; it also has \($0)"] } ?? []))
  }

  @Test func allGPXAndKMLOfAnArchiveAreReadTogether() throws {
    let file = try Self.imported([
      "items.json": Self.items, "favorites/favorites-Berlin.gpx": Self.zoo, "favorites/favorites-Other.gpx": Self.lake,
      "a.csv": "name\nX", "doc.kml": Self.camp, "none.gpx": Self.gpx(""), "way.gpx": Self.gpx("<rte/>"),
      "__MACOSX/way.gpx": "?",
    ])
    #expect(file.favorites.map(\.values.place.name.text) == ["Zoo", "Lake", "Camp"])
    #expect(file.favorites.map { $0.values.lists.map(\.text) } == [["Berlin"], [], []] && file.skipped == 1)
    #expect(file.favorites[1].position.neutralised == "favorites/favorites-Other.gpx, line 2")
    #expect(file.problems.map(\.neutralised) == ["favorites/favorites-Other.gpx, line 3: no position"])
    #expect(file.others?.neutralised == "1 track in favorites/favorites-Other.gpx, 1 route in way.gpx")
    #expect(file.remarks.first?.neutralised == "the archive also has a.csv, which was not read")
    #expect(file.odd > 0)
  }

  @Test func oneDamagedFileOfSeveralIsNamedAndNoneIsRead() throws {
    let error = #expect(throws: ImportError.self) {
      try Self.imported(["a.gpx": Self.zoo, "b.gpx": "<gpx><wpt></gpx>"])
    }
    #expect(error?.reason.neutralised == "\"b.gpx\" in it: not GPX: line 1, column 13: mismatched tag")
    let none = #expect(throws: ImportError.self) {
      try Self.imported(["a.gpx": Self.gpx("<rte/>"), "b.gpx": Self.gpx("")])
    }
    #expect(
      none?.reason.neutralised
        == "\"a.gpx\" in it: no places in it: it is GPX with 1 route, but no waypoints")
  }

  /// Each file is below the limit for one file, but all of them together are above it.
  @Test func theTotalSizeOfAnArchiveIsLimited() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.zip", StoredZip.bytes(["a.gpx": Self.zoo, "b.gpx": Self.zoo]))
    let file = try FileBytes(path: path, cancellation: Cancellation())
    let whole = 2 * Self.zoo.utf8.count
    #expect(try ImportedFile(archive: file, as: nil, Cancellation(), mostBytes: whole)?.favorites.count == 2)
    #expect(throws: ImportError.archive(.tooLarge)) {
      _ = try ImportedFile(archive: file, as: nil, Cancellation(), mostBytes: whole - 1)
    }
  }

  /// A text that grows less than a bomb when it is unpacked, but is large: here, more than a tenth of a megabyte.
  @Test func aLargeTextThatSwellsTooMuchIsRefused() throws {
    let packed = [UInt8](try Data(contentsOf: URL(filePath: Self.folder + "bomb.csv.gz")))
    var limits = Inflation.Limits.none
    (limits.ratioOfLarge, limits.largeBytes) = (25, 100_000)
    #expect(throws: ArchiveError.swollen) {
      try packed.withUnsafeBufferPointer { _ = try Inflation.inflated($0, .gzip, Cancellation(), limits: limits) }
    }
    limits.largeBytes = .max
    #expect(
      try packed.withUnsafeBufferPointer {
        try Inflation.inflated($0, .gzip, Cancellation(), limits: limits, enough: 1).count
      } < 1 << 20)
  }

  /// The control: without the limit, the bomb is unpacked.
  @Test func aBombIsUnpackedWhereNothingStopsIt() throws {
    let packed = [UInt8](try Data(contentsOf: URL(filePath: Self.folder + "bomb.csv.gz")))
    let size = try packed.withUnsafeBufferPointer {
      try Inflation.inflated($0, .gzip, Cancellation(), limits: .none).count
    }
    #expect(size == 8 << 20 + 5)
  }

  @Test func unpackingCanBeCancelled() throws {
    let packed = [UInt8](try Data(contentsOf: URL(filePath: Self.folder + "bomb.csv.gz")))
    #expect(throws: ArchiveError.cancelled) {
      try packed.withUnsafeBufferPointer {
        _ = try Inflation.inflated($0, .gzip, CountedCancellation(afterPolls: 2).cancellation, limits: .none)
      }
    }
  }

  /// Every file cut at every byte, and with every byte changed, is read as it was or refused.
  @Test(arguments: ["organic.kmz", "osmand.gpx.gz"]) func damageIsNoticed(file: String) throws {
    let whole = [UInt8](try Data(contentsOf: URL(filePath: Self.folder + file)))
    let text = try #require(Self.text(of: whole))
    var refused = 0
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0x5A
      for damaged in [Array(whole[..<index]), changed] {
        let read = Self.text(of: damaged)
        // With a damaged list, another file of the archive may be read. A file that is no archive is read unchanged.
        if read == nil { refused += 1 } else if read != text { #expect(Self.isHonest(read, damaged, whole)) }
      }
    }
    #expect(refused > whole.count)
  }

  private static func text(of bytes: [UInt8]) -> [UInt8]? {
    bytes.withUnsafeBufferPointer { content in
      if content.starts(with: [0x1F, 0x8B]) {
        return (try? Inflation.inflated(content, .gzip, Cancellation())).map { Array($0.slice) }
      }
      guard let archive = try? ZipArchive(content), let entry = archive.entries.last else { return nil }
      return (try? archive.bytes(of: entry, Cancellation())).map { Array($0.slice) }
    }
  }

  /// A checksum of 32 bits finds nearly all damage. If it does not, the rows read are a part of the original ones.
  private static func isHonest(_ read: [UInt8]?, _ damaged: [UInt8], _ whole: [UInt8]) -> Bool {
    guard let read, let text = text(of: whole) else { return false }
    return text.starts(with: read)
  }
}

extension Inflation.Limits {
  /// No limit: everything is unpacked.
  fileprivate static var none: Self {
    Self(ratio: .max, freeBytes: .max, ratioOfLarge: .max, largeBytes: .max, bytes: .max)
  }
}
