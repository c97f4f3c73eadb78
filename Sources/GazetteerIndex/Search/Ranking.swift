/// The order of a query's answers in one dataset, as two numbers for each row. Less is better, and no two rows have the
/// same two numbers. `SortKey` gives the same order to the answers of several sources.
struct Ranking {
  enum Kind {
    /// The order of the sources and of their places.
    case catalog
    case relevance, prefix, name, population, rating
    case distance(from: Coordinate)

    init(_ query: Query) {
      self =
        switch (query.order, query.origin) {
        case (.name, _): .name
        case (.population, _): .population
        case (.rating, _): .rating
        case (.distance, let origin?): .distance(from: origin)
        default: query.isBlank ? .catalog : query.prefixOnly ? .prefix : .relevance
        }
    }
  }

  private let kind: Kind
  private let dataset: Dataset

  init(_ query: Query, in dataset: Dataset) {
    self.dataset = dataset
    kind = Kind(query)
  }

  /// Whether the answers to `query` stay in the order of the sources and of their places.
  static func keepsCatalogOrder(_ query: Query) -> Bool {
    if case .catalog = Kind(query) { true } else { false }
  }

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
    }
  }

  @inline(__always)
  private func relevance(_ row: Int, _ grade: Grade) -> UInt64 {
    UInt64(grade.rawValue) << 32 | UInt64(dataset.order.relevance[row])
  }
}
