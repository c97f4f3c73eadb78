import Foundation
import GazetteerSession
import Testing

@testable import GazetteerShell

/// Hostile text as data, query, file name and command, through the whole program, to a pipe and to a terminal.
@Suite(.enabled(if: SharedData.has("data/hostile"), SharedData.absent))
struct HostileProgramTests {
  let scratch: ScratchDirectory
  let inputs: [[UInt8]]
  /// A dataset of the inputs, in a file whose own name is hostile.
  let dataset: String
  /// Every command that shows data, then every input in every place of a line.
  let script: String

  init() throws {
    scratch = try ScratchDirectory()
    inputs = try hostileInputs()
    dataset = scratch.file("a\u{9B}b\u{1B}]0;x\u{7}\u{202E}.json", try Self.records(inputs))
    let shows = [
      "datasets -v", "search --limit all", "list --limit 5", "more --limit 200", "near 1,2 --limit all", "show 1-98",
      "within -10,-10 10,10 --limit all", "why 1", "select 3", "show .", "distance 1 2", "use hostile", "help",
      "cancel",
    ]
    var lines = shows.map { Array($0.utf8) }
    for input in inputs {
      let quoted = input.flatMap { [0x22, 0x5C].contains($0) ? [0x5C, $0] : [$0] }
      for start in ["", "search ", "search --in ", "open ", "source ", "show ", "close ", "help ", "near ", "wait --"] {
        lines += [Array(start.utf8) + [0x22] + quoted + [0x22], Array(start.utf8) + input]
      }
    }
    script = scratch.file("script", Array(lines.joined(separator: [0x0A])))
  }

  /// Places with an input in every text of a record. JSON is UTF-8, so other bytes are replaced.
  private static func records(_ inputs: [[UInt8]]) throws -> Data {
    let records = inputs.enumerated().map { number, bytes -> [String: Any] in
      let text = String(decoding: bytes, as: UTF8.self)
      return [
        "id": "\(text)\(number)", "name": text, "alternates": [text], "country": text, "admin1": text, "category": text,
        "lat": 1, "lon": 2, text: text,
      ]
    }
    return try JSONSerialization.data(withJSONObject: records)
  }

  private var arguments: [String] {
    [
      "-v", "--echo", "--color", "never", "--on-error", "continue", "-c", "open \"\(dataset)\" --as hostile", "-f",
      script,
    ]
  }

  /// CSV and TSV are raw in a pipe, because programs read them; their texts are compared by `RawTablesTests`.
  private static let formats = Format.named.map(\.name).filter { !["csv", "tsv"].contains($0) }

  @Test(arguments: formats.map { ["--format", $0] } + [["--json"], ["--json=name,attributes"], ["--ascii"]])
  func nothingHostileComesOutOfAPipe(format: [String]) throws {
    let run = try ProgramRun(format + arguments)
    #expect(run.complaint.contains("opened 98 places"), "\(run.complaint.prefix(300))")
    #expect(run.output.count > 10_000)
    #expect(hostileCodePoints(in: run.output) == [])
    #expect(hostileCodePoints(in: run.errors) == [])
  }

  @Test func nothingHostileComesToATerminal() throws {
    let terminal = try PseudoTerminal()
    try terminal.run(PseudoTerminal.gaz, arguments, environment: ["TERM": "xterm"])
    #expect(terminal.exitCode() != nil)
    #expect(terminal.drawn.count > 10_000)
    #expect(hostileCodePoints(in: Self.printed(on: terminal)) == [])
  }

  @Test(arguments: ["csv", "tsv"], [[], ["-o", "/dev/tty"], ["-o", "/dev/stdout"], ["-c", "output /dev/tty"]])
  func noHostileTableComesToATerminal(format: String, output: [String]) throws {
    let terminal = try PseudoTerminal()
    try terminal.run(
      PseudoTerminal.gaz,
      ["--format", format, "--no-pager"] + output + ["-c", "open \"\(dataset)\"", "-c", "search --limit all"],
      environment: ["TERM": "xterm"])
    #expect(terminal.exitCode() == 0)
    // Tabs separate the cells of that format; the view tests count them.
    let printed = Self.printed(on: terminal).filter { format != "tsv" || $0 != 0x09 }
    #expect(printed.count > 5_000)
    #expect(hostileCodePoints(in: printed) == [])
  }

  @Test func nothingHostileComesToThePrompt() throws {
    let terminal = try PseudoTerminal(columns: 200, rows: 50)
    try terminal.run(PseudoTerminal.gaz, ["-v", dataset], environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8"])
    for line in ["wait", "datasets -v", "search --limit all", "show 1-98", "source \(script)"] {
      terminal.send(line + "\r")
    }
    terminal.send("search end-of-it\r")
    terminal.awaits("nothing matches \"end-of-it\"")
    #expect(terminal.drawn.count > 10_000)
    #expect(hostileCodePoints(in: Self.printed(on: terminal)) == [])
  }

  /// The control: a program that prints the texts unchanged is caught in the same way.
  @Test func rawTextOnATerminalIsCaught() throws {
    for input in inputs where !hostileCodePoints(in: input, layout: false).isEmpty {
      let terminal = try PseudoTerminal()
      try terminal.run("/bin/cat", [scratch.file("raw", input + [0x0A])], environment: [:])
      #expect(terminal.exitCode() == 0)
      let isLayout = input.contains { [0x0A, 0x0D].contains($0) }
      #expect(isLayout || !hostileCodePoints(in: Self.printed(on: terminal)).isEmpty, "\(input)")
    }
  }

  /// What the terminal got, without the carriage returns that it adds, and without the sequences of line editing and
  /// those around the window's title.
  private static func printed(on terminal: PseudoTerminal) -> [UInt8] {
    var printed: [UInt8] = []
    var rest = terminal.drawn.filter { $0 != 0x0D }[...]
    while let byte = rest.popFirst() {
      if byte == 0x1B, rest.starts(with: "]2;gaz".utf8), let end = rest.firstIndex(of: 0x07) {
        printed += rest[..<end]
        rest = rest[(end + 1)...]
        continue
      }
      guard byte == 0x1B, rest.first == UInt8(ascii: "[") else {
        printed.append(byte)
        continue
      }
      rest = rest.dropFirst().drop { 0x20...0x3F ~= $0 }.dropFirst()
    }
    return printed
  }
}
