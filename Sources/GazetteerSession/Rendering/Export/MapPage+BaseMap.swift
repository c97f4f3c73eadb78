import GazetteerIndex

/// The base map of a page: `{"unit": DEGREES, "box": [WEST, SOUTH, EAST, NORTH], "land": TEXT, …}`, each layer as one
/// text.
///
/// A blank separates two lines. A point of a line is its longitude, then its latitude, each in units and as the
/// difference to the point before, the first to 0. A number n ≥ 0 is 2n, n < 0 is −2n − 1, in groups of 5 bits, the lowest
/// first; each group is a letter of `alphabet`, plus 32 if more groups follow.
extension MapPage {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Rough lines for the whole earth.
  static var earth: Datum {
    let extent = MapOutlines.Extent(west: -180, south: -90, east: 180, north: 90)
    return lines(in: extent, detail: .coarse, unit: 0.1, tolerance: 0.1)
  }

  /// Finer lines for the places and what is around them.
  static func lines(around projection: MapProjection) -> Datum {
    let (bottom, top) = (Mercator.ordinate(projection.south), Mercator.ordinate(projection.north))
    let across = projection.east - projection.west
    // So that the map can be moved a little, and for windows of any shape. If it shows most of the earth, it shows all.
    let half = max(max(across, top - bottom) * 0.8, 0.5)
    let (x, y) = ((projection.west + projection.east) / 2, (bottom + top) / 2)
    let extent = MapOutlines.Extent(
      west: x - min(half, 180), south: Mercator.latitude(y - half), east: x + min(half, 180),
      north: Mercator.latitude(y + half))
    let unit = [0.0001, 0.001, 0.01].first { across / $0 <= 25_000 } ?? 0.01
    return lines(in: extent, detail: nil, unit: unit, tolerance: across / 6000, isBoxed: true)
  }

  private static func lines(
    in extent: MapOutlines.Extent, detail: BaseMap.Detail?, unit: Double, tolerance: Double, isBoxed: Bool = false
  ) -> Datum {
    let frame = Box(x: extent.west...extent.east, y: extent.south...extent.north)
    let outlines = MapOutlines(of: extent, detail: detail, in: frame, tolerance: tolerance) { latitude, longitude in
      MapProjection.Point(x: longitude, y: latitude)
    }
    let box = [extent.west, extent.south, extent.east, extent.north].map { Datum.decimal(($0 / unit).rounded() * unit) }
    let layers: [(String, [[MapProjection.Point]])] = [
      ("land", outlines.land), ("coasts", outlines.coasts), ("lakes", outlines.lakes), ("rivers", outlines.rivers),
      ("states", outlines.states), ("borders", outlines.borders),
    ]
    return object(
      [("unit", .decimal(unit)), ("box", isBoxed ? .list(box) : nil)]
        + layers.map { name, lines in
          (name, .own(lines.map { text(of: $0, unit: unit) }.filter { !$0.isEmpty }.joined(separator: " ")))
        })
  }

  /// A line of at least two different points; empty for others.
  private static func text(of line: [MapProjection.Point], unit: Double) -> String {
    var bytes: [UInt8] = []
    var last = (x: 0, y: 0)
    var count = 0
    for point in line {
      let (x, y) = (Int((point.x / unit).rounded()), Int((point.y / unit).rounded()))
      guard count == 0 || (x, y) != last else { continue }
      append(x - last.x, to: &bytes)
      append(y - last.y, to: &bytes)
      last = (x, y)
      count += 1
    }
    return count > 1 ? String(decoding: bytes, as: UTF8.self) : ""
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = number >= 0 ? number * 2 : -number * 2 - 1
    while rest > 31 {
      bytes.append(alphabet[rest & 31 | 32])
      rest >>= 5
    }
    bytes.append(alphabet[rest])
  }
}
