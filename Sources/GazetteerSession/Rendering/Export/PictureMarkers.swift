/// Places on a picture as markers that do not meet: places whose markers would are one marker with their number, at
/// the most important of them.
///
/// O(places × log(places)), as long as few markers are at the same spot.
struct PictureMarkers {
  /// A place to draw.
  struct Spot {
    let point: MapProjection.Point
    let size: MarkerSize
    /// The most important is the one with the greatest weight, of equal ones the first.
    let weight: UInt32
  }

  struct Marker: Equatable {
    /// The indexes of its places, the most important first.
    var places: [Int]
    let point: MapProjection.Point
    var radius: Double

    var box: Box { Box(around: point, radius: radius) }
  }

  /// The least distance of two markers.
  private static let gap = 1.0

  /// By importance.
  let all: [Marker]

  init(of spots: [Spot]) {
    let order = spots.indices.sorted { (spots[$1].weight, $0) < (spots[$0].weight, $1) }
    var markers = order.map { Marker(places: [$0], point: spots[$0].point, radius: spots[$0].size.radius) }
    var count: Int
    // A marker grows by the places that join it, and may then meet another one.
    repeat {
      count = markers.count
      markers = Self.joined(markers) { spots[$0].size.radius }
    } while markers.count < count
    var ranks = Array(repeating: 0, count: spots.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    for index in markers.indices { markers[index].places.sort { ranks[$0] < ranks[$1] } }
    all = markers
  }

  /// Joins each marker to the first before it that it meets.
  private static func joined(_ markers: [Marker], radius: (Int) -> Double) -> [Marker] {
    var kept: [Marker] = []
    var index = BoxIndex()
    for marker in markers {
      // No marker is larger than `largest`, so all that it can meet are in this box.
      let reach = Box(around: marker.point, radius: marker.radius + largest + gap)
      let meeting = index.candidates(near: reach).filter { meet(kept[$0], marker) }.min()
      if let meeting {
        kept[meeting].places += marker.places
        kept[meeting].radius = max(
          Self.radius(of: kept[meeting].places.count), radius(kept[meeting].places[0]) + 1)
      } else {
        kept.append(marker)
        index.insert(Box(around: marker.point, radius: 0))
      }
    }
    return kept
  }

  private static func meet(_ marker: Marker, _ other: Marker) -> Bool {
    let (x, y) = (marker.point.x - other.point.x, marker.point.y - other.point.y)
    let reach = marker.radius + other.radius + gap
    return x * x + y * y < reach * reach
  }

  private static let largest = 17.0

  /// The radius of a marker with the number of its places.
  static func radius(of count: Int) -> Double {
    switch count {
    case ..<10: 7.5
    case ..<100: 9
    case ..<1000: 11.5
    case ..<10_000: 15
    default: largest
    }
  }
}
