import GazetteerIndex

/// The numbered list that was printed last: `list` prints it again and `more` continues it.
package struct Listing: Equatable, Sendable {
  package let source: ListSource
  /// The datasets that were asked, in order.
  package let datasets: [String]
  /// How many of its places have been printed.
  package var shown: Int

  package init(_ source: ListSource, datasets: [String], shown: Int) {
    self.source = source
    self.datasets = datasets
    self.shown = shown
  }
}
