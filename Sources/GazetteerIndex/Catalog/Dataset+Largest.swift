extension Dataset {
  /// A box with fewer of these is small, so that its places are looked up.
  private static let leading = 2000

  /// The places with the most inhabitants in the box between two corners, the largest first. Those without inhabitants
  /// are left out.
  ///
  /// Of a large box, the best are soon met among the largest places of all; a box in which they are not has few places.
  /// O(places in the box) at most, and usually O(limit). The first call takes O(places).
  package func largestPlaces(
    from southWest: Coordinate, to northEast: Coordinate, limit: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> [Place] {
    let box = CoordinateBox(from: southWest, to: northEast)
    guard limit > 0, !box.isEmpty else { return [] }
    let leading = try leadingRows(Dataset.leading, cancellation)
    var found: [Int] = []
    for row in leading where places.population(of: row) > 0 {
      guard let point = places.positions.coordinate(row),
        box.contains(latitude: point.latitude, longitude: point.longitude)
      else { continue }
      found.append(row)
      if found.count == limit { break }
    }
    if found.count < limit, leading.count < count {
      let rows = try spatial(cancellation).rows(from: southWest, to: northEast)
        .filter { places.population(of: $0) > 0 }
      found = Array(rows.sorted { order.relevance[$0] < order.relevance[$1] }.prefix(limit))
    }
    return found.map { place($0) }
  }
}
