import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Records that are larger than any real one are left out, and the others are read.
@Suite struct RecordSizeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Where in a file the values are.
  enum Form: CaseIterable {
    case members, names, position, lines, properties, campus, separated

    var format: ImportFormat {
      switch self {
      case .members, .names, .position: .json
      case .lines: .jsonl
      case .properties: .geojson
      case .campus: .campus
      case .separated: .csv
      }
    }

    /// How many values of the limit the record has besides.
    var others: Int {
      switch self {
      case .members, .lines, .properties: 1
      case .names: 2
      case .position: 4
      case .campus: 4
      case .separated: 0
      }
    }

    /// A file with a record of so many values, and a small one.
    func text(_ count: Int) -> String {
      let members = (0..<count).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
      let name = #"{"name":"a","#
      return switch self {
      case .members: "[\(name)\(members)},\n{\"name\":\"b\"}]"
      case .lines: "\(name)\(members)}\n{\"name\":\"b\"}\n"
      case .names:
        "[\(name)\"alternates\":[\((0..<count).map { "\"n\($0)\"" }.joined(separator: ","))]},\n{\"name\":\"b\"}]"
      case .position: "[\(name)\"location\":{\"lat\":1,\"lon\":2,\(members)}},\n{\"name\":\"b\"}]"
      case .properties:
        [members, #""k0":1"#].enumerated().map { index, members in
          #"{"type":"Feature","geometry":null,"properties":{"name":"\#(index == 0 ? "a" : "b")",\#(members)}}"#
        }.joined(separator: "\n")
      case .campus:
        #"{"1":{"_id":1,"name":"a","coordX":"1","coordY":"2",\#(members)},"2":{"_id":2,"name":"b","coordX":"1","coordY":"2"}}"#
      case .separated: "name,alternatenames\na,\((0..<count).map(String.init).joined(separator: ";"))\nb,x\n"
      }
    }
  }

  private func names(_ text: String, as format: ImportFormat) throws -> (names: [String], problems: [String]) {
    let dataset = try openDataset(at: try folder.file("records", text), named: "x", as: format)
    return ((0..<dataset.count).map { dataset.place($0).name.text }, dataset.about.problems.map(\.neutralised))
  }

  @Test(arguments: Form.allCases) func aRecordWithTooManyValuesIsLeftOut(form: Form) throws {
    let most = RecordSize.mostValues - form.others
    let (names, problems) = try names(form.text(most + 1), as: form.format)
    #expect(names == ["b"])
    #expect(problems.count == 1 && problems.allSatisfy { $0.hasSuffix(": the record has more than 16384 values") })
    // The control: as many as there may be.
    #expect(try self.names(form.text(most), as: form.format).names == ["a", "b"])
  }

  /// A value that is kept as it is written may be longer than a text.
  @Test(arguments: [Form.members, .lines, .properties, .campus]) func aRecordThatIsTooLongIsLeftOut(form: Form) throws {
    func text(_ bytes: Int) -> String {
      let list = "[" + String(repeating: "1,", count: bytes / 2) + "1]"
      return form.text(1).replacing(#""k0":0"#, with: "\"k\":" + list, maxReplacements: 1)
    }
    let (names, problems) = try names(text(RecordSize.mostBytes), as: form.format)
    #expect(names == ["b"])
    #expect(problems.count == 1 && problems.allSatisfy { $0.hasSuffix(": the record is longer than 16 MB") })
    // The control.
    #expect(try self.names(text(1 << 20), as: form.format).names == ["a", "b"])
  }

  /// The keys of a long path of elements are not repeated at each of them.
  @Test func longPathsOfAWaypointAreShort() throws {
    let name = String(repeating: "e", count: 300)
    let text = "<gpx><wpt lat='1' lon='2'><extensions><a><\(name)><b>1</b></\(name)></a></extensions></wpt></gpx>"
    let dataset = try openDataset(at: try folder.file("a.gpx", text), named: "x")
    #expect(dataset.place(0).attributes.map(\.key.text) == ["b"])
    let short = text.replacing(name, with: "c")
    let control = try openDataset(at: try folder.file("b.gpx", short), named: "x")
    #expect(control.place(0).attributes.map(\.key.text) == ["a/c/b"])
  }
}
