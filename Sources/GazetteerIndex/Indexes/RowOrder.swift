/// The two total orders of a dataset's rows: for each row its position in them.
struct RowOrder: Sendable {
  /// By population, greatest first; then by folded name, country, id. This is the order inside a tier.
  let relevance: Column<UInt32>
  /// By folded name, name, country, id. The position is the row's entry in the index of names.
  let alphabetical: Column<UInt32>

  /// O(n): `names` is already in alphabetical order, and the other order is made by a radix sort.
  init(names: KeyIndex, places: PlaceColumns, cancellation: Cancellation) throws(Cancelled) {
    alphabetical = Column(count: names.count) { positions in
      for entry in 0..<names.count { positions[Int(names.rows[entry])] = UInt32(entry) }
    }
    try cancellation.check()
    var items = try Self.items(names: names, places: places, cancellation)
    try RadixSort.sort(&items, cancellation)
    try Self.sortTies(&items, cancellation) { Self.precedes($0, $1, in: places) }
    relevance = Column(count: items.count) { positions in
      for (position, item) in items.enumerated() { positions[Int(item.row)] = UInt32(position) }
    }
  }

  /// The rows with population and folded name in one number. Equal names share the number of their first entry.
  private static func items(
    names: KeyIndex, places: PlaceColumns, _ cancellation: Cancellation
  ) throws(Cancelled) -> [RadixSort.Item] {
    var first = 0
    return try (0..<names.count).map { entry throws(Cancelled) in
      try cancellation.check(every: entry)
      if !names.key(entry).elementsEqual(names.key(first)) { first = entry }
      let row = names.rows[entry]
      return RadixSort.Item(key: UInt64(~places.population(of: Int(row))) << 32 | UInt64(first), row: row)
    }
  }

  private static func sortTies(
    _ items: inout [RadixSort.Item], _ cancellation: Cancellation, precedes: (UInt32, UInt32) -> Bool
  ) throws(Cancelled) {
    var start = 0
    var untilPoll = 8192
    while start < items.count {
      var end = start + 1
      while end < items.count && items[end].key == items[start].key { end += 1 }
      if end - start > 1 {
        try items.withUnsafeMutableBufferPointer { items throws(Cancelled) in
          let ties = UnsafeMutableBufferPointer(rebasing: items[start..<end])
          try ties.sort(cancellation) { precedes($0.row, $1.row) }
        }
      }
      untilPoll -= end - start
      if untilPoll < 0 {
        try cancellation.check()
        untilPoll = 8192
      }
      start = end
    }
  }

  private static func precedes(_ left: UInt32, _ right: UInt32, in places: PlaceColumns) -> Bool {
    places.countryAndIDPrecede(Int(left), Int(right))
  }
}

extension RowOrder: Archived {
  init(_ archive: inout some Archive, copying known: RowOrder?) throws(SnapshotError) {
    relevance = try archive.part(known?.relevance)
    alphabetical = try archive.part(known?.alphabetical)
  }
}
