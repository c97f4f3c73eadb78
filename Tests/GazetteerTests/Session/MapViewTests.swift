import GazetteerIndex
import Testing

@testable import GazetteerSession

@Suite struct MapViewTests {
  private static func subject(_ count: Int) throws -> MapSubject {
    MapSubject(
      try (0..<count).map { index in
        let point = try #require(Coordinate(latitude: Double(index % 80), longitude: Double(index % 170)))
        return MapMarker("name\(index + 1)", at: point, number: index + 1)
      })
  }

  private static func lines(_ subject: MapSubject, columns: Int, rows: Int) -> [String] {
    var style = Style(width: columns, rows: rows)
    style.isLandscape = true
    var reply = Reply(MapView(subject: subject))
    reply.map = subject
    return reply.rendered(in: style).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
  }

  /// Names and map together fill the window, but for a row for the prompt, however many places there are.
  @Test(arguments: [0, 1, 27, 28, 29, 10_000]) func aMapBesideNamesFillsTheWindow(count: Int) throws {
    let lines = Self.lines(try Self.subject(count), columns: 120, rows: 30)
    #expect(lines.count == 29)
    #expect(lines.last?.contains("N↑") == true)
    #expect(lines.allSatisfy { Width.of($0) <= 120 })
    let names = lines.count { $0.contains("  name") }
    #expect(names == (count <= 28 ? count : 27))
    let more = lines.first { $0.hasPrefix("and ") }.map { $0.split(separator: " ")[1] }
    #expect(more == (count <= 28 ? nil : Substring(Numeral.grouped(count - 27))))
    #expect(lines.contains { $0.hasPrefix(Numeral.places(count)) } == (count > 0))
    // Without names, the map has the whole width.
    #expect(lines.last?.hasPrefix("├") == (count == 0))
  }

  /// Long and wide names take one row each, and end before the map.
  @Test(arguments: [60, 61, 100, 120, 250]) func aNameBesideTheMapHasOneRow(columns: Int) throws {
    let names = [
      String(repeating: "L", count: 5000), String(repeating: "東京", count: 300), "two words " + "and more ".repeated(99),
      "short",
    ]
    var subject = try Self.subject(names.count)
    for index in names.indices { subject.markers[index].name = names[index] }
    let lines = Self.lines(subject, columns: columns, rows: 30)
    #expect(lines.count == 29)
    #expect(lines.allSatisfy { Width.of($0) <= columns })
    #expect(lines[0].hasPrefix("1  LLLL") && lines[1].hasPrefix("2  東京") && lines[2].hasPrefix("3  two words and"))
    #expect(lines[3].hasPrefix("4  short ") && lines[4].hasPrefix("4 places"))
  }

  @Test func theCenterHasNoNoise() throws {
    let point = try #require(Coordinate(latitude: 40.742000009095854, longitude: -74.17885000000001))
    var reply = Reply(MapView(subject: MapSubject([], in: Viewport(center: point, zoom: 3))))
    reply.format = .object(fields: [])
    #expect(reply.rendered(in: Style()).contains("\"center\":\"40.742,-74.17885\",\"zoom\":3"))
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
