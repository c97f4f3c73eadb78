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
  /// ids that depend on their other values, too, and places with the same values are told apart by their order. O(n),
  /// and O(log n) for each id that is changed.
  ///
  /// - Parameter rest: a sum of the other values of a row.
  /// - Returns: the ids, and the order of their rows if none of them was changed.
  static func unique(
    _ ids: [Int64], rowsWithoutID: [UInt32], _ cancellation: Cancellation, rest: (_ row: Int) -> Int64
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
        let base = ids[Int(sorted[start].row)]
        /// How many ids were given for the same values.
        var given: [Int64: Int64] = [:]
        for item in sorted[start..<end] where isChangeable.contains(Int(item.row)) {
          try cancellation.check()
          let rest = rest(Int(item.row))
          var id: Int64
          repeat {
            var content = ContentID(base)
            content.sum.add(rest)
            content.sum.add(given[rest, default: 0])
            given[rest, default: 0] += 1
            id = content.value
          } while isTaken(id)
          ids[Int(item.row)] = id
          added.insert(id)
        }
      }
      start = end
    }
    return (ids, added.isEmpty ? Column(sorted.map(\.row)) : nil)
  }
}
