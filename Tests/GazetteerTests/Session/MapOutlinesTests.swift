import GazetteerIndex
import Testing

@testable import GazetteerSession

/// The lines of the base map in pictures: cut, simplified, and land where land is.
@Suite struct MapOutlinesTests {
  typealias Point = MapProjection.Point
  private static let frame = Box(x: 0...10, y: 0...10)

  private static func points(_ numbers: [(Double, Double)]) -> [Point] { numbers.map { Point(x: $0, y: $1) } }

  /// Whether a point is inside an odd number of rings.
  private static func isInside(_ point: Point, _ rings: [[Point]]) -> Bool {
    rings.joined { ring in
      zip(ring, ring.dropFirst() + ring.prefix(1)).count { start, end in
        (start.x <= point.x) != (end.x <= point.x)
          && start.y + (point.x - start.x) / (end.x - start.x) * (end.y - start.y) > point.y
      }
    } % 2 == 1
  }

  @Test func aRingIsCutAtTheFrame() {
    let ring = Self.points([(-5, 2), (5, 2), (5, 20), (-5, 20), (-5, 2)])
    let cut = FrameClipper.ring(ring, in: Self.frame)
    #expect(cut.allSatisfy { (0...10).contains($0.x) && (0...10).contains($0.y) })
    for (point, isIn) in [((2.0, 5.0), true), ((7, 5), false), ((2, 1), false), ((4.9, 9.9), true)] {
      #expect(Self.isInside(Point(x: point.0, y: point.1), [cut]) == isIn)
    }
    let around = Self.points([(-5, -5), (15, -5), (15, 15), (-5, 15), (-5, -5)])
    #expect(Self.isInside(Point(x: 5, y: 5), [FrameClipper.ring(around, in: Self.frame)]))
    #expect(FrameClipper.ring(Self.points([(20, 20), (30, 20), (30, 30)]), in: Self.frame).isEmpty)
  }

  @Test func aLineIsCutIntoThePiecesInTheFrame() {
    let line = Self.points([(-5, 5), (5, 5), (5, 15), (8, 15), (8, 5), (9, 5)])
    #expect(
      FrameClipper.pieces(of: line, in: Self.frame)
        == [Self.points([(0, 5), (5, 5), (5, 10)]), Self.points([(8, 10), (8, 5), (9, 5)])])
    let inside = Self.points([(1, 1), (2, 2), (3, 1), (4, 4)])
    #expect(FrameClipper.pieces(of: inside, in: Self.frame) == [inside])
    #expect(
      FrameClipper.pieces(of: inside, without: [1], in: Self.frame) == [Array(inside[0...1]), Array(inside[2...3])])
    #expect(FrameClipper.pieces(of: Self.points([(-5, 0), (-1, 20)]), in: Self.frame).isEmpty)
  }

  @Test func aSimplifiedLineIsNeverFarFromTheTrueOne() {
    let line = (0...500).map { number in
      let x = Double(number) / 50
      return Point(x: x, y: x * x / 5 + (number.isMultiple(of: 7) ? 0.04 : 0))
    }
    let simple = LineSimplifier.simplified(line, tolerance: 0.05)
    #expect(simple.count < 60 && simple.first == line.first && simple.last == line.last)
    for point in line {
      let nearest = zip(simple, simple.dropFirst()).first { $0.x <= point.x && point.x <= $1.x }
      guard let (start, end) = nearest else { continue }
      let y = start.y + (end.y - start.y) * (point.x - start.x) / (end.x - start.x)
      #expect(abs(y - point.y) < 0.3)
    }
    let ring = Self.points([(0, 0), (5, 0), (5, 5), (0, 5), (0, 0)])
    #expect(LineSimplifier.simplified(ring, tolerance: 0.1) == ring)
    #expect(LineSimplifier.simplified(ring, tolerance: 100).count == 3)
  }

  private static func outlines(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> MapOutlines {
    MapOutlines(
      of: .init(west: west, south: south, east: east, north: north), in: Box(x: west...east, y: south...north),
      tolerance: (east - west) / 3000
    ) { Point(x: $1, y: $0) }
  }

  /// Also where no coast is near: the ring of the continent is not in the table of that part.
  @Test(arguments: [
    (5.8, 45.7, 10.6, 47.9, (47.0, 8.0), true), (-45, 30, -40, 33, (31.5, -42.5), false),
    // The Caspian Sea is a hole in Asia.
    (48, 38, 52, 42, (40.5, 50.6), false), (48, 38, 52, 42, (40.5, 48.5), true),
    (-180, -85, 180, 85, (50, 80), true), (-180, -85, 180, 85, (0, -140), false),
    // Fiji, on both sides of the antimeridian, and Siberia.
    (-190, -22, -170, -10, (-17.8, -182), true), (-190, -22, -170, -10, (-14, -182), false),
    (-200, 60, -160, 70, (67, -182), true), (-200, 60, -160, 70, (67, -176), true), (170, 60, 200, 70, (67, 184), true),
  ])
  func landIsWhereLandIs(
    west: Double, south: Double, east: Double, north: Double, point: (Double, Double), isLand: Bool
  ) {
    let outlines = Self.outlines(west, south, east, north)
    #expect(Self.isInside(Point(x: point.1, y: point.0), outlines.land) == isLand)
  }

  @Test func nothingIsOutsideTheFrame() {
    let outlines = Self.outlines(-10, 35, 20, 55)
    let all = outlines.land + outlines.coasts + outlines.borders + outlines.lakes + outlines.rivers + outlines.states
    #expect(
      !outlines.coasts.isEmpty && !outlines.borders.isEmpty && !outlines.rivers.isEmpty && !outlines.lakes.isEmpty)
    #expect(all.joined().allSatisfy { (-10.001...20.001).contains($0.x) && (34.999...55.001).contains($0.y) })
  }

  /// The map of the earth ends at the antimeridian, but no coast is there.
  @Test func theEdgeOfTheEarthIsNoCoast() {
    let outlines = Self.outlines(-200, 60, -160, 72)
    let along = outlines.coasts.joined { line in
      zip(line, line.dropFirst()).count { abs($0.x + 180) < 0.02 && abs($1.x + 180) < 0.02 && abs($0.y - $1.y) > 0.2 }
    }
    #expect(along == 0 && !outlines.coasts.isEmpty)
    let rings = outlines.land.joined { line in
      zip(line, line.dropFirst()).count { abs($0.x + 180) < 0.02 && abs($1.x + 180) < 0.02 && abs($0.y - $1.y) > 0.2 }
    }
    #expect(rings > 0, "the control: the rings of the land run there")
  }

  @Test func aPathIsInTenthsAndRelative() {
    let line = Self.points([(1, 2), (1.5, 1), (1.51, 1.01), (0, 3)])
    #expect(SVG.path([line], areClosed: false) == "M10 20l5-10-15 20")
    #expect(SVG.path([line], areClosed: true) == "M10 20l5-10-15 20z")
    #expect(SVG.path([Self.points([(1, 1), (1, 1)])], areClosed: false) == "M10 10l0 0")
  }
}

extension Array {
  /// The sum of a number of each element.
  fileprivate func joined(_ count: (Element) -> Int) -> Int { reduce(0) { $0 + count($1) } }
}
