import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Markers on a picture: which places are one, how large they are, and which have names.
@Suite struct PictureMarkersTests {
  /// Spots on a picture of 1000 × 1000, in places that only the seed decides.
  private static func spots(_ count: Int, spread: Double, seed: UInt64 = 7) -> [PictureMarkers.Spot] {
    var state = seed
    func next(_ limit: Double) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31) * limit
    }
    return (0..<count).map { _ in
      let weight = UInt32(next(1) * next(1) * next(1) * 20_000_000)
      return PictureMarkers.Spot(
        point: .init(x: 500 + next(spread) - spread / 2, y: 500 + next(spread) - spread / 2),
        size: MarkerSize(population: weight), weight: weight)
    }
  }

  private static func labels(_ spots: [PictureMarkers.Spot]) -> MapLabels {
    MapLabels(
      of: PictureMarkers(of: spots).all, in: Box(x: 0...1000, y: 0...1000), weight: { spots[$0].weight },
      name: { Untrusted("Place \($0)") })
  }

  @Test(arguments: [(1, 10.0), (40, 900), (900, 900), (3000, 900), (500, 60), (50, 0)])
  func noTwoMarkersMeetAndEveryPlaceIsInOne(count: Int, spread: Double) {
    let spots = Self.spots(count, spread: spread)
    let found = Self.labels(spots)
    let markers = found.markers
    #expect(markers.flatMap(\.places).sorted() == Array(0..<count))
    for (index, marker) in markers.enumerated() {
      #expect(marker.places == marker.places.sorted { (spots[$1].weight, $0) < (spots[$0].weight, $1) })
      for other in markers[(index + 1)...] {
        let (x, y) = (marker.point.x - other.point.x, marker.point.y - other.point.y)
        #expect((x * x + y * y).squareRoot() >= marker.radius + other.radius)
      }
    }
    for (index, label) in found.labels.enumerated() {
      #expect(!found.labels[(index + 1)...].contains { $0.box.overlaps(label.box) })
      #expect(!markers.contains { $0.box.overlaps(label.box) })
      #expect(Box(x: 0...1000, y: 0...1000).contains(label.box))
    }
    #expect(!found.labels.isEmpty)
  }

  @Test func placesThatDoNotMeetAreNotJoined() {
    let spots = [0.0, 12, 24, 200].map {
      PictureMarkers.Spot(point: .init(x: $0, y: 0), size: .unknown, weight: 0)
    }
    #expect(PictureMarkers(of: spots).all.map(\.places) == [[0], [1], [2], [3]])
    let near = [0.0, 8, 200].map { PictureMarkers.Spot(point: .init(x: $0, y: 0), size: .unknown, weight: 0) }
    #expect(PictureMarkers(of: near).all.map(\.places) == [[0, 1], [2]])
  }

  /// The first name stays although there is no room for it among so many markers.
  @Test func theMarkersAroundAnImportantPlaceMakeRoomForItsName() {
    var spots = (0..<400).map { number -> PictureMarkers.Spot in
      let (column, row) = (Double(number % 20), Double(number / 20))
      return PictureMarkers.Spot(point: .init(x: 300 + column * 18, y: 300 + row * 18), size: .small, weight: 5)
    }
    let all = Self.labels(spots).labels.map(\.text)
    #expect(!all.contains("Place 210"), "the control: none of the others makes room for an equal one")
    spots[210] = PictureMarkers.Spot(point: spots[210].point, size: .huge, weight: 10_000_000)
    let found = Self.labels(spots)
    #expect(found.labels.first?.text == "Place 210")
    #expect(found.markers.first?.places.first == 210 && (found.markers.first?.places.count ?? 0) > 3)
    #expect(found.markers.flatMap(\.places).count == 400)
  }

  @Test func aNameIsAtMostThatLongAndNotEmpty() throws {
    let spot = PictureMarkers.Spot(point: .init(x: 500, y: 500), size: .unknown, weight: 0)
    func label(_ name: String) -> MapLabels.Label? {
      MapLabels(
        of: PictureMarkers(of: [spot]).all, in: Box(x: 0...1000, y: 0...1000), weight: { _ in 0 },
        name: { _ in Untrusted(name) }
      ).labels.first
    }
    let long = try #require(label(String(repeating: "日本", count: 40)))
    #expect(Width.of(long.text) <= 32 && long.text.hasSuffix("…"))
    #expect(label("") == nil)
    #expect(label("a\u{1B}[31m")?.text.contains("\u{1B}") == false)
  }

  @Test func manyPeopleMakeALargeMarker() {
    let sizes = [0, 20_000, 100_000, 1_000_000, 20_000_000].map { MarkerSize(population: UInt32($0)) }
    #expect(sizes == [.unknown, .small, .medium, .large, .huge])
    let known = sizes.dropFirst().map(\.radius)
    #expect(known == known.sorted() && Set(known).count == 4)
    #expect(MarkerSize.allCases.filter { $0.meaning == nil } == [.unknown])
  }

  @Test func theMostFrequentCategoriesHaveColorsOfTheirOwn() {
    let names = (0..<12).flatMap { number in Array(repeating: Untrusted("c\(number)"), count: 20 - number) }
    let colors = CategoryColors(of: names.reversed())
    #expect(colors.entries.map(\.name) == (0..<7).map { "c\($0)" } && colors.hasOthers)
    #expect(Set(colors.entries.map(\.color)).count == 7)
    #expect(colors.color(of: Untrusted("c9")) == CategoryColors.other)
    #expect(colors.color(of: [Untrusted("c1"), Untrusted("c1")]) == colors.entries[1].color)
    #expect(colors.color(of: [Untrusted("c1"), Untrusted("c2")]) == CategoryColors.other)
    #expect(!CategoryColors(of: [Untrusted("a")]).hasOthers)
  }
}
