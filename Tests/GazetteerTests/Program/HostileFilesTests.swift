import Foundation
import Testing

@testable import GazetteerServices

/// Files with one place that has as many values as there is room for (S7). Each value would take more memory than its
/// text.
@Suite struct HostileFilesTests {
  enum Content: String, CaseIterable {
    case keys, names, lists, lines, campus, properties, boxes, fields, attributes, namespaces, paths, texts
    /// The control: many small records.
    case records

    static var hostile: [Self] { allCases.filter { $0 != .records } }

    var file: String {
      switch self {
      case .keys, .names, .lists, .records: "a.json"
      case .lines: "a.jsonl"
      case .campus: "server.json"
      case .properties, .boxes: "a.geojson"
      case .fields: "a.csv"
      case .attributes, .namespaces, .paths, .texts: "a.gpx"
      }
    }

    /// What is at the start, what is repeated, how often, and what is at the end.
    var parts: (start: String, piece: String, count: Int, end: String) {
      let (size, waypoint) = (60 << 20, "<wpt lat='1' lon='2'><extensions>")
      let end = "</extensions></wpt></gpx>"
      let feature = #"{"type":"Feature","properties":"#
      let long = String(repeating: "e", count: 500_000)
      switch self {
      case .keys: return (#"[{"name":"a","#, #""":1,"#, size / 5, #""":1}]"#)
      case .names: return (#"[{"name":"a","alternates":["#, #""a","#, size / 4, #""a"]}]"#)
      case .records: return ("[", #"{"name":"a"},"#, 500_000, #"{"name":"a"}]"#)
      case .lists: return ("{", #""":[{}],"#, size / 8, #""":[{}]}"#)
      case .lines: return (#"{"name":"a","#, #""":1,"#, size / 5, "\"\":1}\n{\"name\":\"b\"}\n")
      case .campus: return (#"{"1":{"_id":1,"coordX":"1","#, #""":1,"#, size / 5, #""":1}}"#)
      case .properties: return (feature + #"{"name":"a","#, #""":1,"#, size / 5, #""":1},"geometry":null}"#)
      case .boxes:
        return (
          feature + #"null,"geometry":{"type":"GeometryCollection","geometries":["#,
          #"{"type":"Point","coordinates":[1,2],"bbox":[]},"#, size / 50,
          #"{"type":"Point","coordinates":[1,2]}]}}"#
        )
      case .fields:
        let names = (0..<60).map { "x\($0)" }.joined(separator: ",")
        return ("name,\(names)\na,", String(repeating: "x", count: 1_000_000) + ",", 59, "x\n")
      case .attributes:
        let attributes = (0..<60_000).map { "a\($0)='x' " }.joined()
        return ("<gpx>" + waypoint, "<b \(attributes)/>", size / attributes.utf8.count, end)
      case .namespaces:
        let namespaces = (0..<120).map { "xmlns:n\($0)='u' " }.joined()
        return ("<gpx \(namespaces)>" + waypoint, "<b xmlns:n0='v'/>", 90_000, end)
      case .paths: return ("<gpx>" + waypoint + "<\(long)>", "<b>1</b>", 30_000, "</\(long)>" + end)
      case .texts:
        return ("<gpx>" + waypoint, "<b>" + String(repeating: "x", count: 1_000_000) + "</b>", 60, end)
      }
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ content: Content, megabytes: Int) throws -> ProgramRun {
    let (start, piece, count, end) = content.parts
    let path = folder.path + "/" + content.file
    _ = FileManager.default.createFile(atPath: path, contents: Data(start.utf8))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    let many = max(1, (1 << 20) / piece.utf8.count)
    let block = Data(String(repeating: piece, count: many).utf8)
    for _ in 0..<(count / many) { try file.write(contentsOf: block) }
    try file.write(contentsOf: Data((String(repeating: piece, count: count % many) + end).utf8))
    try file.close()
    return try ProgramRun(
      megabytes: megabytes, ["-c", "open \(path)"], environment: ["XDG_CACHE_HOME": folder.path + "/cache"])
  }

  /// The file itself is mapped, which is not counted.
  @Test(arguments: Content.hostile) func aHostileFileTakesLittleMemory(content: Content) throws {
    let run = try run(content, megabytes: 150)
    let said = run.text + run.complaint
    #expect(run.code >= 0 && !said.isEmpty && said.utf8.count < 20_000, "exit \(run.code)\n\(said.prefix(2000))")
  }

  /// The control: if there is not enough memory for places that are kept, the program ends without a message of its own.
  @Test func theLimitIsFelt() throws {
    #expect(try run(.records, megabytes: 30).code < 0)
    #expect(try run(.records, megabytes: 500).code == 0)
  }
}
