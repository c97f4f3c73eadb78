import GazetteerIndex

/// The numbered list that was printed last: `list` prints it again and `more` continues it.
package struct Listing: Equatable, Sendable {
  package let source: ListSource
  /// The datasets that were asked, in order.
  package let datasets: [String]
  /// How many of its places have been printed.
  package var shown: Int
  /// How many were asked for, which may be more; nil if that is not known.
  package var limit: Limit?

  package init(_ source: ListSource, datasets: [String], shown: Int, limit: Limit? = nil) {
    self.source = source
    self.datasets = datasets
    self.shown = shown
    self.limit = limit
  }
}
