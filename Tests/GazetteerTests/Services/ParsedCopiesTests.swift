import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// Copies of datasets that take long to read.
@Suite struct ParsedCopiesTests {
  private let folder: TemporaryFolder
  private let copies: ParsedCopies

  init() throws {
    folder = try TemporaryFolder()
    copies = ParsedCopies(folder: folder.path + "/parsed")
  }

  private static let stops = """
    stop_id,stop_name,stop_lat,stop_lon,location_type
    1,Penn Station,40.75,-73.99,1
    2,Nowhere,99,0,0
    3,,1,1,0
    4,Hoboken,40.73,-74.02,7
    5,Café,40.1,-74.1,0

    """

  private func file(_ text: String = stops) throws -> String {
    try FileManager.default.createDirectory(atPath: folder.path + "/feed", withIntermediateDirectories: true)
    _ = try folder.file("feed/agency.txt", "agency_name,agency_timezone\nNJ\u{7} TRANSIT,America/New_York\n")
    return try folder.file("feed/stops.txt", text)
  }

  private func origin(_ path: String, as format: ImportFormat? = nil) throws -> ParsedCopies.Origin {
    try #require(ParsedCopies.Origin(path, as: format))
  }

  @Test func aCopyIsTheSameDataset() throws {
    let path = try file()
    let dataset = try openDataset(at: path, named: "feed")
    #expect(dataset.about.problems.count == 3)
    copies.save(dataset, of: try origin(path))
    let copy = try #require(copies.dataset(of: try origin(path), named: "other"))
    #expect(copy.name == "other")
    #expect((0..<copy.count).map { copy.place($0).name } == (0..<dataset.count).map { dataset.place($0).name })
    #expect(
      (0..<copy.count).map { copy.place($0).attributes } == (0..<dataset.count).map { dataset.place($0).attributes })
    var (left, right) = (copy.about, dataset.about)
    #expect(left.problems.map(\.neutralised) == right.problems.map(\.neutralised))
    (left.problems, right.problems) = ([], [])
    (left.source, right.source) = (nil, nil)
    #expect(left == right)
    let query = Query(Untrusted("cafe"))
    #expect(try Catalog([copy]).search(query, limit: 9).hits.count == 1)
    // The folder of the feed is the same file.
    #expect(copies.dataset(of: try origin(folder.path + "/feed"), named: "x") != nil)
    // Another format is another dataset.
    #expect(copies.dataset(of: try origin(path, as: .csv), named: "x") == nil)
  }

  @Test func aChangedFileIsReadAgain() throws {
    let path = try file()
    copies.save(try openDataset(at: path, named: "feed"), of: try origin(path))
    let before = try origin(path)
    // In place, with the same size.
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.seek(toOffset: 60)
    try handle.write(contentsOf: Data("X".utf8))
    try handle.close()
    #expect(try origin(path) != before)
    #expect(copies.dataset(of: try origin(path), named: "x") == nil)
    // So does a change next to the stops.
    copies.save(try openDataset(at: path, named: "feed"), of: try origin(path))
    #expect(copies.dataset(of: try origin(path), named: "x") != nil)
    _ = try folder.file("feed/agency.txt", "agency_name\nPATH\n")
    #expect(copies.dataset(of: try origin(path), named: "x") == nil)
  }

  @Test func aDamagedCopyCountsAsNone() throws {
    let path = try file()
    copies.save(try openDataset(at: path, named: "feed"), of: try origin(path))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/parsed")
    #expect(names.count == 1)
    let copy = folder.path + "/parsed/" + (try #require(names.first))
    #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
    let whole = [UInt8](try Data(contentsOf: URL(filePath: copy)))
    for step in 0..<60 {
      var bytes = whole
      // A byte changed anywhere in a section, the header, the facts or the length; or the end cut off.
      let index = step * (whole.count - 1) / 59
      if step.isMultiple(of: 2) { bytes[index] ^= 0x41 } else { bytes.removeLast(max(1, whole.count - index)) }
      try Data(bytes).write(to: URL(filePath: copy))
      guard let dataset = copies.dataset(of: try origin(path), named: "x") else { continue }
      // What was not noticed was padding, or a digit of the facts.
      #expect((0..<dataset.count).map { dataset.place($0).name.text } == ["Penn Station", "Nowhere", "Café"])
    }
    try Data(whole).write(to: URL(filePath: copy))
    #expect(copies.dataset(of: try origin(path), named: "x") != nil)
  }

  @Test func onlyTheNewestCopiesAreKept() throws {
    for number in 0..<12 {
      let path = try folder.file("\(number).csv", "id,name\n1,A\n")
      copies.save(try openDataset(at: path, named: "a"), of: try origin(path))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/parsed").count == 8)
  }

  /// A clock that says how long reading takes.
  @Test(arguments: [(0.4, 0), (0.6, 1)]) func onlySlowFilesAreKept(seconds: Double, count: Int) throws {
    let path = try file()
    var environment = TestMachine.environment
    environment.parsed = copies
    let ticks = Ticks(seconds)
    environment.stopwatch = ticks.next
    let names = { try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/parsed").count }
    for _ in 0..<2 {
      let opening = Opening(OpenRequest(source: Untrusted(path), name: "feed"), in: environment, with: DataManager([]))
      let dataset = try opening.dataset().get()
      #expect(dataset.count == 3 && dataset.about.skipped == 2 && dataset.about.source == Untrusted(path))
      #expect((names() ?? 0) == count)
    }
  }

  @Test func whatIsNoFileHasNoOrigin() {
    #expect(ParsedCopies.Origin("-", as: nil) == nil && ParsedCopies.Origin(folder.path, as: nil) == nil)
    #expect(ParsedCopies.Origin("/dev/null", as: nil) == nil)
  }
}
