import GazetteerIndex

extension Message {
  /// The remark about a place with a position that does not exist.
  static func offTheGlobe(_ latitude: Double, _ longitude: Double) -> Message {
    let kept: Message = "kept without its position \(own: "\(latitude),\(longitude)"), which is not on the globe"
    if Coordinate.areSwapped(latitude, longitude) { return "\(kept); latitude and longitude look swapped" }
    // Projections count in metres from far away.
    guard abs(latitude) > 1000, abs(longitude) > 1000 else { return kept }
    return
      "\(kept); these look like metres of a map projection; try: open with --crs and the code of that projection, such as EPSG:27700 in Great Britain or EPSG:3857 on maps of the web"
  }
}

extension Coordinate {
  /// Whether a position that is not on the globe is there the other way round.
  static func areSwapped(_ latitude: Double, _ longitude: Double) -> Bool {
    Coordinate(latitude: longitude, longitude: latitude) != nil
  }
}
