import Foundation

/// A mail as Python's library reads it.
struct ReadMail: Decodable {
  let names: [String]
  let headers: [String: String]
  let to: [[String]]
  let from: [[String]]
  let types: [String]
  let texts: [String]
  let defects: [String]
  /// How many CR and LF are not part of the end of a line.
  let bareEnds: Int
  /// The longest line, in bytes.
  let longest: Int
  let isASCII: Bool

  init(_ bytes: [UInt8]) throws {
    let script = PackageFolder.tests.appending(path: "Servers/read_mail.py").path
    let run = try ProgramRun([script], of: "/usr/bin/python3", input: bytes)
    self = try JSONDecoder().decode(ReadMail.self, from: Data(run.output))
  }
}
