import Glibc

/// Named points, added one by one. Finds nearby points with the same name.
///
/// Names are the same if their folds are equal, or if they fold to nothing and are equal. The points are in a grid of
/// cubes around the globe. The edge of a cube is the greatest distance, so the points near a point are in its own cube
/// or in the 26 around it, even at the poles and at the antimeridian. Points without a position are near only each
/// other.
///
/// Adding is O(1), a query O(points of the name in those cells).
package struct NearbyNames {
  private struct Cell: Hashable {
    var name: Int32
    var x: Int32
    var y: Int32
    var z: Int32
  }

  private let radius: Distance
  private var names: [[UInt8]: Int32] = [:]
  private var cells: [Cell: [Int]] = [:]
  private var points: [Coordinate?] = []

  package init(within radius: Distance) { self.radius = radius }

  /// Adds a point. Points are numbered from 0.
  package mutating func add(_ name: Untrusted, at coordinate: Coordinate?) {
    let key = Self.key(of: name)
    let number = names[key] ?? Int32(names.count)
    names[key] = number
    cells[cell(of: coordinate, number), default: []].append(points.count)
    points.append(coordinate)
  }

  /// The number of the nearest point that has the same name, is near and satisfies a condition. If several are equally
  /// near, the first one.
  package func nearest(to coordinate: Coordinate?, called name: Untrusted, where isMeant: (Int) -> Bool) -> Int? {
    guard let number = names[Self.key(of: name)] else { return nil }
    let home = cell(of: coordinate, number)
    guard let coordinate else { return cells[home]?.first(where: isMeant) }
    let circle = GreatCircle(from: coordinate)
    var nearest: (point: Int, metres: Double)?
    for step in 0..<27 {
      var cell = home
      cell.x += Int32(step % 3 - 1)
      cell.y += Int32(step / 3 % 3 - 1)
      cell.z += Int32(step / 9 - 1)
      for point in cells[cell] ?? [] {
        guard let other = points[point] else { continue }
        let metres = circle.distance(latitude: other.latitude, longitude: other.longitude).metres
        guard metres <= radius.metres, isMeant(point),
          (metres, point) < nearest.map({ ($0.metres, $0.point) }) ?? (.infinity, 0)
        else { continue }
        nearest = (point, metres)
      }
    }
    return nearest?.point
  }

  private static func key(of name: Untrusted) -> [UInt8] {
    var fold: [UInt8] = []
    name.bytes.withUnsafeBufferPointer { Fold.append($0, to: &fold) }
    return fold.isEmpty ? [0] + name.bytes : fold
  }

  private func cell(of coordinate: Coordinate?, _ name: Int32) -> Cell {
    guard let coordinate else { return Cell(name: name, x: .max, y: .max, z: .max) }
    let north = coordinate.latitude * GreatCircle.radians
    let east = coordinate.longitude * GreatCircle.radians
    // A little longer than the chord of the arc, so that rounding cannot move a neighbour two cubes away.
    let edge = max(radius.metres / Distance.earthRadius, 1e-7) * 1.000_001
    let index = { (part: Double) in Int32((part / edge).rounded(.down)) }
    return Cell(name: name, x: index(cos(north) * cos(east)), y: index(cos(north) * sin(east)), z: index(sin(north)))
  }
}
