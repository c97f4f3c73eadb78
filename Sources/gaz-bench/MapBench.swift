import GazetteerIndex
import GazetteerSession

/// Times drawing a map of some places of a dataset on a large screen.
struct MapBench {
  /// The size of the screen in cells.
  private static let (columns, rows) = (200, 50)

  let dataset: Dataset

  /// Times a map from its markers to its rows of text.
  ///
  /// - Parameter count: how many places there are, equally spaced among the rows of the dataset.
  /// - Returns: the rows that were drawn, and how many places the map says are outside.
  func draw(_ viewport: Viewport, count: Int) -> (result: (rows: Int, outside: Int), nanoseconds: Int) {
    let markers = (0..<min(count, dataset.count)).compactMap { index -> MapMarker? in
      let place = dataset.place(index * dataset.count / count)
      guard let coordinate = place.coordinate else { return nil }
      var marker = MapMarker(place.name.neutralised, at: coordinate, number: index + 1)
      marker.weight = Int(place.population)
      return marker
    }
    let subject = MapSubject(markers, in: viewport)
    let (lines, nanoseconds) = timed {
      TerminalMap(of: subject, columns: MapBench.columns, rows: MapBench.rows).lines(isASCII: false)
    }
    let legend = lines.last?.map(\.text).joined().split(separator: " ") ?? []
    let outside = legend.firstIndex(of: "of").flatMap { Int(legend[$0 - 1].filter(\.isNumber)) } ?? 0
    return ((lines.count, outside), nanoseconds)
  }
}
