import Foundation
import Testing

/// What very many locations cost: the program gets 120 MB for its data. `Scripts/soak locations` measures more of them.
@Suite struct ManyLocationsMemoryTests {
  private static let count = 20_000

  /// A server with locations whose links have so many bytes.
  private func server(links: Int) throws -> LoopbackServer {
    let link = "https://example.org/" + String(repeating: "x", count: links)
    return try LoopbackServer { request, connection in
      // Those with the time of the last one are asked for again.
      let end = request.path.firstMatch(of: /_before=(\d+)/).flatMap { Int($0.1) } ?? Self.count + 1
      let rows = (max(1, end - 101)..<end).reversed().map {
        """
        {"id": "x\($0)", "last_modified": \($0), "uniqueKey": "account:bob", "mapString": "Place \($0)", \
        "mediaURL": "\(link)", "latitude": 1.5, "longitude": 2.5}
        """
      }
      connection.answer(
        200, end > 102 ? ["Next-Page: /next"] : [], #"{"data": ["# + rows.joined(separator: ", ") + "]}")
    }
  }

  private func run(links: Int) throws -> ProgramRun {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/gaz", withIntermediateDirectories: true)
    let server = try server(links: links)
    _ = try folder.file("gaz/services.toml", "[far]\ndialect = \"kinto\"\nurl = \"\(server.address)/v1\"\n")
    let run = try ProgramRun(
      megabytes: 120, ["-c", "login far --guest", "-c", "locations --limit 0", "-c", "more --limit all"],
      environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(server.requests.count > 1)
    return run
  }

  @Test func manyLocationsTakeLittleMemory() throws {
    let run = try run(links: 10)
    #expect(run.code == 0 && run.text.contains("of 20,000 places"), "exit \(run.code)\n\(run.text.suffix(500))")
  }

  /// The control: with long links they take more, and the program ends without a message of its own.
  @Test func theLimitIsFelt() throws {
    #expect(try run(links: 4000).code < 0)
  }
}
