package struct SpatialIndex: Sendable {
  let c: [Coordinate?]
  init(latitudes: [Double], longitudes: [Double]) { c = zip(latitudes, longitudes).map { Coordinate(latitude: $0, longitude: $1) } }
  func nearest(to: Coordinate, count: Int, where: (Int) -> Bool) -> [(row: Int, distance: Distance)] { [] }
  func within(_ radius: Distance, of: Coordinate) -> [(row: Int, distance: Distance)] { [] }
  func rows(from southWest: Coordinate, to northEast: Coordinate) -> [Int] { [] }
}
