import Foundation
import Testing

@testable import GazetteerShell

/// The program as a script or a pipe uses it.
@Suite(.enabled(if: TestMachine.hasWorld, "the program was built without the world: Scripts/setup makes it"))
struct ProgramTests {
  struct Case: CustomTestStringConvertible {
    let arguments: [String]
    var input = ""
    let code: Int32
    var output = ""
    var errors = ""

    init(_ arguments: String..., input: String = "", code: Int32, output: String = "", errors: String = "") {
      (self.arguments, self.input, self.code, self.output, self.errors) = (arguments, input, code, output, errors)
    }

    var testDescription: String { arguments.joined(separator: " ") + (input.isEmpty ? "" : " < " + input) }
  }

  static let two = tokyo.replacing("Tokyo", with: "2")
  static let tokyo = "{\"command\":\"search\",\"total\":1,\"places\":[{\"name\":\"Tokyo\"}]}\n"

  private static let nothing =
    "nothing matches \"xyzzyx\"; world has capitals, and places of 15,000 people and more\n"

  /// The whole output if the program succeeds, and how its errors begin.
  static let cases = [
    Case("-c", "search tokio --json=name", code: 0, output: tokyo),
    Case("--json=name", "-c", "search tokio; search tokio", code: 0, output: tokyo + tokyo),
    Case("--json=name", input: "search tokio", code: 0, output: tokyo),
    Case("-", input: "search tokio --json=name # all of it\n\n", code: 0, output: tokyo),
    Case("-f", "-", input: "search tokio --json=name\r\n", code: 0, output: tokyo),
    Case("-csearch tokio --limit 0", code: 0, output: "1 place\n"),
    Case("-qc", "search tokio --limit 0", code: 0, output: "1 place\n"),
    Case("-c", "quit; search tokio", "-c", "search tokio", code: 0),
    Case("data/five.json", "-c", "search --limit 0", "-q", code: 0, output: "5 places\n"),
    Case("data/five.json", input: "search --limit 0", code: 0, output: "5 places\n", errors: "opened 5 places from"),
    Case("data/sites.csv", "--name", "east", "-c", "search 2 --json=name", "-q", code: 0, output: two),
    Case("data/sites.csv", "--encoding", "x", code: 2, errors: "gaz: \"x\" is not valid for --encoding"),
    Case("--format", "csv", "-c", "search tokio", code: 0, output: ProgramTests.csv),
    Case(
      "-c", "serch", code: 2,
      errors: "gaz: no command is called \"serch\"; did you mean \"search\"? try: search serch, if that is a name\n"),
    Case("-c", "tokio --json=name", code: 0, output: tokyo),
    Case("tokio", "--json=name", code: 0, output: tokyo),
    Case("--json=name", "search", "tokio", code: 0, output: tokyo),
    Case("search", "a;quit", "--limit", "0", "--in", "is", code: 0, output: "2 places\n"),
    Case("--fail-empty", "xyzzyx", code: 1, output: nothing),
    Case("serch", code: 2, errors: "gaz: no command is called \"serch\""),
    Case("missing.csv", code: 6, errors: "gaz: places could not be retrieved from \"missing.csv\"; no such file"),
    Case(input: "tokio", code: 3, errors: "stdin:1: \"tokio\" is not a command"),
    Case("-c", "search tokio --limit 0; tokio", code: 2, errors: "gaz: \"tokio\" is not a command"),
    Case(
      "-c", "open data/missing.json", code: 6,
      errors: "gaz: places could not be retrieved from \"data/missing.json\"; no such file"),
    Case(
      "data/missing.json", code: 6,
      errors: "gaz: places could not be retrieved from \"data/missing.json\"; no such file"),
    Case("-c", "select 1", code: 1, errors: "gaz: there is no list to take a number from"),
    Case("-c", "serch", "-c", "search tokio", code: 2, errors: "gaz: "),
    Case(
      "--on-error", "continue", "-c", "select 1; wait", "-c", "search tokio --limit 0", code: 1, output: "1 place\n"),
    Case(
      "--on-error=continue", input: "serch\nsearch tokio --limit 0", code: 2, output: "1 place\n", errors: "stdin:1:"),
    Case(input: "search tokio --limit 0\nserch\nsearch x", code: 3, output: "1 place\n", errors: "stdin:2: \"serch\""),
    Case("-f", "data/typo.gaz", code: 3, output: ProgramTests.datasets, errors: "data/typo.gaz:2: \"serch\""),
    Case("-c", "source data/typo.gaz", code: 3, output: ProgramTests.datasets, errors: "data/typo.gaz:2: \"serch\""),
    Case("-f", "data/missing.gaz", code: 3, errors: "gaz: \"data/missing.gaz\" cannot be opened"),
    Case("-f", "data/nul.gaz", code: 3, output: ProgramTests.datasets, errors: "data/nul.gaz:2: a line contains a NUL"),
    Case("-f", "data/itself.gaz", code: 3, errors: "data/itself.gaz:1: \"data/itself.gaz\" is already running"),
    Case("-c", "open -; search --limit 0", "-q", input: "id,name\n1,A\n", code: 0, output: "1 place\n"),
    Case(
      "-", input: "open -", code: 3,
      errors: "stdin:1: places could not be retrieved from the standard input; the commands come"),
    Case("--json", "-c", "serch", code: 2, errors: "{\"error\":\"no command is called \\\"serch\\\";"),
    Case("--json", "-c", "select 1", code: 1, errors: "{\"command\":\"select\",\"error\":\"there is no list"),
    Case("--fail-empty", "-c", "search xyzzyx", code: 1, output: nothing),
    Case("--fail-empty", "-c", "search tokio --limit 0", code: 0, output: "1 place\n"),
    Case("--echo", "-", input: "search tokio --limit 0", code: 0, output: "1 place\n", errors: "> search tokio"),
    Case("--timer", "-c", "search tokio --limit 0", code: 0, output: "1 place\n", errors: "time: parse "),
    Case("--dry-run", "-c", "open data/five.json", code: 0, output: "would open \"data/five.json\" as five\n"),
    Case("--no-input", input: "search tokio", code: 0),
    Case("--colour", "always", code: 2, errors: "gaz: \"--colour\" is not a flag; did you mean \"--color\"?\n"),
    Case(
      "--color", "blue", code: 2, errors: "gaz: \"blue\" is not valid for --color; try: one of auto, always, never\n"),
    Case("--allow=everything", "-c", "wait", code: 2, errors: "gaz: \"everything\" is not valid for --allow;"),
    Case("-c", code: 2, errors: "gaz: -c has no value; try: -c COMMAND\n"),
    Case("-x", code: 2, errors: "gaz: \"-x\" is not a flag; try: gaz --help\n"),
    Case("--quiet=1", code: 2, errors: "gaz: --quiet takes no value; try: --quiet\n"),
    Case("--json=nme", "-c", "wait", code: 2, errors: "{\"error\":\"\\\"nme\\\" is not a field; did you mean"),
    Case("--version", code: 0, output: "gaz \(Environment.version)\n"),
    Case("replay", code: 2, errors: "gaz: replay needs a file to play; try: gaz replay FILE [--check|--update]\n"),
    Case("replay", "data/tour.gaz", "--check", code: 1, errors: "gaz: \"data/tour.gaz\" is not a transcript;"),
    Case("replay", "lists.txt", "--check", code: 0, errors: "lists.txt: 0 of"),
    Case("replay", "missing.txt", code: 1, errors: "gaz: \"missing.txt\" cannot be opened"),
  ]

  static let csv = """
    n,id,dataset,name,country,admin1,category,lat,lon,population,tier,matched,distance,checked,favorite
    1,1850147,world,Tokyo,JP,Tokyo,city,35.6895,139.69171,9733276,alternate,Tokio,,,

    """

  static let datasets = """
    dataset  state   places  format  source
    world    in use  34,006  world   built in

    """

  @Test(arguments: cases) func aRunPrintsAndExitsAsExpected(run: Case) throws {
    let result = try ProgramRun(run.arguments, input: Array(run.input.utf8), in: TestMachine.transcripts)
    #expect(result.code == run.code, "\(result)")
    #expect(result.text == run.output)
    if run.errors.isEmpty {
      #expect(run.code != 0 || result.complaint == "")
    } else {
      #expect(result.complaint.hasPrefix(run.errors), "\(result.complaint)")
    }
  }

  @Test func helpNamesEveryFlag() throws {
    let (short, long) = (try ProgramRun(["-h"]), try ProgramRun(["--help"]))
    #expect(short.code == 0)
    #expect(short.output.count < long.output.count)
    for flag in FlagDescription.all {
      #expect(long.text.contains("  \(flag.term)"))
      #expect(short.text.contains("  \(flag.term)") == flag.isCommon)
    }
    #expect(try ProgramRun(["--json=help"]).text.contains("population"))
  }

  @Test(arguments: ["-h", "--help", "--json=help"]) func helpIsInASCIIIfThatIsWanted(flag: String) throws {
    let (plain, usual) = (try ProgramRun(["--ascii", flag]), try ProgramRun([flag]))
    #expect(plain.code == 0 && plain.output.allSatisfy { $0 < 0x80 })
    #expect(flag == "--json=help" || usual.output.contains { $0 >= 0x80 }, "the control")
  }

  @Test func aLineOfOneMegabyteIsRefusedWithItsNumber() throws {
    for (size, reason) in [(65_537, "the line has 65,537 bytes"), ((1 << 20) + 1, "a line is longer than 1 MB")] {
      let script = Array("datasets\n".utf8) + [UInt8](repeating: 0x78, count: size) + Array("\ndatasets\n".utf8)
      let result = try ProgramRun(["-"], input: script)
      #expect(result.code == 3)
      #expect(result.complaint.hasPrefix("stdin:2: \(reason)"))
      #expect(result.text == Self.datasets)
      let goesOn = try ProgramRun(["--on-error", "continue"], input: script)
      #expect(goesOn.text == Self.datasets + Self.datasets)
    }
  }

  @Test func aClosedPipeEndsTheProgramQuietly() throws {
    let line = "\"$0\" -c 'search --limit all' | head -n 1"
    let result = try ProgramRun(["-c", line, PseudoTerminal.gaz], of: "/bin/sh")
    #expect(result.text.hasPrefix("    #     name"))
    #expect(result.complaint == "")
    #expect(result.code == 0)
  }

  @Test func ctrlCEndsAScriptWith130() throws {
    let terminal = try PseudoTerminal()
    try terminal.run(PseudoTerminal.gaz, ["-"], environment: [:])
    terminal.send("search tokio --limit 0\n")
    terminal.awaits("1 place")
    terminal.send("\u{3}")
    #expect(terminal.exitCode() == 130)
  }

  @Test func theResultsGoIntoAFileWholeOrNotAtAll() throws {
    let scratch = try ScratchDirectory()
    let file = scratch.file("results", Array("old".utf8))
    try FileManager.default.createSymbolicLink(atPath: scratch.path + "/link", withDestinationPath: file)
    let failed = try ProgramRun(["-o", file, "-c", "search tokio --limit 0; serch"])
    #expect(failed.code == 2)
    #expect(failed.complaint.hasSuffix("gaz: nothing was written to \"\(file)\"\n"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
    let linked = try ProgramRun(["-o", scratch.path + "/link", "-c", "search tokio --limit 0"])
    #expect(linked.code == 1)
    #expect(linked.complaint.contains("cannot be written; it is a link"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old", "no link is followed")
    #expect(try ProgramRun(["-o", file, "-c", "search tokio --limit 0"]).code == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "1 place\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["link", "results"])
    #expect(try ProgramRun(["-o", "-", "-c", "search tokio --limit 0"]).text == "1 place\n")
    let nowhere = try ProgramRun(["-o", scratch.path + "/no/folder", "-c", "wait"])
    #expect(nowhere.code == 1)
    #expect(nowhere.complaint.contains("cannot be written; No such file or directory"))
  }

  @Test func aFullDiskIsAnError() throws {
    let result = try ProgramRun(["-c", "\"$0\" -c 'search tokio' >/dev/full", PseudoTerminal.gaz], of: "/bin/sh")
    #expect(result.code == 1)
    #expect(result.complaint == "gaz: the results cannot be written; No space left on device\n")
  }

  /// A transcript whose files cannot be committed: a file that may not be read, lines that are too long.
  ///
  /// Root may read everything, so root runs a copy of the program as the user nobody.
  @Test func unreadableAndTooLongFilesAreReportedAsInTheTranscript() throws {
    let scratch = try ScratchDirectory()
    chmod(scratch.path, 0o755)
    chmod(scratch.file("closed.json", Array("[]".utf8)), 0)
    let tooLong = [UInt8](repeating: 0x78, count: (1 << 20) + 1)
    _ = scratch.file("long.gaz", Array("datasets\n".utf8) + tooLong + Array("\ndatasets\n".utf8))
    _ = scratch.file("wide.gaz", tooLong[..<65_537] + [0x0A])
    for (file, copy) in [(TestMachine.transcripts + "/made/limits.txt", "limits.txt"), (PseudoTerminal.gaz, "gaz")] {
      try FileManager.default.copyItem(atPath: file, toPath: scratch.path + "/" + copy)
    }
    let copy = scratch.path + "/gaz"
    let (program, first) =
      getuid() == 0 ? ("/usr/bin/setpriv", ["--reuid=65534", "--clear-groups", copy]) : (copy, [])
    guard try ProgramRun(first + ["-V"], of: program).code == 0 else {
      return print("skipped: nobody can run a program in \(scratch.path)")
    }
    let result = try ProgramRun(first + ["replay", "limits.txt", "--check"], of: program, in: scratch.path)
    #expect(result.code == 0, "\(result)")
    // The control: a different file is reported.
    chmod(scratch.path + "/closed.json", 0o644)
    #expect(try ProgramRun(first + ["replay", "limits.txt", "--check"], of: program, in: scratch.path).code == 8)
  }

  /// A command that saves nothing makes no file, and reads none of those that hold other data.
  @Test(arguments: [["--version"], ["-c", "help quit"], ["-c", "search tokio"], ["-c", "near 48.1,11.5"]])
  func aCommandThatSavesNothingTouchesNoStore(arguments: [String]) throws {
    let scratch = try ScratchDirectory()
    let environment = [
      "HOME": scratch.path, "XDG_DATA_HOME": scratch.path + "/data", "XDG_STATE_HOME": scratch.path + "/state",
    ]
    #expect(try ProgramRun(arguments, environment: environment).code == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    // Whoever opened one of these would wait, complain, or replace it.
    let stores = ["data/gaz/contacts.sqlite", "data/gaz/local.sqlite", "state/gaz/outbox.sqlite", "state/gaz/session"]
    for folder in ["data/gaz", "state/gaz"] {
      try FileManager.default.createDirectory(atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    }
    for store in stores { _ = scratch.file(store, Array("damaged".utf8)) }
    let run = try ProgramRun(arguments, environment: environment)
    #expect(run.code == 0 && run.complaint == "", "\(run)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: scratch.path)
    #expect(Set(files) == Set(stores + ["data", "data/gaz", "state", "state/gaz"]))
    for store in stores {
      #expect(try String(contentsOfFile: scratch.path + "/" + store, encoding: .utf8) == "damaged")
    }
    // The control: a command that reads a store notices its damage.
    #expect(try ProgramRun(["-c", "contacts"], environment: environment).complaint != "")
  }

  @Test func noFoundationIsLoaded() throws {
    let program = try Data(contentsOf: URL(filePath: PseudoTerminal.gaz))
    #expect(program.range(of: Data("libswiftCore".utf8)) != nil, "the libraries are named in the program")
    #expect(program.range(of: Data("libFoundation".utf8)) == nil)
  }
}
