/// The id of a place whose source has no ids: a number of 40 bits that depends on its name and position alone. So check
/// marks, hearts and links stay with the place when other rows of a file are inserted, deleted or sorted.
enum ContentID {
  private static let mask: Int64 = 1 << 40 - 1

  /// O(length of the name).
  static func of(_ name: ArraySlice<UInt8>, latitude: Double, longitude: Double) -> Int64 {
    var sum = Checksum()
    name.withUnsafeBytes { sum.add($0) }
    for degrees in [latitude, longitude] {
      // Adding zero makes one number of zero and minus zero; there are many bit patterns that are not numbers.
      sum.add(degrees.isNaN ? .min : Int64(bitPattern: (degrees + 0).bitPattern))
    }
    return sum.value & mask
  }

  /// The ids with those of the given rows changed where others have the same: of equal places the first keeps its id,
  /// and the next ones get ids that depend on how many were before them. O(n), and O(log n) for each that is changed.
  ///
  /// - Returns: the ids, and the order of their rows if none of them was changed.
  static func unique(
    _ ids: [Int64], rowsWithoutID: [UInt32], _ cancellation: Cancellation
  ) throws(Cancelled) -> (ids: [Int64], order: Column<UInt32>?) {
    guard !rowsWithoutID.isEmpty else { return (ids, nil) }
    let sorted = try IDColumn.sorted(ids, cancellation)
    var isChangeable = BitSet(capacity: ids.count)
    for row in rowsWithoutID { isChangeable.insert(Int(row)) }
    var ids = ids
    var added: Set<Int64> = []
    func isTaken(_ id: Int64) -> Bool {
      let key = IDColumn.key(id)
      let position = partition(0..<sorted.count) { sorted[$0].key < key }
      return position < sorted.count && sorted[position].key == key || added.contains(id)
    }
    var start = 0
    while start < sorted.count {
      try cancellation.check(every: start)
      let key = sorted[start].key
      var end = start + 1
      while end < sorted.count, sorted[end].key == key { end += 1 }
      if end - start > 1 {
        let rows = sorted[start..<end].map { Int($0.row) }
        let changeable = rows.filter(isChangeable.contains)
        let id = ids[rows[0]]
        var number: Int64 = 0
        for row in changeable.dropFirst(changeable.count == rows.count ? 1 : 0) {
          try cancellation.check()
          repeat {
            number += 1
            var sum = Checksum()
            sum.add(id)
            sum.add(number)
            ids[row] = sum.value & mask
          } while isTaken(ids[row])
          added.insert(ids[row])
        }
      }
      start = end
    }
    return (ids, added.isEmpty ? Column(sorted.map(\.row)) : nil)
  }
}
