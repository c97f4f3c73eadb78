import Glibc

/// One of eight directions.
package enum CompassPoint: Int, CaseIterable, Sendable {
  case north, northEast, east, southEast, south, southWest, west, northWest

  /// `north-east`.
  package var name: String {
    switch self {
    case .north: "north"
    case .northEast: "north-east"
    case .east: "east"
    case .southEast: "south-east"
    case .south: "south"
    case .southWest: "south-west"
    case .west: "west"
    case .northWest: "north-west"
    }
  }
}

extension Coordinate {
  /// The direction in which the shortest way to another point begins.
  package func direction(to other: Coordinate) -> CompassPoint {
    let (start, end) = (latitude * GreatCircle.radians, other.latitude * GreatCircle.radians)
    let turn = (other.longitude - longitude) * GreatCircle.radians
    let east = sin(turn) * cos(end)
    let north = cos(start) * sin(end) - sin(start) * cos(end) * cos(turn)
    let eighths = (atan2(east, north) / (.pi / 4)).rounded()
    return CompassPoint(rawValue: (Int(eighths) + 8) % 8) ?? .north
  }
}
