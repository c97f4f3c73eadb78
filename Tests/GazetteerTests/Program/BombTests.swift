import Foundation
import GazetteerIndex
import Testing

/// Files and answers that grow a thousandfold when they are unpacked are stopped, and need little memory (S7).
@Suite(.serialized) struct BombTests {
  /// 200 MB of zeros in 200 KB.
  private static let size = 200 << 20
  /// In KiB.
  private static let most = 150 << 10

  private struct Peak: Decodable {
    let code: Int32
    let peak: Int
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a program. Returns its exit code, its most memory, and its errors.
  private func measure(_ program: String, _ arguments: [String]) throws -> (Peak, errors: String) {
    let script = PackageFolder.tests.appending(path: "Servers/peak.py").path
    let run = try ProgramRun([script, program] + arguments, of: "/usr/bin/python3", in: folder.path)
    let line = try #require(run.text.split(separator: "\n").last)
    return (try JSONDecoder().decode(Peak.self, from: Data(line.utf8)), run.complaint)
  }

  private func open(_ source: String) throws -> (Peak, errors: String) {
    try measure(PseudoTerminal.gaz, ["-c", "open \(source)"])
  }

  /// Packs zeros, or another text, with Python.
  private func pack(_ name: String, _ lines: String) throws -> String {
    let path = folder.path + "/" + name
    let made = try ProgramRun(["-c", "path, size = '\(path)', \(Self.size)\n" + lines], of: "/usr/bin/python3")
    try #require(made.code == 0, "\(made)")
    return path
  }

  @Test(
    arguments: [
      ("zeros.csv.gz", "import gzip; gzip.open(path, 'wb', 9).write(bytes(size))"),
      ("rows.csv.gz", "import gzip; gzip.open(path, 'wb', 9).write(b'id,name\\n' + b'1,A\\n' * (size // 4))"),
      (
        "zeros.zip",
        "import zipfile; zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED).writestr('a.csv', bytes(size))"
      ),
      (
        "map.kmz",
        "import zipfile; zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED).writestr('doc.kml', b' ' * size)"
      ),
    ]) func aFileIsStopped(name: String, lines: String) throws
  {
    let (end, errors) = try open(try pack(name, lines))
    #expect(end.code == 6 && errors.contains("places could not be retrieved"), "\(errors)")
    #expect(end.peak <= Self.most, "\(end.peak / 1024) MB")
  }

  @Test(arguments: [true, false]) func anAnswerIsStopped(isPacked: Bool) throws {
    let path = try pack(
      "body",
      isPacked ? "import gzip; gzip.open(path, 'wb', 9).write(bytes(size))" : "open(path, 'wb').write(bytes(size))")
    let body = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    let server = try LoopbackServer { _, connection in
      connection.send("HTTP/1.1 200 X\r\n\(isPacked ? "Content-Encoding: gzip\r\n" : "")\r\n")
      for start in stride(from: 0, to: body.count, by: 1 << 20) {
        guard connection.send(body[start..<min(start + (1 << 20), body.count)]) else { return }
      }
    }
    let (end, errors) = try open(server.address + "/a.csv")
    #expect(end.code == 6 && errors.contains("more than 64 MB"), "\(errors)")
    #expect(end.peak <= Self.most, "\(end.peak / 1024) MB")
  }

  /// The controls: a program with so much memory is noticed, and a file that is packed as others are is opened.
  @Test func theMeasureFindsWhatItShould() throws {
    let (end, _) = try measure("/usr/bin/python3", ["-c", "x = bytearray(\(Self.size)); x[::4096] = x[::4096]"])
    #expect(end.code == 0 && end.peak > Self.most)
    let rows = "''.join(f'{i},Place {i * 7919 % 99991},{i % 90},{i % 180}\\n' for i in range(1000))"
    let good = "import gzip; gzip.open(path, 'wt').write('id,name,lat,lon\\n' + \(rows))"
    let (opened, errors) = try open(try pack("good.csv.gz", good))
    #expect(opened.code == 0 && errors.contains("opened 1,000 places"), "\(errors)")
  }
}
