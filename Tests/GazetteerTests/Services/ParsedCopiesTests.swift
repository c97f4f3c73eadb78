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
    return try settled(folder.file("feed/stops.txt", text))
  }

  /// The path of a file, when the clock for the times of files has gone on since it was written.
  private func settled(_ path: String) throws -> String {
    while try !origin(path).isSettled {}
    return path
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/parsed")) ?? []).sorted()
  }

  private func save(_ path: String) throws {
    copies.save(try openDataset(at: path, named: "feed"), of: try origin(path))
  }

  private func isKept(_ path: String) throws -> Bool { copies.dataset(of: try origin(path), named: "x") != nil }

  private func origin(_ path: String, as format: ImportFormat? = nil) throws -> ParsedOrigin {
    try #require(ParsedOrigin(path, as: format))
  }

  /// The same file, read in another way, is another dataset.
  @Test func aCopyIsOnlyOfWhatTheUserSaid() throws {
    let path = try settled(folder.file("a.csv", "name,label,lat,lon\nOne,Eins,1,2\n"))
    func origin(_ values: [SourceReading.Aspect: String]) throws -> (ParsedOrigin, SourceReading) {
      var reading = SourceReading()
      for (aspect, value) in values { reading[aspect] = Untrusted(value) }
      return (try #require(ParsedOrigin(path, as: nil, reading: reading)), reading)
    }
    let readings: [[SourceReading.Aspect: String]] = [
      [:], [.name: "label"], [.id: "label"], [.name: "name"], [.encoding: "latin-1"], [.delimiter: "comma"],
      [.name: "label", .category: "name"], [.name: "label category=name"], [.name: "label category=4:name"],
    ]
    let origins = try readings.map { try origin($0) }
    #expect(Set(origins.map(\.0.key)).count == readings.count && Set(origins.map(\.0.state)).count == readings.count)
    let (chosen, reading) = origins[1]
    copies.save(try openDataset(at: path, named: "a", reading: reading), of: chosen)
    for (index, other) in origins.enumerated() {
      #expect((copies.dataset(of: other.0, named: "a") != nil) == (index == 1))
    }
    #expect(copies.dataset(of: chosen, named: "a")?.place(0).name.text == "Eins")
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
    _ = try settled(path)
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
      // What was not noticed was padding.
      #expect((0..<dataset.count).map { dataset.place($0).name.text } == ["Penn Station", "Nowhere", "Café"])
    }
    try Data(whole).write(to: URL(filePath: copy))
    #expect(copies.dataset(of: try origin(path), named: "x") != nil)
  }

  /// Those used last are kept, as far as there is room.
  @Test func onlySoManyBytesAreKept() throws {
    let paths = try (0..<4).map { try settled(folder.file("\($0).csv", "id,name\n1,A\n")) }
    func save(_ number: Int, _ copies: ParsedCopies) throws {
      copies.save(try openDataset(at: paths[number], named: "a"), of: try origin(paths[number]))
      // The next one gets a later time.
      usleep(20_000)
    }
    try save(0, copies)
    let facts = try FileManager.default.attributesOfItem(atPath: folder.path + "/parsed/" + names[0])
    let size = try #require(facts[.size] as? Int)
    let bounded = ParsedCopies(folder: folder.path + "/bounded", mostBytes: size * 7 / 2)
    func isKept(_ number: Int) throws -> Bool { bounded.dataset(of: try origin(paths[number]), named: "x") != nil }
    for number in 0..<3 { try save(number, bounded) }
    #expect(try isKept(0), "it is used, so the second one is the oldest")
    usleep(20_000)
    try save(3, bounded)
    #expect(try (0..<4).map(isKept) == [true, false, true, true])
    // One that would fill most of the room is not kept.
    let small = ParsedCopies(folder: folder.path + "/small", mostBytes: size)
    try save(0, small)
    #expect(small.dataset(of: try origin(paths[0]), named: "x") == nil)
  }

  /// For each, a control: the same copy is used before and after.
  @Test func aCopyOfOthersCountsAsNone() throws {
    let path = try file()
    try save(path)
    let copy = folder.path + "/parsed/" + names[0]
    for (file, mode, usual) in [(copy, 0o644, 0o600), (copy, 0o620, 0o600), (folder.path + "/parsed", 0o777, 0o700)] {
      #expect(try isKept(path))
      chmod(file, mode_t(mode))
      #expect(try !isKept(path), "\(file) \(mode)")
      chmod(file, mode_t(usual))
    }
    // A link is not followed.
    #expect(rename(copy, copy + ".real") == 0 && symlink(copy + ".real", copy) == 0)
    #expect(try !isKept(path))
  }

  @Test func aCopyGivesNothingThatTheFileWouldNot() throws {
    let path = try file()
    try save(path)
    #expect(try isKept(path))
    // The superuser may read everything.
    guard geteuid() != 0 else { return }
    chmod(path, 0)
    #expect(ParsedOrigin(path, as: nil) == nil)
  }

  @Test func anotherNameOrFormatOrStateIsAnotherFile() throws {
    let path = try file()
    try save(path)
    let linked = folder.path + "/feed/stops.csv"
    #expect(link(path, linked) == 0)
    #expect(try !isKept(linked), "the same file under another name may be read in another way")
    let origin = try origin(path)
    utimensat(AT_FDCWD, path, [timespec(tv_sec: 1, tv_nsec: 5), timespec(tv_sec: 1, tv_nsec: 5)], 0)
    #expect(try self.origin(path) != origin)
    let old = try self.origin(path)
    utimensat(AT_FDCWD, path, [timespec(tv_sec: 1, tv_nsec: 6), timespec(tv_sec: 1, tv_nsec: 6)], 0)
    #expect(try self.origin(path) != old, "a nanosecond later")
    #expect(!origin.isUnchanged)
    copies.save(try openDataset(at: path, named: "feed"), of: old)
    #expect(try !isKept(path), "it has changed while it was read")
  }

  @Test func aFolderThatCannotBeWrittenIsNoError() throws {
    let path = try file()
    for folder in ["/proc/gaz/parsed", path + "/parsed", "/dev/full"] {
      let copies = ParsedCopies(folder: folder)
      copies.save(try openDataset(at: path, named: "feed"), of: try origin(path))
      #expect(copies.dataset(of: try origin(path), named: "x") == nil)
    }
  }

  /// Two sessions that open and save the same file get all its places each time.
  @Test func twoSessionsAtOnce() async throws {
    let path = try file()
    let (copies, origin, dataset) = (copies, try origin(path), try openDataset(at: path, named: "feed"))
    let found = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          (0..<50).count { number in
            if number % 3 == 0 { copies.save(dataset, of: origin) }
            guard let copy = copies.dataset(of: origin, named: "x") else { return false }
            return copy.count == 3 && copy.place(2).name == Untrusted("Café")
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(found == 200)
    #expect(names.count == 1, "no temporary file remains")
  }

  /// A clock that says how long reading takes.
  @Test(arguments: [(0.01, 0, 0), (0.03, 0, 1), (0.03, ParsedCopies.leastBytes, 0)]) func onlyLargeAndSlowFilesAreKept(
    seconds: Double, leastBytes: Int, count: Int
  ) throws {
    let path = try file()
    var environment = TestMachine.environment
    environment.parsed = ParsedCopies(folder: folder.path + "/parsed", leastBytes: leastBytes)
    let ticks = Ticks(seconds)
    environment.stopwatch = ticks.next
    for _ in 0..<2 {
      let opening = Opening(OpenRequest(source: Untrusted(path), name: "feed"), in: environment, with: DataManager([]))
      guard case .opened(let opened) = opening.job(isForPrompt: false).run(), let dataset = opened.source as? Dataset
      else { return #expect(Bool(false)) }
      #expect(dataset.count == 3 && dataset.about.skipped == 2 && dataset.about.source == Untrusted(path))
      #expect(names.count == count)
    }
  }

  @Test func whatIsNoFileHasNoOrigin() {
    #expect(ParsedOrigin("-", as: nil) == nil && ParsedOrigin(folder.path, as: nil) == nil)
    #expect(ParsedOrigin("/dev/null", as: nil) == nil)
  }
}
