/// The order of a query's answers inside one dataset, as two numbers a row: less is better, no two rows share both.
struct Ranking {
  private enum Kind {
    case catalog, relevance, prefix, name, population
    case distance(from: Coordinate)
    case rating
  }

  private let kind: Kind
  private let dataset: Dataset

  init(_ query: Query, in dataset: Dataset) {
    self.dataset = dataset
    kind = Ranking.kind(of: query)
  }

  private static func kind(of query: Query) -> Kind {
    switch (query.order, query.origin) {
    case (.name, _): .name
    case (.population, _): .population
    case (.rating, _): .rating
    case (.distance, let origin?): .distance(from: origin)
    default: query.isBlank ? .catalog : query.prefixOnly ? .prefix : .relevance
    }
  }

  /// Whether the answers to `query` stay in the order of the datasets and of their places.
  static func keepsCatalogOrder(_ query: Query) -> Bool {
    if case .catalog = kind(of: query) { true } else { false }
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
      // The bits of doubles that are not negative ascend with them.
      (dataset.places.positions.coordinate(row)?.distance(to: origin).metres.bitPattern ?? .max, relevance(row, grade))
    case .rating: (UInt64.max - (dataset.places.rating(row)?.bitPattern ?? 0), relevance(row, grade))
    }
  }

  @inline(__always)
  private func relevance(_ row: Int, _ grade: Grade) -> UInt64 {
    UInt64(grade.rawValue) << 32 | UInt64(dataset.order.relevance[row])
  }

  /// Whether the answer `left` comes before `right`, of another dataset, by the same order that `keys` has. For visible
  /// rows, and not where they keep the catalog's order.
  static func precedes(_ left: Answer, _ right: Answer, for query: Query) -> Bool {
    var gradeCounts = true
    switch kind(of: query) {
    case .distance:
      let distances = (left.distance?.metres ?? .infinity, right.distance?.metres ?? .infinity)
      if distances.0 != distances.1 { return distances.0 < distances.1 }
    case .rating:
      let ratings = (left.dataset.places.rating(left.row) ?? 0, right.dataset.places.rating(right.row) ?? 0)
      if ratings.0 != ratings.1 { return ratings.0 > ratings.1 }
    case .prefix:
      let isRegion = (left.grade.tier == .region, right.grade.tier == .region)
      if isRegion.0 != isRegion.1 { return isRegion.1 }
      return precedesByName(left, right, asWritten: true)
    case .name: return precedesByName(left, right, asWritten: true)
    case .population: gradeCounts = false
    case .relevance, .catalog: break
    }
    if gradeCounts && left.grade != right.grade { return left.grade < right.grade }
    if left.population != right.population { return left.population > right.population }
    return precedesByName(left, right, asWritten: false)
  }

  private static func precedesByName(_ left: Answer, _ right: Answer, asWritten: Bool) -> Bool {
    var pairs = [(left.foldedName, right.foldedName)]
    if asWritten { pairs.append((left.name, right.name)) }
    pairs.append((left.country, right.country))
    for (left, right) in pairs {
      if left.lexicographicallyPrecedes(right) { return true }
      if right.lexicographicallyPrecedes(left) { return false }
    }
    if left.id.id != right.id.id { return left.id.id < right.id.id }
    return left.id.dataset < right.id.dataset
  }
}

/// A row of a dataset that answers a query.
struct Answer {
  let dataset: Dataset
  let row: Int
  let grade: Grade
  /// From the query's origin, where there is one.
  let distance: Distance?

  var id: PlaceID { dataset.id(row) }
  var population: UInt32 { dataset.places.population(of: row) }
  var name: UnsafeBufferPointer<UInt8> { dataset.places.names[row] }
  var foldedName: UnsafeBufferPointer<UInt8> { dataset.names.key(Int(dataset.order.alphabetical[row])) }
  var country: UnsafeBufferPointer<UInt8> { dataset.places.country(ofRegion: dataset.places.region(of: row)) }
}
