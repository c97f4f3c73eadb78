/// Which lines of two texts differ. The other lines are equal, one by one. O(lines).
///
/// `CollectionDifference` alone takes time in proportion to the square of the differing lines. So the lines that only
/// one text has are marked first. Then equal lines at both ends of the others are left out. The rest is compared only
/// if it is short; else all of it is marked.
struct LineDifference<Line: Hashable> {
  let old: [Line]
  let new: [Line]
  /// For each line of `old`, whether `new` lacks it.
  private(set) var isRemoved: [Bool]
  /// For each line of `new`, whether `old` lacks it.
  private(set) var isAdded: [Bool]

  /// The most lines that are compared in quadratic time, old and new ones together.
  private static var mostCompared: Int { 2000 }

  init(from old: [Line], to new: [Line]) {
    self.old = old
    self.new = new
    let (oldLines, newLines) = (Set(old), Set(new))
    isRemoved = old.map { !newLines.contains($0) }
    isAdded = new.map { !oldLines.contains($0) }
    compareCommonLines()
  }

  /// Compares the lines that occur in both texts, whose order may differ.
  private mutating func compareCommonLines() {
    var removed = old.indices.filter { !isRemoved[$0] }[...]
    var added = new.indices.filter { !isAdded[$0] }[...]
    while let first = removed.first, let other = added.first, old[first] == new[other] {
      removed.removeFirst()
      added.removeFirst()
    }
    while let last = removed.last, let other = added.last, old[last] == new[other] {
      removed.removeLast()
      added.removeLast()
    }
    guard removed.count + added.count <= Self.mostCompared else {
      for index in removed { isRemoved[index] = true }
      for index in added { isAdded[index] = true }
      return
    }
    let (removedIndices, addedIndices) = (Array(removed), Array(added))
    for change in addedIndices.map({ new[$0] }).difference(from: removedIndices.map { old[$0] }) {
      switch change {
      case .remove(let offset, _, _): isRemoved[removedIndices[offset]] = true
      case .insert(let offset, _, _): isAdded[addedIndices[offset]] = true
      }
    }
  }
}
