import GazetteerIndex
import Testing

@testable import GazetteerSession

@Suite struct MapPictureTests {
  private static func points(_ coordinates: [(Double, Double)]) -> [Coordinate] {
    coordinates.compactMap { Coordinate(latitude: $0, longitude: $1) }
  }

  private static let scattered: [[(Double, Double)]] = [
    [(48, 11)], [(48, 11), (48, 11)], [(-18, 178), (-14, -172)], [(90, 0), (-90, 180), (0, -180)],
    [(60, -170), (60, 10), (60, 170)], [(0, -180), (0, 180)], [(51.5, -0.1), (51.50001, -0.10001)],
  ]

  @Test(arguments: scattered) func everyPointIsInThePicture(coordinates: [(Double, Double)]) {
    let points = Self.points(coordinates)
    let projection = MapProjection(of: points, width: 1000, heights: 360...1000)
    for point in points.map(projection.point) {
      #expect((0...1000).contains(point.x) && (0...projection.height).contains(point.y))
    }
    #expect(projection.height.isFinite && (360...1000).contains(projection.height))
  }

  @Test func placesAroundTheAntimeridianAreShownTogether() {
    let points = Self.points([(-18, 178), (-14, -172)])
    let projection = MapProjection(of: points, width: 1000, heights: 360...1000)
    #expect(projection.east - projection.west < 30)
    #expect(projection.point(points[0]).x < projection.point(points[1]).x)
  }

  @Test func northIsUpAndAnglesStay() {
    let points = Self.points([(50, 10), (51, 11)])
    let projection = MapProjection(of: points, width: 1000, heights: 10...5000)
    let (south, north) = (projection.point(points[0]), projection.point(points[1]))
    #expect(north.y < south.y && north.x > south.x)
    let ratio = (south.y - north.y) / (north.x - south.x)
    #expect(abs(ratio - 1 / 0.6361) < 0.02, "a degree of latitude is longer by 1/cos(50.5°)")
  }

  @Test func namesCoverNeitherOtherNamesNorPoints() {
    let points = (0..<40).map { MapProjection.Point(x: 500 + Double($0 % 8) * 30, y: 300 + Double($0 / 8) * 9) }
    let projection = MapProjection(of: Self.points([(0, 0), (10, 20)]), width: 1000, heights: 360...1000)
    var labels = MapLabels(beside: points, in: projection)
    var boxes: [(x: ClosedRange<Double>, y: ClosedRange<Double>)] = []
    for index in points.indices {
      guard let label = labels.place(Untrusted("Name \(index)"), at: index) else { continue }
      let width = Double(label.text.count) * 7
      boxes.append((label.origin.x...(label.origin.x + width), (label.origin.y - 10)...label.origin.y))
    }
    #expect(boxes.count > 4 && boxes.count < points.count)
    for (index, box) in boxes.enumerated() {
      #expect(!points.contains { box.x.contains($0.x) && box.y.contains($0.y) })
      #expect(!boxes[(index + 1)...].contains { $0.x.overlaps(box.x) && $0.y.overlaps(box.y) })
    }
  }

  @Test func aLongNameIsCut() throws {
    let projection = MapProjection(of: Self.points([(0, 0), (10, 20)]), width: 1000, heights: 360...1000)
    var labels = MapLabels(beside: [.init(x: 10, y: 100)], in: projection)
    let found = labels.place(Untrusted(String(repeating: "日本", count: 40)), at: 0)
    let label = try #require(found)
    #expect(Width.of(label.text) <= 32 && label.text.hasSuffix("…"))
  }

  @Test func thePictureRunsNothing() throws {
    let favorite = ExportFixture.favorite(Untrusted("<script>pwned=1</script>"))
    let root = try ExportFormatsTests.xml(try ExportFixture.text([favorite], .svg))
    #expect(root.tag.name == "svg" && root.child("title") != nil && root.child("desc") != nil)
    #expect(root.descendants(["script", "a", "image", "use", "foreignObject", "style"]).isEmpty)
    #expect(root.descendants(["circle"]).count == 1)
    #expect(root.descendants(["text"]).contains { $0.text == favorite.place.name })
  }
}
