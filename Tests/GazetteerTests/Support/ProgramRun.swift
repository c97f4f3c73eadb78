import Foundation
import Testing

/// A run of a program, seen from outside: its input, its output, its exit code.
struct ProgramRun: CustomStringConvertible {
  let code: Int32
  let output: [UInt8]
  let errors: [UInt8]

  var text: String { String(decoding: output, as: UTF8.self) }
  var complaint: String { String(decoding: errors, as: UTF8.self) }
  var description: String { "exit \(code)\n\(text)\(complaint)" }

  /// Runs `gaz` to its end. It gets so much memory for its data; with more, it ends without a message of its own.
  init(megabytes: Int, _ arguments: [String], environment: [String: String]) throws {
    let limits = "ulimit -c 0; ulimit -d \(megabytes << 10); exec \"$0\" \"$@\""
    try self.init(
      ["-c", limits, PseudoTerminal.gaz] + arguments, of: "/bin/sh",
      environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { first, _ in first })
  }

  /// Runs `program` to its end. It gets only the given environment, a plain PATH and a home folder of its own, which
  /// does not exist yet.
  init(
    _ arguments: [String], of program: String = PseudoTerminal.gaz, input: [UInt8] = [], in folder: String? = nil,
    environment: [String: String] = [:]
  ) throws {
    let scratch = try ScratchDirectory()
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ["HOME": scratch.path + "/home", "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    // Files, not pipes, so that nobody has to read during the run.
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: scratch.file("input", input)))
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: scratch.file("output", [])))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: scratch.file("errors", [])))
    try process.run()
    process.waitUntilExit()
    code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    output = [UInt8](try Data(contentsOf: URL(filePath: scratch.path + "/output")))
    errors = [UInt8](try Data(contentsOf: URL(filePath: scratch.path + "/errors")))
  }
}
