import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// One record with texts of megabytes, at a service and at a provider, and what commands print of it.
@Suite struct LongAnswersTests {
  private static let long = String(repeating: "x", count: 1 << 20)
  private let server: LoopbackServer
  private let folder: TemporaryFolder

  init() throws {
    let long = Self.long
    let location =
      #"{"id":"a","uniqueKey":"k","firstName":"\#(long)","lastName":"\#(long)","mapString":"\#(long)","#
      + #""mediaURL":"https://example.org/\#(long)","latitude":1.5,"longitude":2,"last_modified":1767268800000}"#
    let business =
      #"{"id":"a","name":"\#(long)","price":"\#(long)","url":"https://example.org/\#(long)","rating":4,"#
      + #""categories":[{"title":"\#(long)"}],"coordinates":{"latitude":40.75,"longitude":-73.99}}"#
    server = try LoopbackServer { request, connection in
      let isProvider = request.path.hasPrefix("/businesses")
      connection.answer(200, [], isProvider ? #"{"businesses":[\#(business)]}"# : #"{"data":[\#(location)]}"#)
    }
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/gaz", withIntermediateDirectories: true)
    let services = "[far]\ndialect = \"kinto\"\nurl = \"\(server.address)/v1\"\n"
    try Data(services.utf8).write(to: URL(fileURLWithPath: folder.path + "/gaz/services.toml"))
  }

  private var student: Student {
    var flags = Flags()
    flags.allowed = [.favorites, .writeFile]
    let (path, server) = (folder.path, server)
    return Student(in: path, flags) { environment in
      environment.variable = { $0 == "XDG_CONFIG_HOME" || $0 == "XDG_STATE_HOME" ? path : nil }
      environment.web = KintoServer.client
      environment.providers = PlaceProviders(
        [ProviderSite(.yelp, base: server.address, key: Secret("key".utf8))], through: KintoServer.client,
        copiesIn: path + "/copies", now: { ReplayHead().now }, clock: { 0 }, pause: { _, _ in })
    }
  }

  @Test(arguments: ["login far --guest", "restaurants 40.75,-73.99 --from yelp"])
  func everyCommandPrintsLittleOfIt(line: String) throws {
    let student = student
    var printed = [student.say(line)]
    #expect(student.interpreter.session.filtered.count == 1)
    for line in [
      "list", "show 1", "show 1 --json", "list --json", "list --format csv", "list --format geojson",
      "list --format markdown",
      "favorite 1", "favorites", "favorites --json", "check 1", "checked", "share 1", "visit 1", "restaurants 1",
    ] { printed.append(student.say(line)) }
    // A name, a place, a link and a category, each at most a few kilobytes.
    #expect(printed.allSatisfy { $0.utf8.count < 30_000 }, "\(printed.map(\.utf8.count))")
    #expect(printed[0].contains("x…"), "what was cut is marked")
    #expect(printed.contains { $0.contains("xxx… (cut off)") })
    for format in ["json", "csv", "gpx", "kml", "geojson"] {
      let path = folder.path + "/out.\(format)"
      #expect(student.say("export \(path) --of checked").contains("wrote 1 "))
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      #expect(try #require(size) < 40_000, "\(format)")
    }
    // The control: the answer of the server is long.
    #expect(Self.long.utf8.count > 1_000_000 && !server.requests.isEmpty)
  }
}
