import Foundation

/// A server that runs in a program of its own, which talks in lines of JSON. It ends with this object.
final class ServerProcess {
  /// The Python with the servers; `Scripts/test --services` makes it.
  static let python = PackageFolder.root.appending(path: ".build/services/bin/python3")

  static func has(_ program: String) -> Bool {
    FileManager.default.fileExists(atPath: python.deletingLastPathComponent().path + "/" + program)
  }

  private let process = Process()
  private let input = Pipe()
  private let output: FileHandle
  private var rest = Data()

  /// - Parameters:
  ///   - script: its name among the servers of the tests.
  ///   - python: what runs it; by default the Python with the servers.
  init(_ script: String, _ arguments: [String], by python: URL = python) throws {
    process.executableURL = python
    process.arguments = [PackageFolder.tests.appending(path: "Servers/" + script).path] + arguments
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    output = pipe.fileHandleForReading
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func send(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

  /// The next line that it prints; waits for it.
  func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        let line = Data(rest[..<end])
        rest = Data(rest[(end + 1)...])
        return try JSONDecoder().decode(type, from: line)
      }
      let piece = output.availableData
      guard !piece.isEmpty else { throw CocoaError(.fileReadUnknown) }
      rest += piece
    }
  }
}
