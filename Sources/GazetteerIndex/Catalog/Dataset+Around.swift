/// Lists around a point. Conditions and orders are about rows; only the rows of the page become hits.
extension Dataset {
  package func places(_ around: Around, _ request: PageRequest) throws(Cancelled) -> SourcePage {
    let cancellation = request.cancellation
    try cancellation.check()
    let open = try rows(of: around, cancellation)
    let terms = around.terms.words.isEmpty ? nil : TermRows(around.terms, in: self)
    let passes = { (row: Int) in (open?.contains(row) ?? true) && (terms?.contains(row) ?? true) }
    let index = try spatial(cancellation)
    var found: [(row: Int, distance: Distance)]
    let total: Int
    if around.radius == nil, terms == nil, around.order == .distance, around.columnOrder == nil {
      found = try index.nearest(
        to: around.origin, count: min(request.end, count), where: passes, cancellation: cancellation)
      total = open == nil ? index.count : (0..<count).count { passes($0) && places.positions.coordinate($0) != nil }
    } else {
      found = try index.nearest(
        to: around.origin, count: index.count, within: around.radius, where: passes, cancellation: cancellation)
      total = found.count
    }
    request.stopwatch?.enter(.rank)
    if let order = around.columnOrder {
      try sort(&found, by: order, cancellation)
    } else {
      try sort(&found, by: around.order, cancellation)
    }
    let wanted = found.dropFirst(request.offset).prefix(request.limit)
    var page = SourcePage(total: .exact(total), hits: wanted.map { Hit(place: id($0.row), distance: $0.distance) })
    if request.needsKeys {
      page.keys = try wanted.map { row, distance throws(Cancelled) in
        let value = try value(of: row, in: around.columnOrder, cancellation)
        return SortKey(
          id(row), distance: distance, in: around.columnOrder == nil ? around.order : .distance,
          rating: places.stars(row), foldedName: Array(foldedName(row))
        )
        .sorted(by: around.columnOrder, value)
      }
    }
    return page
  }

  /// The rows with the categories and without the name; nil: all.
  private func rows(of around: Around, _ cancellation: Cancellation) throws(Cancelled) -> BitSet? {
    var query = Query(around.unnamed)
    query.categories = around.categories
    query.conditions = around.conditions
    if around.unnamed.isEmpty { return query.hasFilter ? try rows(passing: query, cancellation: cancellation) : nil }
    var search = try DatasetSearch(self, query, wanted: 0, cancellation: cancellation)
    _ = try search.ask(query, .names)
    return search.left
  }

  /// Sorts rows that are sorted by distance. O(rows log rows).
  private func sort(
    _ rows: inout [(row: Int, distance: Distance)], by order: ColumnOrder, _ cancellation: Cancellation
  ) throws(Cancelled) {
    guard let ranks = try ranks(of: order, cancellation) else { return }
    var items = rows.enumerated().map { position, found in
      RadixSort.Item(
        key: UInt64(ValueColumn.position(ofRank: ranks[found.row], isDescending: order.isDescending)),
        row: UInt32(position))
    }
    try RadixSort.sort(&items, cancellation)
    rows = items.map { rows[Int($0.row)] }
  }

  /// Sorts rows that are sorted by distance.
  private func sort(
    _ rows: inout [(row: Int, distance: Distance)], by order: Around.Order, _ cancellation: Cancellation
  ) throws(Cancelled) {
    guard order != .distance else { return }
    try cancellation.check()
    let stars = order == .rating ? rows.map { places.stars($0.row) ?? 0 } : []
    let sorted = rows.indices.sorted { left, right in
      switch order {
      case .distance: return left < right
      case .rating: return stars[left] == stars[right] ? left < right : stars[left] > stars[right]
      case .name:
        let (first, second) = (rows[left].row, rows[right].row)
        if foldedName(first).elementsEqual(foldedName(second)) { return left < right }
        return self.order.alphabetical[first] < self.order.alphabetical[second]
      }
    }
    rows = sorted.map { rows[$0] }
  }
}
