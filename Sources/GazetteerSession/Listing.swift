import GazetteerIndex

/// The numbered list that was printed last: what `list` prints again and `more` goes on with.
package struct Listing: Equatable, Sendable {
  /// Where its places come from. Asking again gives the same places in the same order.
  package enum Source: Equatable, Sendable {
    case search(Query)
    case near(Coordinate, within: Distance?, categories: [Untrusted])
    case box(southWest: Coordinate, northEast: Coordinate)
    case categories([Untrusted])
    case place(PlaceID)
  }

  package let source: Source
  /// The datasets that it was asked of, in order.
  package let datasets: [String]
  /// How many of its places have been printed.
  package var shown: Int

  package init(_ source: Source, datasets: [String], shown: Int) {
    self.source = source
    self.datasets = datasets
    self.shown = shown
  }
}
