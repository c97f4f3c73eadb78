/// The points between a south-west and a north-east corner, including the borders.
///
/// If the south-west corner lies east of the other, the box crosses the antimeridian. Longitudes −180 and 180 are the
/// same meridian.
struct CoordinateBox {
  let south: Double
  let north: Double
  let west: Double
  let east: Double

  init(from southWest: Coordinate, to northEast: Coordinate) {
    south = southWest.latitude
    north = northEast.latitude
    west = southWest.longitude
    east = northEast.longitude
  }

  /// Whether the box contains no point, because its southern border is north of its northern border.
  var isEmpty: Bool { south > north }
  var crossesAntimeridian: Bool { west > east }

  func contains(latitude: Double, longitude: Double) -> Bool {
    guard latitude >= south, latitude <= north else { return false }
    return spans(longitude) || abs(longitude) == 180 && spans(-longitude)
  }

  private func spans(_ longitude: Double) -> Bool {
    let isEastOfWest = longitude >= west
    let isWestOfEast = longitude <= east
    return crossesAntimeridian ? isEastOfWest || isWestOfEast : isEastOfWest && isWestOfEast
  }
}
