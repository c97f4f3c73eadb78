import GazetteerIndex

/// A place on a map.
package struct MapMarker: Equatable, Sendable {
  package enum Kind: Sendable {
    case place, restaurant, station
    /// No place, but the point that a list is around.
    case point
    /// Not asked for: a large town, so that one knows where the others are.
    case town
  }

  /// nil for points, towns and stations that are not in the list.
  package var id: PlaceID?
  package var coordinate: Coordinate
  /// Its number in the list; nil for none.
  package var number: Int?
  /// Neutralised.
  package var name: String
  /// The name with the region, for sentences; neutralised.
  package var title: String
  package var kind = Kind.place
  package var isCurrent = false
  package var isChecked = false
  package var isFavorite = false
  /// Whether it is the user's own location.
  package var isOwn = false
  /// The labels of greater weights are placed first: the population, or 0.
  package var weight = 0

  package init(_ name: String, at coordinate: Coordinate, number: Int? = nil) {
    self.name = name
    title = name
    self.coordinate = coordinate
    self.number = number
  }

  /// Whether it is a place that was asked for.
  var isPlace: Bool { kind != .town && kind != .point }

  /// Whether it is so near to a pole that no map shows it.
  var isBeyond: Bool { Mercator.isBeyond(coordinate) }

  /// What it is drawn as, by shape and by color. If it is several of these, the first counts.
  var ink: Ink {
    if isCurrent { return .current }
    if isOwn { return .own }
    return switch kind {
    case .station: .station
    case _ where isChecked: .checked
    case _ where isFavorite: .favorite
    case .restaurant: .restaurant
    case .place: .place
    case .point: .point
    case .town: .label
    }
  }

  /// Markers of lower ranks are drawn first; those that meet them join them.
  var rank: Int {
    switch ink {
    case .current: 0
    case .own: 1
    case .station, .point: 2
    case .checked: 3
    case .favorite: 4
    default: kind == .town ? 6 : 5
    }
  }
}

extension Ink {
  /// The shape of a marker of this color.
  package func symbol(isASCII: Bool) -> String {
    switch self {
    case .current: isASCII ? "@" : "★"
    case .own: isASCII ? "&" : "⌂"
    case .station: isASCII ? "=" : "■"
    case .checked: isASCII ? "x" : "✓"
    case .favorite: isASCII ? "*" : "♥"
    case .restaurant: isASCII ? "%" : "◆"
    case .place: isASCII ? "o" : "●"
    case .point: isASCII ? "!" : "⊕"
    default: isASCII ? "-" : "·"
    }
  }
}
