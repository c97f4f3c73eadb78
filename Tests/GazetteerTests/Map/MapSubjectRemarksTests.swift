import GazetteerIndex
import Testing

@testable import GazetteerSession

/// What a map cannot show is said. It ends at 85°.
@Suite struct MapSubjectRemarksTests {
  private static func subject(_ latitudes: [Double], point: Double? = nil) throws -> MapSubject {
    var markers = try latitudes.enumerated().map { index, latitude in
      MapMarker("P", at: try #require(Coordinate(latitude: latitude, longitude: 10)), number: index + 1)
    }
    if let point {
      var marker = MapMarker("", at: try #require(Coordinate(latitude: point, longitude: 10)))
      marker.kind = .point
      markers.append(marker)
    }
    return MapSubject(markers)
  }

  @Test(
    arguments: [
      ([85], nil, []), ([-85], nil, []), ([85], 85, []), ([48, 48, 48], nil, []),
      ([90], nil, ["1 place is beyond 85 degrees north and cannot be drawn"]),
      ([48, -85.06], nil, ["1 place is beyond 85 degrees south and cannot be drawn"]),
      ([90, 48, 89, -90], nil, ["3 places are beyond 85 degrees north or south and cannot be drawn"]),
      ([48], 89, ["the point is beyond 85 degrees north and cannot be drawn"]),
      (
        [86], -86,
        [
          "1 place is beyond 85 degrees north and cannot be drawn",
          "the point is beyond 85 degrees south and cannot be drawn",
        ]
      ),
    ] as [([Double], Double?, [String])])
  func whatIsBeyondIsSaid(latitudes: [Double], point: Double?, remarks: [String]) throws {
    let subject = try Self.subject(latitudes, point: point)
    #expect(subject.remarks == remarks)
    // All others are drawn.
    let drawn = latitudes.count { abs($0) <= 85 }
    let grid = MapGrid(subject.viewport(columns: 80, rows: 22), columns: 80, rows: 22)
    let groups = MarkerGroups(of: subject.markers, in: grid, isASCII: false)
    #expect(groups.groups.map(\.count).reduce(0, +) == drawn)
    #expect(groups.outside == 0)
  }

  @Test func theScaleSaysItToo() throws {
    let subject = try Self.subject([48, 89])
    for (isASCII, end) in [(false, "2 places  1 place beyond 85° north"), (true, "2 places  1 place beyond 85 north")] {
      let last = TerminalMap(of: subject, columns: 80, rows: 12).lines(isASCII: isASCII).last?.map(\.text).joined()
      #expect(last?.hasSuffix(end) == true, "\(last ?? "")")
    }
  }

  /// In a narrow map, what is not drawn is said rather than the zoom.
  @Test(arguments: [
    (60, "2 places  1 place beyond 85° north"), (44, "2 places  1 beyond 85°"),
    (38, "2 places  1 beyond 85°"), (18, "2 places"),
  ]) func theScaleOfANarrowMapSaysItFirst(columns: Int, expected: String) throws {
    let subject = try Self.subject([48, 89])
    let last = TerminalMap(of: subject, columns: columns, rows: 12).lines(isASCII: false).last ?? []
    let text = last.map(\.text).joined()
    #expect(text.contains(expected), "\(text)")
    #expect(Width.of(text) <= columns)
  }
}
