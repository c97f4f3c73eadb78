import GazetteerIndex

/// What a map shows, whatever its size.
package struct MapSubject: Equatable, Sendable {
  /// In the order of their list.
  package var markers: [MapMarker]
  /// nil: all markers fit.
  package var viewport: Viewport?

  /// The places nearest to a single one, which is shown as large as a map with these is.
  package var neighbours: [Coordinate] = []
  /// How many places cannot be shown, because they have no position.
  package var unplaced = 0
  /// How many places there are; nil if they are all here.
  package var total: Int?

  /// Why there is no place, and what to try; neutralised. nil if there are some.
  package var absence: String?

  /// The point to zoom in at, if there is no viewport; nil: all markers fit.
  package var focus: Coordinate?

  package init(_ markers: [MapMarker], in viewport: Viewport? = nil) {
    self.markers = markers
    self.viewport = viewport
  }

  /// The part of the earth to show in a map of a size in cells.
  package func viewport(columns: Int, rows: Int) -> Viewport {
    viewport ?? focus.map { .fitting([$0], columns: columns, rows: rows) }
      ?? .fitting(
        markers.lazy.filter { $0.kind != .town }.map(\.coordinate), among: neighbours, columns: columns, rows: rows)
  }
}

extension MapSubject {
  /// How many places were asked for and are here.
  var placeCount: Int { markers.count(where: \.isPlace) }

  /// `20 places`, or `10,000 of 34,006 places`.
  var countText: String { countTexts[0] }

  /// The same in a long form and in shorter ones.
  var countTexts: [String] {
    let count = placeCount
    guard let total, total > count else { return [Numeral.places(count)] }
    let both = "\(Numeral.grouped(count)) of \(Numeral.grouped(total))"
    return ["\(both) places", both]
  }

  /// `2 places without a position`; nil if all have one.
  var unplacedText: String? { unplacedTexts.first }

  /// The same in a long form and in a shorter one; none if all have a position.
  var unplacedTexts: [String] {
    unplaced == 0
      ? [] : [Numeral.places(unplaced) + " without a position", Numeral.grouped(unplaced) + " without position"]
  }
}
