import Foundation
import Testing

@testable import GazetteerIndex
@testable import GazetteerSession

@Suite struct BaseMapTests {
  /// The answers of `Scripts/make-map-cases`.
  @Test func landNearLargeCitiesIsThatOfAnotherProgram() throws {
    let file = PackageFolder.tests.appending(path: "Tables/land.tsv")
    let details: [Substring: BaseMap.Detail] = ["coarse": .coarse, "medium": .medium, "fine": .fine]
    var count = 0
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: "\t")
      let detail = try #require(details[fields[0]])
      let latitude = try #require(Double(fields[1]))
      let longitude = try #require(Double(fields[2]))
      let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
      #expect(BaseMap.standard.isLand(point, in: detail) == (fields[3] == "1"), "\(line)")
      count += 1
    }
    #expect(count > 1400)
  }

  @Test func ringsAreClosed() {
    for detail in BaseMap.Detail.allCases {
      for layer in [BaseMap.Layer.land, .lake] {
        let lines = BaseMap.standard.lines(
          of: layer, in: detail, west: -1_800_000, south: -900_000, east: 1_800_000, north: 900_000)
        #expect(!lines.isEmpty)
        #expect(lines.allSatisfy { $0.first == $0.last && $0.count > 3 })
      }
    }
  }

  @Test func everyLayerHasLinesInEveryDetail() {
    for layer in BaseMap.Layer.allCases {
      for detail in BaseMap.Detail.allCases {
        var pieces = 0
        BaseMap.standard.forEachPiece(
          of: layer, in: detail, west: -1_800_000, south: -900_000, east: 1_800_000, north: 900_000
        ) { piece in
          pieces += 1
          var (isInside, points) = (true, 0)
          BaseMap.standard.forEachPoint(of: piece) { point in
            points += 1
            isInside = isInside && (piece.west...piece.east).contains(point.longitude)
            isInside = isInside && (piece.south...piece.north).contains(point.latitude)
          }
          #expect(isInside && points >= 2)
        }
        #expect(pieces > 100)
      }
    }
  }

  /// The index of pieces by their boxes leaves nothing out.
  @Test func aBoxHasAllPiecesThatMeetIt() {
    var random = SplitMix(state: 7)
    for _ in 0..<50 {
      let (x, y) = (
        Int32.random(in: -1_800_000...1_700_000, using: &random), Int32.random(in: -800_000...800_000, using: &random)
      )
      var (met, all) = (0, 0)
      BaseMap.standard.forEachPiece(of: .land, in: .fine, west: x, south: y, east: x + 90_000, north: y + 90_000) { _ in
        met += 1
      }
      BaseMap.standard.forEachPiece(
        of: .land, in: .fine, west: -1_800_000, south: -900_000, east: 1_800_000, north: 900_000
      ) { piece in
        let isApart = piece.west > x + 90_000 || piece.east < x || piece.south > y + 90_000 || piece.north < y
        all += isApart ? 0 : 1
      }
      #expect(met == all)
    }
  }
}
