import GazetteerIndex

/// The part of the earth that a map shows: its center, and how large it is drawn.
package struct Viewport: Equatable, Sendable {
  /// From the whole earth in 64 dots to streets.
  package static let zooms = 0.0...18.0

  package var center: Coordinate
  /// As of maps on the web, if a cell has 8 × 16 pixels: the earth is 64 × 2^zoom dots wide. In `zooms`, rounded to
  /// tenths.
  package var zoom: Double {
    didSet { zoom = Viewport.rounded(zoom) }
  }

  package init(center: Coordinate, zoom: Double) {
    self.center = center
    self.zoom = Viewport.rounded(zoom)
  }

  /// Down, so that what fits still fits; but 7.199999999999999, which is 8.2 less 1, is 7.2.
  private static func rounded(_ zoom: Double) -> Double {
    (min(max(zoom, zooms.lowerBound), zooms.upperBound) * 10 + 1e-9).rounded(.down) / 10
  }
}
