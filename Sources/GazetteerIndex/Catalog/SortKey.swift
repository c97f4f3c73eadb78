/// The position of an answer among those of all sources. It is used to merge the pages of several sources.
///
/// It gives the same order as `Ranking` gives inside one dataset.
package struct SortKey: Comparable, Sendable {
  /// What is compared before everything else: the value of the column that is sorted by.
  private var value = OrderedValue.missing
  private var isDescending = false
  /// What is compared first: the distance in metres, the negative rating, or 1 for a match of the region alone;
  /// otherwise 0.
  private let first: Double
  /// See `Grade.relevance`. 0 if the order does not use it.
  private let relevance: UInt64
  private let foldedName: [UInt8]
  /// Empty if the order does not use it.
  private let name: [UInt8]
  private let country: [UInt8]
  /// The distance in metres in lists around a point; 0 in others.
  private let metres: Double
  private let id: PlaceID

  /// The key of a place in a list around a point. Equal places keep the order of the sources.
  package init(
    _ id: PlaceID, distance: Distance, in order: Around.Order = .distance, rating: Double? = nil,
    foldedName: [UInt8] = []
  ) {
    first = order == .rating ? -(rating ?? 0) : 0
    self.foldedName = order == .name ? foldedName : []
    metres = distance.metres
    (relevance, name, country) = (0, [], [])
    self.id = PlaceID(dataset: "", id: .number(0))
  }

  init(
    _ kind: Ranking.Kind, grade: Grade, distance: Distance?, rating: @autoclosure () -> Double?, population: UInt32,
    foldedName: [UInt8], name: [UInt8], country: [UInt8], id: PlaceID
  ) {
    self.foldedName = foldedName
    self.country = country
    self.id = id
    metres = 0
    switch kind {
    case .distance: first = distance?.metres ?? .infinity
    case .rating: first = -(rating() ?? 0)
    case .prefix: first = grade.tier == .region ? 1 : 0
    case .relevance, .catalog, .name, .population, .column: first = 0
    }
    switch kind {
    case .prefix, .name: (relevance, self.name) = (0, name)
    case .population: (relevance, self.name) = (UInt64(~population), [])
    case .column where grade == .unasked: (relevance, self.name) = (UInt64(~population), [])
    case .distance, .rating, .relevance, .catalog, .column: (relevance, self.name) = (grade.relevance(population), [])
    }
  }

  /// The key for the order of a column, whose ties are in the order of this key.
  func sorted(by order: ColumnOrder?, _ value: OrderedValue) -> SortKey {
    guard let order else { return self }
    var key = self
    (key.value, key.isDescending) = (value, order.isDescending)
    return key
  }

  package static func < (left: SortKey, right: SortKey) -> Bool {
    if left.value != right.value { return left.value.precedes(right.value, isDescending: left.isDescending) }
    if left.first != right.first { return left.first < right.first }
    if left.relevance != right.relevance { return left.relevance < right.relevance }
    for (left, right) in [
      (left.foldedName, right.foldedName), (left.name, right.name), (left.country, right.country),
    ] where left != right {
      return left.lexicographicallyPrecedes(right)
    }
    if left.metres != right.metres { return left.metres < right.metres }
    return left.id.id == right.id.id ? left.id.dataset < right.id.dataset : left.id.id < right.id.id
  }
}
