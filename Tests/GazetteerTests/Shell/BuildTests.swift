import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// `build`, and opening what it has written.
@Suite struct BuildTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.file(
      "cities.json",
      #"[{"id":1,"name":"München","lat":48.137,"lon":11.575,"country":"DE","population":1260391,"mayor":"x"},"#
        + #"{"id":"b","name":"Paris","lat":48.853,"lon":2.349,"country":"FR","category":"city"}]"#)
  }

  /// The commands of a user, and the answers.
  private func play(_ text: String) throws -> String {
    let path = try folder.file("play.txt", text)
    var flags = Flags()
    flags.allowed = [.writeFile]
    var environment = TestMachine.environment
    environment.world = { _ in Example.cities }
    var difference = ""
    _ = try Replay(of: Untrusted(path), flags, in: environment).run(.check, show: { difference += $0 }, tell: { _ in })
    return difference
  }

  /// What is lost is told when the file is written, and how many places have no position also when it is opened.
  @Test func lossesAreTold() throws {
    _ = try folder.file("odd.csv", "name,lat,lon\nA,1,2\nB,x,2\n,3,4\n,,\n")
    let difference = try play(
      """
      > build odd.csv odd.gaz
      wrote 3 places, 1 without a position, to "odd.gaz"; left out 1 row; 1 place is kept without its position, which is not valid; 1 warning (details: open odd.csv -v)

      > open odd.gaz
      opened 3 places, 1 without a position, from odd.gaz; world is no longer in use (to use both: use world odd)
      """)
    #expect(difference == "")
  }

  @Test func aSnapshotOpensAsItsSourceDoes() throws {
    let difference = try play(
      """
      > build cities.json cities.gaz
      wrote 2 places to "cities.gaz"

      > open cities.gaz
      opened 2 places from cities.gaz; world is no longer in use (to use both: use world cities)

      > datasets
      dataset  state   places  format    source
      world    open         7  snapshot  built in
      cities   in use       2  gaz       cities.gaz

      > search munchen
      #     name     region  population          lat,lon
      1  ♡  München  DE       1,260,391  48.1370,11.5750
      1 place

      > build cities.json cities.gaz
      ! nobody can be asked whether to overwrite "cities.gaz"; try: --overwrite
      [exit 1]

      > build cities.gaz cities.gaz --overwrite
      wrote 2 places to "cities.gaz"

      > refresh cities
      cities has not changed

      """)
    #expect(difference == "")
  }

  /// The name is not what makes it a snapshot.
  @Test func anyNameWillDo() throws {
    let difference = try play(
      """
      > build cities.json snapshot.json
      wrote 2 places to "snapshot.json"

      > open snapshot.json --as other; search paris
      opened 2 places from snapshot.json; world is no longer in use (to use both: use world other)
      #     name   region         lat,lon
      1  ♡  Paris  FR      48.8530,2.3490
      1 place

      """)
    #expect(difference == "")
  }

  @Test func everythingIsInTheSnapshot() throws {
    #expect(try play("> build cities.json cities.gaz\nwrote 2 places to \"cities.gaz\"\n") == "")
    let source = try openDataset(at: folder.path + "/cities.json", named: "x")
    let built = try openDataset(at: folder.path + "/cities.gaz", named: "x")
    #expect((0..<2).map(built.place) == (0..<2).map(source.place))
    #expect(built.about.format == "gaz" && built.about.source == Untrusted(folder.path + "/cities.gaz"))
  }

  @Test func aSnapshotIsReadFromAnywhere() throws {
    #expect(try play("> build cities.json cities.gaz\nwrote 2 places to \"cities.gaz\"\n") == "")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path + "/cities.gaz")))
    // In memory, at an odd address, as an archive may leave it.
    let process = Process()
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = [folder.path + "/cities.gaz"]
    try process.run()
    process.waitUntilExit()
    #expect(try openDataset(at: folder.path + "/cities.gaz.gz", named: "x").count == 2)
    let archive = try folder.file("cities.zip", StoredZip.bytes([("read.me", [0x78]), ("cities.gaz", bytes)]))
    #expect(try openDataset(at: archive, named: "x").count == 2)
    for (change, reason) in [(8, "older"), (4096, "damaged")] {
      var damaged = bytes
      damaged[change] ^= 7
      let path = try folder.file("damaged.gaz", damaged)
      #expect(throws: ImportError.self, "\(reason)") { try openDataset(at: path, named: "x") }
    }
  }
}
