/// The order of a query's answers in one dataset: two numbers for each row, and a comparison of those with the same
/// numbers. `SortKey` gives the same order to the answers of several sources.
struct Ranking {
  enum Kind {
    /// The order of the sources and of their places.
    case catalog
    case relevance, prefix, name, population, rating
    case column(ColumnOrder)
    case distance(from: Coordinate)

    init(_ query: Query) {
      if let order = query.columnOrder {
        self = .column(order)
        return
      }
      self =
        switch (query.order, query.origin) {
        case (.name, _): .name
        case (.population, _): .population
        case (.rating, _): .rating
        case (.distance, let origin?): .distance(from: origin)
        case (nil, let origin?) where query.isBlank: .distance(from: origin)
        default: query.prefixOnly ? .prefix : query.isBlank ? .catalog : .relevance
        }
    }
  }

  private let kind: Kind
  private let dataset: Dataset
  /// The rank of the value of each row; nil if no row has one. Only for the order of a column.
  private let ranks: Column<UInt32>?

  /// O(1), or O(places) for a column that is sorted by for the first time.
  init(_ query: Query, in dataset: Dataset, _ cancellation: Cancellation) throws(Cancelled) {
    self.dataset = dataset
    kind = Kind(query)
    ranks = try query.columnOrder.flatMap { order throws(Cancelled) in try dataset.ranks(of: order, cancellation) }
  }

  /// Whether the answers to `query` stay in the order of the sources and of their places.
  static func keepsCatalogOrder(_ query: Query) -> Bool {
    if case .catalog = Kind(query) { true } else { false }
  }

  /// Whether the answers stay in the order of their rows.
  var keepsRowOrder: Bool { if case .catalog = kind { true } else { false } }

  /// Less is better. Rows with the same keys are sorted by `precedes`.
  @inline(__always)
  func keys(_ row: Int, _ grade: Grade) -> (first: UInt64, second: UInt64) {
    switch kind {
    case .catalog: (UInt64(row), 0)
    case .relevance: (relevance(row, grade), 0)
    case .prefix: ((grade.tier == .region ? 1 << 32 : 0) | UInt64(dataset.order.alphabetical[row]), 0)
    case .name: (UInt64(dataset.order.alphabetical[row]), 0)
    case .population: (UInt64(dataset.order.relevance[row]), 0)
    case .distance(let origin):
      // The bit patterns of non-negative doubles have the same order as their values.
      (dataset.places.positions.coordinate(row)?.distance(to: origin).metres.bitPattern ?? .max, relevance(row, grade))
    case .rating: (UInt64.max - (dataset.places.rating(row)?.bitPattern ?? 0), relevance(row, grade))
    case .column(let order):
      (
        rank(row, isDescending: order.isDescending),
        // If nothing was searched for, the order of relevance is known.
        grade == .unasked ? UInt64(dataset.order.relevance[row]) : relevance(row, grade)
      )
    }
  }

  /// The position of the value of a row; that of a row without one is the greatest.
  @inline(__always)
  private func rank(_ row: Int, isDescending: Bool) -> UInt64 {
    UInt64(ValueColumn.position(ofRank: ranks?[row] ?? ValueColumn.unranked, isDescending: isDescending))
  }

  /// The rows that can be among the first by a column; nil if no row has a value. O(rows).
  func first(
    _ wanted: Int, of rows: BitSet, by order: ColumnOrder, _ cancellation: Cancellation
  ) throws(Cancelled) -> [Int]? {
    guard let ranks else { return nil }
    return try FirstByColumn.rows(
      wanted, of: rows, ranks: ranks, relevance: dataset.order.relevance, isDescending: order.isDescending,
      cancellation)
  }

  /// An order that rows of one grade may have.
  enum Order {
    case relevance, alphabetical
  }

  /// The order of rows of one grade; nil if it is another.
  var orderOfEqualGrades: Order? {
    switch kind {
    case .relevance, .population: .relevance
    case .prefix, .name: .alphabetical
    case .catalog, .distance, .rating, .column: nil
    }
  }

  /// No row of this grade has a smaller first key.
  func least(_ grade: Grade) -> UInt64 {
    switch kind {
    case .prefix where grade.tier == .region: 1 << 32
    case .relevance: grade.relevance(.max)
    default: 0
    }
  }

  @inline(__always)
  private func relevance(_ row: Int, _ grade: Grade) -> UInt64 {
    grade.relevance(dataset.places.population(of: row))
  }

  /// The order of two rows with the same keys: by folded name, country, id.
  func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
    let (left, right) = (Int(left), Int(right))
    let (places, order) = (dataset.places, dataset.order)
    if places.population(of: left) == places.population(of: right) {
      return order.relevance[left] < order.relevance[right]
    }
    let names = (dataset.foldedName(left), dataset.foldedName(right))
    guard names.0.elementsEqual(names.1) else { return names.0.lexicographicallyPrecedes(names.1) }
    return places.countryAndIDPrecede(left, right)
  }
}
