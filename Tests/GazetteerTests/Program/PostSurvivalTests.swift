import Foundation
import Synchronization
import Testing

@testable import GazetteerServices

/// N2: the program is killed while it posts to a real server and answers are lost. Later runs neither lose nor repeat a
/// location.
@Suite(.serialized, .enabled(if: KintoServer.isInstalled, KintoServer.absent)) struct PostSurvivalTests {
  private let server: KintoServer

  init() throws { server = try KintoServer() }

  /// Somebody who posts, with files of their own.
  private struct Person {
    let name: String
    let home: String

    init(_ name: String, in folder: String) throws {
      self.name = name
      home = folder + "/" + name
      try FileManager.default.createDirectory(atPath: home + "/.config/gaz", withIntermediateDirectories: true)
      try Data("multiple on\n".utf8).write(to: URL(fileURLWithPath: home + "/.config/gaz/settings"))
    }

    var environment: [String: String] { ["HOME": home, "PATH": "/usr/bin:/bin", "GAZ_TOKEN": "open sesame"] }

    /// Names the server.
    func use(_ address: String) throws {
      try Data("[campus]\ndialect = \"kinto\"\nurl = \"\(address)\"\n".utf8)
        .write(to: URL(fileURLWithPath: home + "/.config/gaz/services.toml"))
    }

    /// Posts places until so many are acknowledged, then kills the program. Returns the acknowledged places, and whether
    /// the program was still running.
    func post(_ places: [String], killingAfter count: Int) throws -> (acknowledged: Set<String>, wasKilled: Bool) {
      let process = Process()
      process.executableURL = URL(filePath: PseudoTerminal.gaz)
      let commands = places.map { "post \($0) --url https://example.org --unchecked" }
      process.arguments = [
        "--no-input", "-c", "set on-error continue; login campus --user \(name); " + commands.joined(separator: "; "),
      ]
      process.environment = environment
      let pipe = Pipe()
      process.standardError = pipe
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      var said = ""
      while said.components(separatedBy: "posted ").count <= count {
        let piece = pipe.fileHandleForReading.availableData
        guard !piece.isEmpty else { break }
        said += String(decoding: piece, as: UTF8.self)
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      said += String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let posted = said.split(separator: "\n").filter { $0.hasPrefix("posted ") }
      return (Set(posted.map { String($0.dropFirst("posted ".count)) }), process.terminationReason == .uncaughtSignal)
    }
  }

  /// 500 locations are acknowledged by programs of five people at once. 30 % of the answers are lost, and each program is
  /// killed again and again.
  @Test func killedProgramsNeitherLoseNorRepeatAPost() throws {
    let drops = Drops(seed: 11)
    let proxy = try LoopbackServer.dropping(answersOf: server.port) { _ in drops.next() }
    let folder = try ScratchDirectory()
    let people = try ["ada", "bob", "eve", "dan", "fay"].map { try Person($0, in: folder.path) }
    for person in people {
      try server.request("PUT", "/accounts/\(person.name)", #"{"data":{"password":"open sesame"}}"#)
      try person.use(proxy.address + "/v1")
    }
    let acknowledged = Mutex<Set<String>>([])
    let kills = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: people.count) { index in
      var number = 0
      var count = 0
      for round in 0..<100 where count < 100 {
        let places = (0..<40).map { "\(10 + 10 * index).\(10_000 + number + $0),11.5" }
        number += places.count
        let last = 5 + (round * 7 + index * 3) % 30
        guard let run = try? people[index].post(places, killingAfter: last) else { continue }
        count += run.acknowledged.count
        acknowledged.withLock { $0.formUnion(run.acknowledged) }
        if run.wasKilled { kills.withLock { $0 += 1 } }
      }
    }
    let places = acknowledged.withLock(\.self)
    #expect(places.count >= 500 && drops.count > 150 && kills.withLock(\.self) > 15, "the control: all that happened")
    for person in people {
      try person.use(server.address)
      let last = try ProgramRun(
        ["--no-input", "-c", "login campus --user \(person.name)"], environment: person.environment)
      #expect(last.code == 0 && !last.complaint.contains("not stored"), "\(last)")
    }
    let records = try server.request("GET", "/buckets/gaz/collections/locations/records")["data"]?.list ?? []
    let stored = records.compactMap { $0["mapString"]?.words?.text }
    #expect(Set(stored).count == stored.count, "no location is there twice")
    #expect(places.subtracting(stored) == [], "no acknowledged location is lost")
  }
}
