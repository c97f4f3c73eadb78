import GazetteerIndex

/// What a map cannot show. The map ends at `Mercator.mostLatitude`, about 85°.
extension MapSubject {
  /// How many places are too near to a pole to be drawn.
  var beyond: Int { markers.count { $0.isPlace && $0.isBeyond } }

  /// `1 place beyond 85° north`, in ASCII without the sign; nil if all can be drawn.
  func beyondText(isASCII: Bool) -> String? { beyondTexts(isASCII: isASCII).first }

  /// The same in a long form and in shorter ones; none if all can be drawn.
  func beyondTexts(isASCII: Bool) -> [String] {
    let places = beyondMarkers(where: \.isPlace)
    guard !places.isEmpty else { return [] }
    let limit = "beyond 85" + (isASCII ? "" : "°")
    return [
      "\(Numeral.places(places.count)) \(limit) \(MapSubject.sides(of: places))",
      "\(Numeral.grouped(places.count)) \(limit)",
    ]
  }

  /// Sentences: which places are too near to a pole, whether the point is, and why there is no place.
  var remarks: [String] {
    let places = beyondMarkers(where: \.isPlace)
    let point = beyondMarkers { $0.kind == .point }
    return [
      places.isEmpty ? nil : Numeral.places(places.count) + MapSubject.sentence(places),
      point.isEmpty ? nil : "the point" + MapSubject.sentence(point), absence,
    ].compactMap(\.self)
  }

  private func beyondMarkers(where isMeant: (MapMarker) -> Bool) -> [MapMarker] {
    // Only these are copied, since copies of markers are slow.
    markers.indices.filter { Mercator.isBeyond(markers[$0].coordinate) }.map { markers[$0] }.filter(isMeant)
  }

  private static func sentence(_ markers: [MapMarker]) -> String {
    "\(markers.count == 1 ? " is" : " are") beyond 85 degrees \(sides(of: markers)) and cannot be drawn"
  }

  /// `north`, or `north or south`.
  private static func sides(of markers: [MapMarker]) -> String {
    Set(markers.map { $0.coordinate.latitude > 0 ? "north" : "south" }).sorted().joined(separator: " or ")
  }
}
