import Foundation
import GazetteerIndex
import Testing

/// CSV and TSV in a pipe, and files that `export` writes, give back the very texts.
@Suite(.enabled(if: SharedData.has(NaughtyStrings.path), SharedData.absent)) struct RawTablesTests {
  private let folder: TemporaryFolder
  /// The names that a dataset can hold.
  private let names: [String]

  init() throws {
    folder = try TemporaryFolder()
    let strings = try NaughtyStrings.all()
    // A record whose name is empty or blank is no place; the suite has one of each. A third one, a lone byte order mark,
    // is empty because Foundation removes it.
    names =
      strings.filter { $0.utf8.contains { $0 > 0x20 } } + ["\u{1B}]0;x\u{7}", "a\0b", "'=1", "''+x", "two\r\nlines"]
    #expect(strings.count == 515 && names.count == 512 + 5)
    let records = names.enumerated().map { number, name in
      ["name": name, "own": name, "lat": Double(number) / 10, "lon": 2] as [String: Any]
    }
    _ = try folder.file(
      "naughty.json", String(decoding: try JSONSerialization.data(withJSONObject: records), as: UTF8.self))
  }

  private func gaz(_ arguments: String...) throws -> ProgramRun {
    let run = try ProgramRun(["--data", folder.path + "/data"] + arguments, in: folder.path)
    #expect(run.code == 0, "\(run.complaint)")
    return run
  }

  /// The name of each place of a source, in the order of the source.
  private func names(ofSource source: String, input: [UInt8] = []) throws -> [[UInt8]] {
    let commands = ["open \(source) --as again", "search --limit all"]
    let run = try ProgramRun(
      ["--data", folder.path + "/data", "--format", "jsonl"] + commands.flatMap { ["-c", $0] }, input: input,
      in: folder.path)
    #expect(run.code == 0, "\(run.complaint)")
    return try run.output.split(separator: 0x0A).map {
      let object = try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
      return Array(try #require(object["name"] as? String).utf8)
    }
  }

  private var bytes: [[UInt8]] { names.map { Array($0.utf8) } }

  @Test(arguments: ["csv", "tsv"]) func searchesInAPipeGiveBackTheNames(format: String) throws {
    let table = try gaz("--format", format, "-c", "open naughty.json", "-c", "search --limit all")
    #expect(try names(ofSource: "- --format \(format)", input: table.output) == bytes)
    // The control: what a terminal gets is not the same.
    let terminal = try PseudoTerminal(columns: 200, rows: 50)
    try terminal.run(
      PseudoTerminal.gaz,
      ["--no-pager", "--format", format, "-c", "open \(folder.path)/naughty.json", "-c", "search --limit all"],
      environment: ["TERM": "xterm"])
    #expect(terminal.exitCode() == 0)
    #expect(terminal.drawn.contains("'=1".utf8) && !terminal.drawn.contains("\u{1B}]0;x".utf8))
    #expect(table.output.contains("\u{1B}]0;x".utf8))
  }

  @Test(arguments: ["", " --raw"]) func exportedFilesGiveBackTheNames(options: String) throws {
    _ = try gaz(
      "-c", "open naughty.json", "-c", "search --limit all", "-c",
      "export all.csv --of filtered" + options)
    #expect(try names(ofSource: "all.csv") == bytes)
    _ = try gaz("--allow=favorites", "-c", "import all.csv")
    let run = try gaz("--format", "jsonl", "-c", "favorites --limit all")
    let kept = try run.output.split(separator: 0x0A).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])["name"] as? String
    }
    #expect(Set(kept.map { Array(($0 ?? "").utf8) }) == Set(bytes) && kept.count == names.count)
  }

  /// XML cannot have every character, so the exact name is in a field of its own.
  @Test(arguments: ["json", "geojson", "kml", "gpx"]) func otherExportsGiveBackTheNames(format: String) throws {
    _ = try gaz("-c", "open naughty.json", "-c", "search --limit all", "-c", "export all.\(format) --of filtered")
    #expect(try names(ofSource: "all.\(format)") == bytes)
  }
}
