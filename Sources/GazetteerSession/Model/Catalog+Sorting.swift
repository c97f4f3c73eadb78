import GazetteerIndex

/// What `--sort WORD --reverse` means.
extension Catalog {
  /// The columns of which the greatest value comes first, unless the order is reversed.
  private static let greatestFirst: Set<String> = ["population", "rating", "stars", Favorite.ownRating]

  /// Sorts the answers to a query.
  ///
  /// - Parameter word: an order of `Query.Order` or a column; nil: the usual order.
  func sort(
    _ query: inout Query, by word: Untrusted?, isReversed: Bool, _ cancellation: Cancellation
  ) throws {
    guard let word else { return try Catalog.check(isReversed: isReversed) }
    guard let order = Query.Order(rawValue: word.text) else {
      query.columnOrder = try columnOrder(word, isReversed: isReversed, cancellation)
      return
    }
    switch order {
    case .rating:
      query.columnOrder = try ratingOrder(isReversed: isReversed, cancellation)
      if query.columnOrder == nil { query.order = order }
    case .name where isReversed: query.columnOrder = ColumnOrder(word, isDescending: true)
    case .population where isReversed: query.columnOrder = ColumnOrder(word)
    case .relevance where isReversed, .distance where isReversed: throw Catalog.notReversible(order.rawValue)
    default: query.order = order
    }
  }

  /// Sorts favorites.
  ///
  /// - Parameter word: an order of `FavoritesQuery.Order` or a column; nil: the usual order.
  func sort(
    _ query: inout FavoritesQuery, by word: Untrusted?, isReversed: Bool, _ cancellation: Cancellation
  ) throws {
    guard let word, let order = FavoritesQuery.Order(rawValue: word.text) else {
      guard word != nil else { return try sort(&query.search, by: nil, isReversed: isReversed, cancellation) }
      let orders = FavoritesQuery.Order.allCases.map(\.rawValue)
      query.search.columnOrder = try word.map { word in
        try columnOrder(word, isReversed: isReversed, besides: orders, cancellation)
      }
      return
    }
    switch order {
    case .relevance, .name, .distance: try sort(&query.search, by: word, isReversed: isReversed, cancellation)
    case .rating, .visited, .added, .changed: query.isReversed = isReversed
    }
    if query.search.columnOrder == nil { query.order = order }
  }

  /// The order of lists that are only sorted by columns; nil: the usual order.
  func order(byColumn word: Untrusted?, isReversed: Bool, _ cancellation: Cancellation) throws -> ColumnOrder? {
    guard let word else {
      try Catalog.check(isReversed: isReversed)
      return nil
    }
    return try columnOrder(word, isReversed: isReversed, besides: [], cancellation)
  }

  /// Without a column, nothing can be reversed.
  private static func check(isReversed: Bool) throws(Failure) {
    guard isReversed else { return }
    throw Failure("--reverse needs --sort", try: "--sort name --reverse", code: .usage)
  }

  static func notReversible(_ order: String) -> Failure {
    Failure("\(own: order) cannot be reversed", why: "only columns can", try: "--sort name --reverse", code: .usage)
  }

  /// The order of a column, the least value first; of ratings and populations the greatest.
  ///
  /// - Parameter orders: what else the option takes.
  func columnOrder(
    _ word: Untrusted, isReversed: Bool, besides orders: [String] = Query.Order.allCases.map(\.rawValue),
    _ cancellation: Cancellation
  ) throws -> ColumnOrder {
    guard try type(ofColumn: word, cancellation) != nil else { throw noColumn(word, besides: orders) }
    return ColumnOrder(word, isDescending: Self.greatestFirst.contains(word.text.lowercased()) != isReversed)
  }

  /// The order of the column with ratings; nil if no source has it as a column.
  private func ratingOrder(isReversed: Bool, _ cancellation: Cancellation) throws -> ColumnOrder? {
    for name in ["rating", "stars"].map({ Untrusted($0) }) {
      if try type(ofColumn: name, cancellation) != nil { return ColumnOrder(name, isDescending: !isReversed) }
    }
    if isReversed { return try columnOrder(Untrusted("rating"), isReversed: true, cancellation) }
    return nil
  }
}
