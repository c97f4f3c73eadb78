import Foundation
import Testing

@testable import GazetteerServices

/// What hostile answers of servers cost: the program gets 150 MB for its data, and must say what is wrong.
@Suite struct HostileAnswersTests {
  enum Body: CaseIterable {
    /// Arrays in arrays, without an end.
    case nested
    /// One string, as long as the answer may be.
    case longString
    /// As many values as the answer has room for.
    case numbers, objects, keys
    /// As many records.
    case records
    /// 100 MB in 100 KB.
    case bomb
    case endless
  }

  enum Asker: CaseIterable {
    case provider, service, source

    /// The most bytes of an answer that are read.
    var limit: Int {
      switch self {
      case .provider: 8 << 20
      case .service: 16 << 20
      case .source: 64 << 20
      }
    }

    func commands(_ address: String) -> [String] {
      switch self {
      case .provider: ["-c", "restaurants 40.75,-73.99 --from overpass"]
      case .service: ["-c", "login far --guest", "-c", "locations"]
      case .source: ["-c", "open \(address)/a.json"]
      }
    }

    /// The text around the list of an answer.
    var frame: (String, String) {
      switch self {
      case .provider: (#"{"elements":["#, "]}")
      case .service: (#"{"data":["#, "]}")
      case .source: ("[", "]")
      }
    }
  }

  /// A text again and again, up to a size.
  private static func filling(_ size: Int, with text: String) -> Data {
    var data = Data(text.utf8)
    while data.count < size { data += data }
    return data.prefix(size / text.utf8.count * text.utf8.count)
  }

  private static func content(_ body: Body, for asker: Asker) -> Data {
    let size = asker.limit - 1000
    let (start, end) = asker.frame
    let filled = { (text: String, last: String) in
      Data(start.utf8) + filling(size, with: text) + Data((last + end).utf8)
    }
    return switch body {
    case .nested: filled("[", "")
    case .longString:
      Data((start + #"{"type":"node","id":1,"tags":{"name":""#).utf8) + filling(size, with: "a")
        + Data((#""}}"# + end).utf8)
    case .numbers: filled("1,", "1")
    case .objects: filled("{},", "{}")
    case .keys: Data((start + "{").utf8) + filling(size, with: "\"\":1,") + Data(("\"\":1}" + end).utf8)
    case .records:
      filled(#"{"type":"node","id":1,"uniqueKey":"k","last_modified":1,"tags":{"name":"a"}},"#, "{}")
    case .bomb: Data(count: 100 << 20)
    case .endless: Data()
    }
  }

  private static func server(_ body: Body, for asker: Asker) throws -> LoopbackServer {
    let content = body == .bomb ? try gzip(content(body, for: asker)) : content(body, for: asker)
    let encoding = body == .bomb ? "Content-Encoding: gzip\r\n" : ""
    return try LoopbackServer { _, connection in
      if body == .endless {
        connection.send("HTTP/1.1 200 OK\r\n\r\n[")
        let piece = [UInt8](repeating: 0x20, count: 1 << 20)
        while connection.send(piece) {}
      } else {
        connection.send("HTTP/1.1 200 OK\r\n\(encoding)Content-Length: \(content.count)\r\n\r\n")
        connection.send(content)
      }
    }
  }

  /// - Parameter megabytes: what the program may take for its data.
  private func run(_ asker: Asker, at server: LoopbackServer, megabytes: Int) throws -> ProgramRun {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/gaz", withIntermediateDirectories: true)
    let services = "[far]\ndialect = \"kinto\"\nurl = \"\(server.address)/v1\"\n"
    try Data(services.utf8).write(to: URL(fileURLWithPath: folder.path + "/gaz/services.toml"))
    return try ProgramRun(
      megabytes: megabytes, asker.commands(server.address),
      environment: [
        "XDG_CONFIG_HOME": folder.path, "XDG_CACHE_HOME": folder.path + "/cache", "GAZ_OVERPASS_URL": server.address,
      ])
  }

  /// In a file of places, three of them would only be a long list of bad rows, or of places.
  private static let cases = Asker.allCases.flatMap { asker in
    Body.allCases.filter { asker != .source || ![.numbers, .objects, .records].contains($0) }
      .map { (asker, $0) }
  }

  @Test(arguments: cases) func aHostileAnswerTakesLittleMemory(asker: Asker, body: Body) throws {
    let server = try Self.server(body, for: asker)
    let run = try run(asker, at: server, megabytes: 150)
    let said = run.text + run.complaint
    #expect(run.code >= 0 && !said.isEmpty && said.utf8.count < 20_000, "exit \(run.code)\n\(said.prefix(2000))")
    #expect(!server.requests.isEmpty)
  }

  /// The control: with too little memory, the program ends without a message of its own.
  @Test func theLimitIsFelt() throws {
    let run = try run(.source, at: Self.server(.nested, for: .source), megabytes: 60)
    #expect(run.code < 0, "\(run)")
  }
}
