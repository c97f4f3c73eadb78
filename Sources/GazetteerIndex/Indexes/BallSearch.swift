/// Finds the points around a center in a `SpatialIndex`. At each split it first searches the side of the center.
///
/// It skips a half of the tree if even the nearest point that the splits allow there is beyond `bound`. In a search for
/// the nearest `wanted` places, `bound` shrinks to the farthest of the nearest points found so far.
struct BallSearch {
  struct Candidate {
    let square: Float
    let row: UInt32
  }

  /// All points that may belong to the answer, and some that were found before `bound` shrank.
  private(set) var candidates: [Candidate] = []
  /// The square of the chord within which points are candidates, including the margin.
  private(set) var bound: Float

  private let leaves: UnsafePointer<Float>
  private let splits: UnsafePointer<SpatialIndex.Split>
  private let center: SIMD4<Float>
  private let cancellation: Cancellation
  private var nearest: NearestSquares?
  private var leavesSeen = 0

  /// - Parameter wanted: nil: all within `bound`.
  init(
    _ index: SpatialIndex, around center: SIMD4<Float>, bound: Float, wanted: Int?, cancellation: Cancellation
  ) {
    leaves = index.leaves.pointer
    splits = index.splits.pointer
    self.center = center
    self.bound = bound
    nearest = wanted.map(NearestSquares.init)
    candidates.reserveCapacity(min(wanted ?? 0, 64) * 4)
    self.cancellation = cancellation
  }

  /// Searches the leaves `first..<end`. `offsets` has the least distance of their points from the center on each axis.
  mutating func walk(
    _ first: Int, _ end: Int, offsets: SIMD4<Float> = .zero, where passes: (Int) -> Bool
  ) throws(Cancelled) {
    guard end - first > 1 else { return try look(in: first, where: passes) }
    let middle = SpatialIndex.middle(first, end)
    let split = splits[middle]
    let axis = Int(split.axis)
    let offset = center[axis] - split.value
    var beyond = offsets
    beyond[axis] = offset
    if offset < 0 {
      try walk(first, middle, offsets: offsets, where: passes)
      if allows(beyond) { try walk(middle, end, offsets: beyond, where: passes) }
    } else {
      try walk(middle, end, offsets: offsets, where: passes)
      if allows(beyond) { try walk(first, middle, offsets: beyond, where: passes) }
    }
  }

  @inline(__always)
  private func allows(_ offsets: SIMD4<Float>) -> Bool {
    offsets.x * offsets.x + offsets.y * offsets.y + offsets.z * offsets.z <= bound
  }

  private mutating func look(in leaf: Int, where passes: (Int) -> Bool) throws(Cancelled) {
    leavesSeen += 1
    if leavesSeen & 255 == 0 && cancellation.isCancelled { throw Cancelled() }
    let size = SpatialIndex.leafSize
    let points = UnsafeRawPointer(leaves + leaf * size * 4)
    let x = points.loadUnaligned(as: SIMD16<Float>.self) - center.x
    let y = points.loadUnaligned(fromByteOffset: 64, as: SIMD16<Float>.self) - center.y
    let z = points.loadUnaligned(fromByteOffset: 128, as: SIMD16<Float>.self) - center.z
    let squares = x * x + y * y + z * z
    for lane in 0..<size where squares[lane] <= bound {
      let row = points.load(fromByteOffset: 192 + lane * 4, as: UInt32.self)
      if passes(Int(row)) { add(Candidate(square: squares[lane], row: row)) }
    }
  }

  private mutating func add(_ candidate: Candidate) {
    candidates.append(candidate)
    guard nearest?.offer(candidate.square) == true, let farthest = nearest?.farthest else { return }
    bound = min(bound, UnitSphere.widened(farthest.squareRoot()))
  }
}

/// The `wanted` smallest squares of all that were offered, as a heap with the greatest of them first.
struct NearestSquares {
  private var heap: [Float]

  init(wanted: Int) { heap = [Float](repeating: .infinity, count: wanted) }

  /// The greatest of these squares; infinite while there are fewer than wanted.
  var farthest: Float { heap.first ?? -.infinity }

  /// Inserts a square if it is one of the smallest, and returns whether it is. O(log wanted).
  mutating func offer(_ square: Float) -> Bool {
    guard square < farthest else { return false }
    heap.withUnsafeMutableBufferPointer { heap in
      var hole = 0
      while true {
        var child = 2 * hole + 1
        guard child < heap.count else { break }
        if child + 1 < heap.count && heap[child + 1] > heap[child] { child += 1 }
        guard heap[child] > square else { break }
        heap[hole] = heap[child]
        hole = child
      }
      heap[hole] = square
    }
    return true
  }
}
