import Foundation
import Testing

/// `Scripts/demo-server`, started as by hand, for the program that was built together with the tests.
final class DemoServer {
  private let process = Process()
  private let folder: ScratchDirectory
  private let log: String

  /// Everything that it has printed.
  var printed: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }
  /// The commands that it tells to type, by the first word of their section.
  let commands: [String: [String]]
  /// What starts gaz with its settings.
  let program: String
  let base: String

  init(_ arguments: [String] = []) throws {
    folder = try ScratchDirectory()
    log = folder.file("log", [])
    process.executableURL = PackageFolder.root.appending(path: "Scripts/demo-server")
    process.arguments = ["--program", PseudoTerminal.gaz] + arguments
    let output = try FileHandle(forWritingTo: URL(filePath: log))
    (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, output, output)
    try process.run()
    let log = log
    let process = process
    func lines() -> [String] {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    // An empty line ends what is to be typed.
    #expect(SafetyLimit.wait { lines().dropLast().contains("") || !process.isRunning })
    let guide = Array(lines().prefix { !$0.isEmpty })
    var commands: [String: [String]] = [:]
    var section = ""
    for line in guide {
      if line.hasPrefix("  ") {
        commands[section, default: []].append(String(line.dropFirst(2)))
      } else {
        section = line.split(separator: " ").first.map(String.init) ?? ""
      }
    }
    self.commands = commands
    program = try #require(commands["In"]?.first, "\(guide)")
    base = try #require(guide.first?.firstMatch(of: /http:[^,]*/).map { String($0.output) })
  }

  deinit { _ = end() }

  /// Ends it as Ctrl-C does. Returns its exit code.
  func end(by signal: Int32 = SIGINT) -> Int32 {
    if process.isRunning { kill(process.processIdentifier, signal) }
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }

  /// Plays commands as a script that may do everything.
  ///
  /// - Parameter time: what the clock shows then, as in `GAZ_NOW`; nil: the time.
  func play(
    _ commands: [String], password: String = "open sesame", home: String? = nil, at time: String? = nil
  ) throws -> ProgramRun {
    var environment = ["LC_ALL": "C.UTF-8", "GAZ_TOKEN_DEMO": password, "GAZ_TOKEN_ONTHEMAP": password]
    if let home { environment["HOME"] = home }
    if let time { environment["GAZ_NOW"] = time }
    return try ProgramRun(
      ["--no-input", "--allow=account,favorites,network,send"] + commands.flatMap { ["-c", $0] }, of: program,
      environment: environment)
  }

  /// Whether it prints a text.
  func prints(_ text: String) -> Bool { SafetyLimit.wait { printed.contains(text) } }
}
