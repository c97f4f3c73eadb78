extension SpatialIndex {
  /// The `wanted` places nearest to a point, nearest first, ties by row: only those within `radius`, where there is
  /// one, and only rows that pass.
  package func nearest(
    to origin: Coordinate, count wanted: Int, within radius: Distance? = nil,
    where passes: (Int) -> Bool = { _ in true }, cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> [(row: Int, distance: Distance)] {
    guard wanted > 0, count > 0 else { return [] }
    let chord = radius.map(UnitSphere.chord) ?? 2
    guard chord >= 0 else { return [] }
    var search = BallSearch(
      self, around: UnitSphere.point(latitude: origin.latitude, longitude: origin.longitude),
      bound: UnitSphere.widened(chord), wanted: wanted < count ? wanted : nil, cancellation: cancellation)
    try search.walk(0, leafCount, where: passes)
    var found = measured(search, from: origin)
    let inside = radius.map { radius in
      partition(found.indices) { found[$0].distance.metres <= radius.metres }
    }
    found.removeLast(found.count - min(inside ?? found.count, wanted))
    return found
  }

  /// The places within a distance of a point, nearest first, ties by row.
  package func within(
    _ radius: Distance, of origin: Coordinate, where passes: (Int) -> Bool = { _ in true },
    cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> [(row: Int, distance: Distance)] {
    try nearest(to: origin, count: count, within: radius, where: passes, cancellation: cancellation)
  }

  /// The candidates of a search as the great circle has them, in their order.
  private func measured(_ search: BallSearch, from origin: Coordinate) -> [(row: Int, distance: Distance)] {
    let circle = GreatCircle(from: origin)
    var found: [(row: Int, distance: Distance)] = []
    found.reserveCapacity(search.candidates.count)
    for candidate in search.candidates where candidate.square <= search.bound {
      let row = Int(candidate.row)
      let distance = circle.distance(latitude: positions.latitude(row), longitude: positions.longitude(row))
      found.append((row, distance))
    }
    found.sort { ($0.distance.metres, $0.row) < ($1.distance.metres, $1.row) }
    return found
  }

  /// The places in the box between two corners, in ascending order. Its borders are inside; where `southWest` lies
  /// east of `northEast` the box crosses the antimeridian.
  package func rows(from southWest: Coordinate, to northEast: Coordinate) -> [Int] {
    let box = CoordinateBox(from: southWest, to: northEast)
    guard count > 0, !box.isEmpty else { return [] }
    var search = BoxSearch(self, box)
    search.walk(0, leafCount)
    search.rows.sort()
    return search.rows
  }
}
