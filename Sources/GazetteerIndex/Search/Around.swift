/// Which places around a point to list, and in which order.
package struct Around: Equatable, Sendable {
  /// Places that are equal in an order are sorted by distance.
  package enum Order: String, CaseIterable, Sendable {
    case distance
    /// The best first; places without a rating last.
    case rating
    /// By folded name.
    case name
  }

  package let origin: Coordinate
  /// nil: all that have a position.
  package var radius: Distance?
  /// Only places with one of these, compared folded; empty: all.
  package var categories: [Untrusted]
  /// Only places that meet all of these.
  package var conditions: [Condition] = []
  /// Only places with all these words.
  package var terms = PlaceTerms(Untrusted(""))
  /// Without the places that a search for this text finds in the tiers name to region.
  package var unnamed = Untrusted("")
  package var order = Order.distance
  /// Sorts by a column instead; places with equal values by distance.
  package var columnOrder: ColumnOrder?

  package init(_ origin: Coordinate, within radius: Distance?, categories: [Untrusted] = []) {
    self.origin = origin
    self.radius = radius
    self.categories = categories
  }
}
