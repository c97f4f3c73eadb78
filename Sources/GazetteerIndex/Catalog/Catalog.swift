/// The datasets that commands look at, in the order they were put in use.
public struct Catalog: Sendable {
  public let datasets: [Dataset]

  public init(_ datasets: [Dataset] = []) { self.datasets = datasets }

  /// The number of places. O(datasets).
  public var count: Int { datasets.reduce(0) { $0 + $1.count } }

  /// The place called `id`, taken out of its columns; nil where it is in none of the datasets. O(log count).
  public func place(_ id: PlaceID) -> Place? {
    guard let (dataset, row) = row(of: id) else { return nil }
    return dataset.place(row)
  }

  func row(of id: PlaceID) -> (Dataset, Int)? {
    guard let dataset = datasets.first(where: { $0.name == id.dataset }), let row = dataset.row(of: id.id) else {
      return nil
    }
    return (dataset, row)
  }

  /// The categories in ascending order, each with the number of its places. O(count).
  public var categories: [(name: Untrusted, count: Int)] {
    var counts: [Untrusted: Int] = [:]
    for dataset in datasets {
      for (name, count) in dataset.categories { counts[name, default: 0] += count }
    }
    return counts.map { ($0.key, $0.value) }.sorted { $0.0.bytes.lexicographicallyPrecedes($1.0.bytes) }
  }

  /// Whether some place lies in the country of this code, alpha-3 code, name or alias. O(regions).
  public func hasPlaces(in country: Untrusted) -> Bool { datasets.contains { !$0.regions(in: country).isEmpty } }
}
