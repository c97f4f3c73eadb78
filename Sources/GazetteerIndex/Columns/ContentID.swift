/// The id of a place whose source has no ids: a number of 48 bits that depends on its name and position alone. So check
/// marks, hearts and links stay with the place when other rows of a file are inserted, deleted or sorted.
///
/// Saved sessions and favorites have these ids, so they must never change.
struct ContentID {
  private var sum = Checksum()

  /// - Parameter name: empty if the source has none, even if the place got one.
  init(name: ArraySlice<UInt8>, latitude: Double, longitude: Double) {
    name.withUnsafeBytes { sum.add($0) }
    for degrees in [latitude, longitude] { sum.add(Self.rounded(degrees)) }
  }

  private init(_ base: Int64) { sum.add(base) }

  /// To about a centimetre, since the last bits of a calculated position may be different elsewhere.
  private static func rounded(_ degrees: Double) -> Int64 {
    guard degrees.magnitude <= 1e9 else { return degrees.isNaN ? .min : Int64(bitPattern: degrees.bitPattern) }
    return Int64((degrees * 1e7).rounded())
  }

  /// The bits of the sum, mixed (splitmix64): its lower bits alone are the same for many positions.
  var value: Int64 {
    var bits = UInt64(bitPattern: sum.value)
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return Int64((bits ^ bits >> 31) >> 16)
  }
}

extension ContentID {
  /// The ids with those of the given rows changed where others have the same. Places with the same name and position get
  /// ids that depend on their other values, too, and places with the same values are told apart by their order.
  /// O(n log n).
  ///
  /// - Parameter rest: a sum of the other values of a row.
  /// - Returns: the ids, and the order of their rows; nil if no id was invented.
  static func unique(
    _ ids: [Int64], rowsWithoutID: [UInt32], _ cancellation: Cancellation, rest: (_ row: Int) -> Int64
  ) throws(Cancelled) -> (ids: [Int64], order: Column<UInt32>?) {
    guard !rowsWithoutID.isEmpty else { return (ids, nil) }
    var isChangeable = BitSet(capacity: ids.count)
    for row in rowsWithoutID { isChangeable.insert(Int(row)) }
    var ids = ids
    while true {
      let sorted = try IDColumn.sorted(ids, cancellation)
      var isUnique = true
      var start = 0
      while start < sorted.count {
        try cancellation.check(every: start)
        var end = start + 1
        while end < sorted.count, sorted[end].key == sorted[start].key { end += 1 }
        if end - start > 1 {
          let rows = sorted[start..<end].map { Int($0.row) }.filter(isChangeable.contains)
          if !rows.isEmpty { isUnique = false }
          try change(&ids, of: rows, rest, cancellation)
        }
        start = end
      }
      if isUnique { return (ids, Column(sorted.map(\.row))) }
    }
  }

  /// Changes the ids of some rows that have the same one, in ascending order.
  private static func change(
    _ ids: inout [Int64], of rows: [Int], _ rest: (_ row: Int) -> Int64, _ cancellation: Cancellation
  ) throws(Cancelled) {
    var items = rows.map { (rest: rest($0), row: $0) }
    try items.withUnsafeMutableBufferPointer { items throws(Cancelled) in
      try items.sort(cancellation) { ($0.rest, $0.row) < ($1.rest, $1.row) }
    }
    var number: Int64 = 0
    for (index, item) in items.enumerated() {
      try cancellation.check(every: index)
      number = index > 0 && items[index - 1].rest == item.rest ? number + 1 : 0
      var content = ContentID(ids[item.row])
      content.sum.add(item.rest)
      content.sum.add(number)
      ids[item.row] = content.value
    }
  }
}
