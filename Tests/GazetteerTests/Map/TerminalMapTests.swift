import Foundation
import Testing

@testable import GazetteerIndex
@testable import GazetteerSession

@Suite struct TerminalMapTests {
  private static let sizes = [(40, 12), (80, 24), (100, 30), (200, 50), (1, 2), (3, 3), (20, 1), (0, 0), (250, 5)]

  private static func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  /// Random places; some are current, checked, favorites or of another kind.
  private static func markers(_ count: Int, in longitudes: ClosedRange<Double>, _ latitudes: ClosedRange<Double>) throws
    -> [MapMarker]
  {
    var random = SplitMix(state: UInt64(count))
    return try (0..<count).map { index in
      let point = try coordinate(
        .random(in: latitudes, using: &random), .random(in: longitudes, using: &random))
      let names = ["Ulm", "São Paulo", "東京", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch", ""]
      var marker = MapMarker(names[index % 5], at: point, number: index % 7 == 0 ? nil : index + 1)
      marker.kind = [.place, .restaurant, .station, .town][index % 4]
      marker.isCurrent = index == 11
      marker.isChecked = index % 13 == 0
      marker.isFavorite = index % 17 == 0
      marker.weight = index * 7919 % 1000
      return marker
    }
  }

  private static func extents() -> [(ClosedRange<Double>, ClosedRange<Double>)] {
    [(-180...180, -85...85), (170...180, -20...(-10)), (10...11, 47...48), (-180...180, 84...90), (5...5, 5...5)]
  }

  @Test(arguments: [0, 1, 20, 10_000])
  func nothingIsDrawnOutsideItsPane(count: Int) throws {
    for (longitudes, latitudes) in Self.extents() {
      let subject = MapSubject(try Self.markers(count, in: longitudes, latitudes))
      for (columns, rows) in Self.sizes {
        for isASCII in [false, true] {
          let lines = TerminalMap(of: subject, columns: columns, rows: rows).lines(isASCII: isASCII)
          #expect(lines.count == rows)
          for line in lines {
            let text = line.map(\.text).joined()
            #expect(Width.of(text) <= columns, "\(columns)x\(rows): \(text)")
            #expect(!text.contains("\n"))
          }
        }
      }
    }
  }

  @Test func withASCIIOnlyNamesHaveOtherLetters() throws {
    let subject = MapSubject(
      try Self.markers(40, in: 0...20, 40...50).map { marker in
        var marker = marker
        marker.name = "Ulm"
        return marker
      })
    let lines = TerminalMap(of: subject, columns: 100, rows: 30).lines(isASCII: true)
    #expect(lines.joined().allSatisfy { $0.text.allSatisfy { $0.isASCII || $0 == "°" } })
  }

  /// Every place on the map is in one group, and between two groups in a row is a cell.
  @Test(arguments: [0, 1, 20, 10_000])
  func everyPlaceIsInOneGroup(count: Int) throws {
    for (longitudes, latitudes) in Self.extents() {
      let markers = try Self.markers(count, in: longitudes, latitudes)
      for (columns, rows) in Self.sizes where columns > 0 {
        let viewport = MapSubject(markers).viewport(columns: columns, rows: rows)
        let grid = MapGrid(viewport, columns: columns, rows: rows)
        let groups = MarkerGroups(of: markers, in: grid, isASCII: false)
        let members = groups.groups.flatMap(\.members)
        #expect(Set(members).count == members.count)
        let left = Set(markers.indices).subtracting(members)
        let outside = left.filter {
          grid.dot(of: markers[$0].coordinate) == nil && markers[$0].kind != .town && !markers[$0].isBeyond
        }
        #expect(left.subtracting(outside).allSatisfy { markers[$0].kind == .town || markers[$0].isBeyond })
        #expect(groups.outside == outside.count)
        #expect(members.allSatisfy { grid.dot(of: markers[$0].coordinate) != nil })
        var taken: Set<[Int]> = []
        for group in groups.groups {
          let cells = group.start..<min(columns, group.start + group.text.count)
          #expect(cells.allSatisfy { (0..<columns).contains($0) })
          // Numbers and counts that touch could be read as one.
          let around = cells.lowerBound - 1..<cells.upperBound + 1
          #expect(around.allSatisfy { !taken.contains([$0, group.row]) })
          taken.formUnion(cells.map { [$0, group.row] })
        }
        for group in groups.groups {
          #expect(markers[group.members[0]].rank == group.members.map { markers[$0].rank }.min())
        }
      }
    }
  }

  /// A marker stands where its place is, with the number of the list.
  @Test func aMarkerStandsAtItsPlace() throws {
    let points = try [(48.1, 11.6), (52.5, 13.4), (50.1, 8.7)].map { try Self.coordinate($0.0, $0.1) }
    let markers = points.enumerated().map { MapMarker("", at: $1, number: $0 + 1) }
    let subject = MapSubject(markers)
    let grid = MapGrid(subject.viewport(columns: 80, rows: 23), columns: 80, rows: 23)
    let lines = TerminalMap(of: subject, columns: 80, rows: 24).lines(isASCII: false).map { line in
      Array(line.map(\.text).joined())
    }
    for (number, point) in points.enumerated() {
      let dot = try #require(grid.dot(of: point))
      #expect(lines[dot.y / 4][dot.x / 2] == "●")
      #expect(lines[dot.y / 4][dot.x / 2 + 1] == Character(String(number + 1)))
    }
  }

  @Test func placesInOnePointAreOneCount() throws {
    let markers = try (1...12).map { MapMarker("ATM", at: try Self.coordinate(52.45, 13.29), number: $0) }
    let text = TerminalMap(of: MapSubject(markers), columns: 60, rows: 12).lines(isASCII: false).map { line in
      line.map(\.text).joined()
    }
    #expect(text.contains { $0.contains("(12) ATM …") })
    #expect(text.last?.contains("12 places") == true)
  }

  /// On both sides of a text is a blank, also where a line of the earth goes.
  @Test(arguments: [false, true]) func noLineTouchesAText(isASCII: Bool) throws {
    let markers = try [(44.4, 8.9), (45.4, 12.3), (43.3, 5.4)].enumerated().map { index, point in
      MapMarker("Ulm", at: try Self.coordinate(point.0, point.1), number: index + 1)
    }
    let lines = TerminalMap(of: MapSubject(markers), columns: 80, rows: 24).lines(isASCII: isASCII)
    let text = lines.map { $0.map(\.text).joined() }.joined(separator: "\n")
    #expect(text.components(separatedBy: "Ulm").count == 4)
    for part in text.components(separatedBy: "Ulm").dropFirst() { #expect(part.first == " " || part.first == "\n") }
  }

  /// A point is no place: it is not counted, and a place there keeps its number.
  @Test(arguments: [(0, "⊕ 48,11"), (1, "⊕1 Ulm"), (2, "⊕(2) Ulm …")])
  func thePointOfAListIsMarked(count: Int, expected: String) throws {
    var point = MapMarker("48,11", at: try Self.coordinate(48, 11))
    point.kind = .point
    let places = try (0..<count).map { MapMarker("Ulm", at: try Self.coordinate(48.00001, 11), number: $0 + 1) }
    let subject = MapSubject(places + [point], in: Viewport(center: point.coordinate, zoom: 8))
    let lines = TerminalMap(of: subject, columns: 60, rows: 12).lines(isASCII: false).map { $0.map(\.text).joined() }
    #expect(lines.contains { $0.contains(expected) }, "\(lines)")
    #expect(lines.last?.hasSuffix(count == 0 ? "no places" : Numeral.places(count)) == true)
  }

  @Test func kindsDifferByShapeAndColor() throws {
    let point = try Self.coordinate(0, 0)
    var markers = [MapMarker("", at: point)]
    for change in [
      { $0.kind = .station }, { $0.kind = .restaurant }, { $0.isChecked = true }, { $0.isFavorite = true },
      { $0.isCurrent = true }, { $0.isOwn = true }, { $0.kind = .town }, { $0.kind = .point },
    ] as [(inout MapMarker) -> Void] {
      var marker = MapMarker("", at: point)
      change(&marker)
      markers.append(marker)
    }
    for isASCII in [false, true] {
      #expect(Set(markers.map { $0.ink.symbol(isASCII: isASCII) }).count == markers.count)
    }
    #expect(Set(markers.map(\.ink.color)).count == markers.count)
    #expect(markers[1].ink.color == 196 && markers[2].ink.color == 33)
  }

  @Test func placesOnBothSidesOfTheAntimeridianAreNear() throws {
    let markers = [
      MapMarker("Suva", at: try Self.coordinate(-18.14, 178.44), number: 1),
      MapMarker("Apia", at: try Self.coordinate(-13.83, -171.77), number: 2),
    ]
    let subject = MapSubject(markers)
    #expect(subject.viewport(columns: 80, rows: 23).zoom > 4)
    let text = TerminalMap(of: subject, columns: 80, rows: 24).lines(isASCII: false).joined().map(\.text).joined()
    #expect(text.contains("●1 Suva") && text.contains("Apia") && text.contains("180°"), "\(text)")
  }

  @Test func placesBeyondTheMapAreCounted() throws {
    let markers = [
      MapMarker("Alert", at: try Self.coordinate(82.5, -62.3), number: 1),
      MapMarker("Pole", at: try Self.coordinate(89.5, 0), number: 2),
    ]
    let lines = TerminalMap(of: MapSubject(markers), columns: 100, rows: 24).lines(isASCII: false)
    #expect(lines.last?.map(\.text).joined().hasSuffix("2 places  1 place beyond 85° north") == true)
  }

  /// The towns of a larger map, which are not in this one, were not asked for.
  @Test func townsOutsideAreNotCounted() throws {
    var town = MapMarker("Ulm", at: try Self.coordinate(48.4, 10))
    town.kind = .town
    let ulan = MapMarker("Ulan-Ude", at: try Self.coordinate(51.8, 107.6), number: 1)
    let subject = MapSubject([ulan, town])
    let lines = TerminalMap(of: subject, columns: 60, rows: 12).lines(isASCII: false)
    #expect(lines.last?.map(\.text).joined().hasSuffix("  1 place") == true)
  }

  /// What is said about the places gets shorter with the map before it is left out.
  @Test(arguments: [
    (110, "2 places, 1 of them outside  1 place without a position"), (80, "1 of 2 outside  1 without position"),
    (50, "1 of 2 outside"), (30, "1 of 2 outside"), (22, "N↑"),
  ])
  func theCountFits(columns: Int, end: String) throws {
    let markers = try [(48.4, 10.0), (51.8, 107.6)].map { MapMarker("", at: try Self.coordinate($0.0, $0.1)) }
    var subject = MapSubject(markers, in: Viewport(center: markers[0].coordinate, zoom: 6))
    subject.unplaced = 1
    let lines = TerminalMap(of: subject, columns: columns, rows: 5).lines(isASCII: false)
    let last = lines.last?.map(\.text).joined() ?? ""
    #expect(last.hasSuffix(end), "\(last)")
  }

  @Test func someOfVeryManyAreCounted() throws {
    var subject = MapSubject([MapMarker("Ulm", at: try Self.coordinate(48.4, 10), number: 1)])
    subject.total = 34_006
    let lines = TerminalMap(of: subject, columns: 80, rows: 5).lines(isASCII: false)
    #expect(lines.last?.map(\.text).joined().hasSuffix("1 of 34,006 places") == true)
    // In a narrow map, both numbers stay.
    let narrow = TerminalMap(of: subject, columns: 40, rows: 5).lines(isASCII: false)
    #expect(narrow.last?.map(\.text).joined().hasSuffix("  1 of 34,006") == true)
  }

  /// A count has the name of its largest place, not of the first in the list.
  @Test func aCountIsCalledAfterItsLargestPlace() throws {
    let markers = try (0..<9).map { index in
      var marker = MapMarker("name\(index)", at: try Self.coordinate(48.4, 10), number: index + 1)
      marker.weight = index == 4 ? 500 : index
      return marker
    }
    let text = TerminalMap(of: MapSubject(markers), columns: 60, rows: 12).lines(isASCII: false).joined().map(\.text)
      .joined()
    #expect(text.contains("(9) name4 …"), "\(text)")
  }

  /// Sums of tenths are not exact: 8.2 less 1 is 7.199999999999999.
  @Test func zoomingInAndOutLeadsBack() throws {
    let center = try Self.coordinate(48, 11)
    for tenths in 0...170 {
      let start = Viewport(center: center, zoom: Double(tenths) / 10)
      #expect(start.zoom == Double(tenths) / 10)
      #expect(start.zoomed(by: 1).zoomed(by: -1) == start)
      #expect(Viewport(center: center, zoom: start.zoom + 0.099).zoom == start.zoom, "what fits still fits")
    }
  }

  /// Of the names that do not all fit, those of the largest places are shown.
  @Test func namesOfLargePlacesComeFirst() throws {
    let markers = try (0..<60).map { index in
      var marker = MapMarker(
        "name\(index)", at: try Self.coordinate(48 + Double(index % 8) / 8, 11 + Double(index / 8) / 8))
      marker.weight = index
      return marker
    }
    let text = TerminalMap(of: MapSubject(markers), columns: 60, rows: 20).lines(isASCII: false).joined().map(\.text)
      .joined()
    let shown = Set(text.split(separator: " ").compactMap { Int($0.drop { $0 != "n" }.dropFirst(4)) })
    let hidden = Set(0..<60).subtracting(shown)
    #expect(shown.contains(59) && !hidden.isEmpty)
    #expect(shown.reduce(0, +) / shown.count > hidden.reduce(0, +) / hidden.count)
  }
}
