import Foundation
import GazetteerIndex
import GazetteerSession
import Testing

@testable import GazetteerShell

/// Maps of few and many places all over the earth, as the program prints them.
@Suite(.enabled(if: TestMachine.hasWorld, "the program was built without the world: Scripts/setup makes it"))
struct MapCasesTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let places: [(latitude: Double, longitude: Double)]
    /// The zooms that show them all.
    let zooms: ClosedRange<Double>
    /// How many are too near to a pole for a map.
    var outside = 0

    init(_ name: String, zooms: ClosedRange<Double>, outside: Int = 0, _ places: [(Double, Double)]) {
      (testDescription, self.places, self.zooms, self.outside) = (name, places, zooms, outside)
    }
  }

  /// The zoom of the whole earth in 80 columns.
  private static let earth = 1.3

  static let cases: [Case] = {
    var random = SplitMix(state: 5)
    func degrees(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * Double(random.next() % 1_000_000) / 1e6
    }
    func scattered(_ count: Int, _ latitudes: ClosedRange<Double>, _ longitudes: ClosedRange<Double>)
      -> [(Double, Double)]
    {
      (0..<count).map { _ in (degrees(latitudes), degrees(longitudes)) }
    }
    return [
      Case("1", zooms: 8...8, [(48.1, 11.6)]),
      Case("20", zooms: 4...6, scattered(20, 45...50, 5...15)),
      Case("10,000", zooms: 4...6, scattered(10_000, 45...50, 5...15)),
      Case("10,000 worldwide", zooms: 0.9...earth, scattered(10_000, -60...70, -180...180)),
      Case("20 in one point", zooms: 12...12, Array(repeating: (48.1, 11.6), count: 20)),
      Case("10,000 in one point", zooms: 12...12, Array(repeating: (48.1, 11.6), count: 10_000)),
      Case("20 m apart", zooms: 16...16, [(48.1, 11.6), (48.1002, 11.6)]),
      Case("at the antimeridian", zooms: 6...9, [(10, 179.5), (11, -179.5)]),
      Case(
        "both sides of the antimeridian", zooms: 3...5,
        scattered(200, -20...0, 170...180) + scattered(200, -20...0, -180 ... -170)),
      Case("on the antimeridian", zooms: 12...12, [(10, 180), (10, 180)]),
      Case("85° north", zooms: 5...7, [(85, 10), (85, 20)]),
      Case("85° south", zooms: 5...7, [(-85, 10), (-85, 20)]),
      Case("from pole to pole", zooms: 0...1.2, [(85, 0), (-85, 0)]),
      Case("one at a pole", zooms: 5...7, outside: 1, [(85, 10), (85, 20), (89.9, 0)]),
      Case("only at the poles", zooms: earth...earth, outside: 2, [(90, 0), (-90, 0)]),
      Case("at 0,0", zooms: 8...8, [(0, 0)]),
      Case("worldwide", zooms: 1...earth, [(70, -170), (-60, -60), (0, 20), (-45, 170)]),
    ]
  }()

  private struct Answer: Decodable {
    let total: Int
    let zoom: Double
    let places: [Row]
  }

  private struct Row: Decodable, Equatable {
    let lat: Double
    let lon: Double
  }

  private func run(_ test: Case, _ line: String, _ settings: String = "") throws -> String {
    let scratch = try ScratchDirectory()
    let rows = test.places.enumerated().map { "P\($0.offset + 1),\($0.element.latitude),\($0.element.longitude)\n" }
    let file = scratch.file("places.csv", Array(("name,lat,lon\n" + rows.joined()).utf8))
    let lines = "open \"\(file)\"; search --limit all; \(settings)echo =; " + line
    let run = try ProgramRun(["-q", "--no-rc", "-c", lines], environment: ["COLUMNS": "80"])
    #expect(run.code == 0, "\(run.complaint)")
    return run.text.components(separatedBy: "=\n").last ?? ""
  }

  @Test(arguments: cases) func everyPlaceIsOnTheMap(test: Case) throws {
    let lines = try run(test, "map").split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
    #expect(lines.count == 23)
    #expect(lines.allSatisfy { Width.of($0) <= 80 && $0.last != " " })
    func places(_ count: Int) -> String { count == 1 ? "1 place" : Numeral.grouped(count) + " places" }
    let count = places(test.places.count)
    let sides = Set(test.places.map(\.0).filter { abs($0) > 85 }.map { $0 > 0 ? "north" : "south" }).sorted()
    let beyond = "\(places(test.outside)) beyond 85° \(sides.joined(separator: " or "))"
    #expect(lines.last?.hasSuffix("  " + count + (test.outside > 0 ? "  " + beyond : "")) == true)
    #expect(lines[0].hasSuffix("and cannot be drawn") == (test.outside > 0))
    #expect(lines.dropLast().joined().contains { "●(".contains($0) } == (test.outside < test.places.count))

    let answer = try JSONDecoder().decode(Answer.self, from: Data(run(test, "map --json").utf8))
    #expect(answer.total == test.places.count)
    #expect(answer.places == test.places.map { Row(lat: $0.latitude, lon: $0.longitude) })
    #expect(test.zooms.contains(answer.zoom), "\(answer.zoom)")
  }

  /// The control: one step nearer, some are outside.
  @Test(
    arguments: cases.filter { $0.places.count > 1 && $0.zooms.lowerBound != $0.zooms.upperBound && $0.outside == 0 })
  func nearerNotEveryPlaceIsOnTheMap(test: Case) throws {
    #expect(try run(test, "zoom").contains(" of them outside\n"))
  }

  @Test(arguments: cases) func besideTheListAndInASCIIItFits(test: Case) throws {
    let text = try run(test, "list --limit 20", "set layout landscape; set ascii on; ")
    #expect(!text.contains { !$0.isASCII })
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 80 && $0.last != " " })
    #expect(lines.contains { $0.contains("--| ") })
  }

  @Test func nothingIsOnAnEmptyMap() throws {
    let run = try ProgramRun(["-q", "--no-rc", "-c", "map --json; map --text; map"])
    let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(
      lines.prefix(2) == [
        "{\"command\":\"map\",\"total\":0,\"center\":\"0,0\",\"zoom\":1.3,\"places\":[]}",
        "no place to draw; nothing is shown; try: search TEXT, or select-category C",
      ])
    #expect(lines.count == 25)
    #expect(lines.last?.hasSuffix("zoom 1.3  no places") == true)
  }

  /// E5: by color, too.
  @Test(arguments: ["always", "never"]) func stationsAreRedAndRestaurantsBlue(color: String) throws {
    let data = TestMachine.transcripts + "/data/"
    let line = "open \"\(data)feed\"; open \"\(data)eats.csv\"; stations penn; select 1; restaurants; map"
    let text = try ProgramRun(["-q", "--no-rc", "--color", color, "-c", line]).text
    #expect(text.contains("■") && text.contains("◆"))
    guard color == "always" else {
      #expect(!text.contains("\u{1b}"))
      return
    }
    let red = try self.color(of: "■", in: text)
    #expect(red.count == 1)
    #expect(red.allSatisfy { $0.red > 3 && $0.green == 0 && $0.blue == 0 })
    let blue = try self.color(of: "◆", in: text)
    #expect(!blue.isEmpty && text.count { $0 == "◆" } == 5)
    #expect(blue.allSatisfy { $0.red == 0 && $0.blue > $0.green })
  }

  /// The parts of the colors of each `symbol`, from 0 to 5.
  private func color(of symbol: Character, in text: String) throws -> [(red: Int, green: Int, blue: Int)] {
    try text.split(separator: "\u{1b}[").filter { $0.contains(symbol) }.map { piece in
      let number = try #require(piece.prefix { $0 != "m" }.split(separator: ";").last.flatMap { Int($0) })
      try #require((16..<232).contains(number), "\(piece)")
      return ((number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6)
    }
  }
}
