extension Dataset {
  /// The places with the most inhabitants in the box between two corners, the largest first. Those without inhabitants
  /// are left out.
  ///
  /// O(places in the box).
  package func largestPlaces(
    from southWest: Coordinate, to northEast: Coordinate, limit: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> [Place] {
    let rows = try spatial(cancellation).rows(from: southWest, to: northEast)
    var largest: [(population: UInt32, row: Int)] = []
    for row in rows {
      let population = places.population(of: row)
      guard population > 0, largest.count < limit || population > largest[largest.count - 1].population else {
        continue
      }
      let index = largest.firstIndex { $0.population < population } ?? largest.count
      largest.insert((population, row), at: index)
      if largest.count > limit { largest.removeLast() }
    }
    return largest.map { place($0.row) }
  }
}
