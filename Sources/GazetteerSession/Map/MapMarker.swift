import GazetteerIndex

/// A place on a map.
package struct MapMarker: Equatable, Sendable {
  package enum Kind: Sendable {
    case place, restaurant, station
  }

  package var coordinate: Coordinate
  /// Its number in the list; nil for none.
  package var number: Int?
  /// Neutralised.
  package var name: String
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
    self.coordinate = coordinate
    self.number = number
  }
}
