/// The positions of the nodes that ways need. 16 bytes a node.
struct OSMNodes {
  private var ids: [Int64] = []
  /// Latitude and longitude in ten-millionths of a degree, as in OpenStreetMap; `missing` if the file has no such node.
  private var positions: [SIMD2<Int32>] = []
  /// Where the next node probably is: files are sorted by id.
  private var next = 0

  private static let missing = SIMD2(Int32.min, Int32.min)

  var isEmpty: Bool { ids.isEmpty }

  mutating func want(_ nodes: [Int64]) { ids += nodes }

  /// Ends the list of the nodes that are wanted. O(n log n).
  mutating func sort() {
    ids.sort()
    var count = 0
    for id in ids where count == 0 || ids[count - 1] != id {
      ids[count] = id
      count += 1
    }
    ids.removeLast(ids.count - count)
    positions = Array(repeating: Self.missing, count: count)
  }

  /// Remembers the position of a node, in degrees, if it is wanted. O(1) if nodes come in the order of their ids, else
  /// O(log n).
  mutating func note(_ id: Int64, at position: (latitude: Double, longitude: Double)) {
    if next < ids.count, ids[next] < id { next += 1 }
    let isNext = (next == 0 || ids[next - 1] < id) && (next == ids.count || id <= ids[next])
    if !isNext { next = index(of: id) }
    guard next < ids.count, ids[next] == id else { return }
    guard abs(position.latitude) <= 90, abs(position.longitude) <= 180 else { return }
    positions[next] = SIMD2(Int32((position.latitude * 1e7).rounded()), Int32((position.longitude * 1e7).rounded()))
  }

  /// The first index with this id or a greater one.
  private func index(of id: Int64) -> Int {
    var range = 0..<ids.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = ids[middle] < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// The middle of the box around nodes; nil if the file has none of them.
  func middle(of nodes: [Int64]) -> (latitude: Double, longitude: Double)? {
    var extent = GeoJSONExtent()
    for id in nodes {
      let index = index(of: id)
      guard index < ids.count, ids[index] == id, positions[index] != Self.missing else { continue }
      extent.add(
        GeoJSONPosition(longitude: Double(positions[index].y) / 1e7, latitude: Double(positions[index].x) / 1e7))
    }
    return extent.middle
  }
}
