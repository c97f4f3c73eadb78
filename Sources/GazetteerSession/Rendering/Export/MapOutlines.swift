import GazetteerIndex

/// The lines of the base map in a part of the earth: projected, cut at the edges of a frame, and simplified.
struct MapOutlines {
  typealias Point = MapProjection.Point

  /// Land, as rings to be filled by the even-odd rule, and its coasts. The rings also run along the edges of the frame,
  /// and where the map of the earth ends; the coasts do not.
  private(set) var land: [[Point]] = []
  private(set) var coasts: [[Point]] = []
  /// Rings.
  private(set) var lakes: [[Point]] = []
  private(set) var borders: [[Point]] = []
  private(set) var states: [[Point]] = []
  private(set) var rivers: [[Point]] = []

  /// The part of the earth, in degrees. `west` is below −180, or `east` above 180, if it crosses the antimeridian.
  struct Extent {
    var west, south, east, north: Double

    var degrees: Double { east - west }
  }

  /// The gaps are the indexes of points that are not connected with the next one.
  private typealias Line = (points: [Point], gaps: Set<Int>)

  /// O(points of the detail that suits the extent).
  ///
  /// - Parameters:
  ///   - detail: nil: that which suits the extent.
  ///   - frame: what is outside it, is cut off.
  ///   - tolerance: how far a simplified line may be from the true one.
  ///   - project: where a latitude and a longitude are; both grow with them, or become smaller.
  init(
    of extent: Extent, detail: BaseMap.Detail? = nil, in frame: Box, tolerance: Double,
    project: (_ latitude: Double, _ longitude: Double) -> Point
  ) {
    // As the map of the terminal chooses them; a picture is about three times as fine.
    let zoom = max(0, Mercator.doublings(of: 1000 / max(extent.degrees, 1e-6) * 360 / 64))
    let chosen = detail ?? BaseMap.Detail(zoom: zoom)
    let mostRank = UInt8(min(zoom * 1.5, 20))
    func lines(_ layer: BaseMap.Layer, _ rank: UInt8 = .max) -> [Line] {
      Self.lines(of: layer, in: chosen, mostRank: rank, in: extent, project: project)
    }
    func cut(_ lines: [Line]) -> [[Point]] {
      lines.flatMap { FrameClipper.pieces(of: $0.points, without: $0.gaps, in: frame) }
        .map { LineSimplifier.simplified($0, tolerance: tolerance) }
    }
    func filled(_ lines: [Line]) -> [[Point]] {
      lines.map { LineSimplifier.simplified(FrameClipper.ring($0.points, in: frame), tolerance: tolerance) }
        .filter { $0.count > 3 }
    }
    let rings = lines(.land)
    land = filled(rings)
    coasts = cut(rings)
    borders = cut(lines(.border))
    // The other lines are those of a map of a continent. They would be wrong by more than they show in one of a town.
    guard chosen != .coarse, extent.degrees >= Self.leastOfRough else { return }
    lakes = filled(lines(.lake, mostRank))
    rivers = cut(lines(.river, mostRank))
    if extent.degrees <= Self.mostOfStates { states = cut(lines(.state)) }
  }

  /// In degrees.
  private static let (leastOfRough, mostOfStates) = (1.5, 130.0)

  /// The lines of a layer, and after which of their points there is a gap, because the map of the earth ends there.
  private static func lines(
    of layer: BaseMap.Layer, in detail: BaseMap.Detail, mostRank: UInt8, in extent: Extent,
    project: (Double, Double) -> Point
  ) -> [Line] {
    let unit = 10_000.0
    let latitudes = (south: Int32(extent.south * unit), north: Int32(extent.north * unit))
    var found: [Line] = []
    // The earth is there once, but the extent may begin anywhere.
    for turn in [-360.0, 0, 360] {
      let (west, east) = ((extent.west - turn) * unit, (extent.east - turn) * unit)
      guard west < 180 * unit, east > -180 * unit else { continue }
      let lines = BaseMap.standard.lines(
        of: layer, in: detail, mostRank: mostRank, west: Int32(west), south: latitudes.south, east: Int32(east),
        north: latitudes.north)
      for line in lines where line.count > 1 {
        var gaps: Set<Int> = []
        if layer == .land {
          for index in 0..<line.count - 1 where line[index].isAtEdge && line[index + 1].isAtEdge { gaps.insert(index) }
        }
        let points = line.map { project(Double($0.latitude) / unit, Double($0.longitude) / unit + turn) }
        found.append((points, gaps))
      }
      guard layer == .land else { continue }
      // Rings around the whole part of the extent were not found. There is an odd number of them if a point is on land
      // although the other rings say that it is not, or the reverse. The part itself, as a ring, stands for them.
      let part = Extent(
        west: max(extent.west, turn - 180), south: extent.south, east: min(extent.east, turn + 180), north: extent.north
      )
      guard
        let middle = Coordinate(
          latitude: (part.south + part.north) / 2, longitude: (part.west + part.east) / 2 - turn),
        BaseMap.standard.isLand(middle, in: detail) != BaseMap.isInside(middle, lines)
      else { continue }
      let corners = [
        (part.south, part.west), (part.south, part.east), (part.north, part.east), (part.north, part.west),
        (part.south, part.west),
      ]
      found.append((corners.map(project), Set(0..<4)))
    }
    return found
  }
}

extension BaseMap {
  /// Whether a point is inside an odd number of rings, by the rule of `isLand`. O(points).
  fileprivate static func isInside(_ point: Coordinate, _ rings: [[Point]]) -> Bool {
    let (x, y) = (point.longitude * 10_000, point.latitude * 10_000)
    var crossings = 0
    for ring in rings {
      for (start, end) in zip(ring, ring.dropFirst())
      where (Double(start.longitude) <= x) != (Double(end.longitude) <= x) {
        let share = (x - Double(start.longitude)) / Double(end.longitude - start.longitude)
        if Double(start.latitude) + share * Double(end.latitude - start.latitude) > y { crossings += 1 }
      }
    }
    return crossings % 2 == 1
  }
}
