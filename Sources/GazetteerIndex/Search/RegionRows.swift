/// The places of some regions, for going through very many places and keeping those of the regions.
final class RegionRows {
  let regions: BitSet
  private let dataset: Dataset
  /// The places of each region.
  private(set) lazy var runs = regions.numbers.map { RowRun(region: $0, of: dataset.regionIndex) }
  private(set) lazy var count = runs.reduce(0) { $0 + $1.count }
  private lazy var rows: BitSet = {
    var rows = BitSet(capacity: dataset.count)
    for run in runs { rows.insert(run.range, as: run.row) }
    return rows
  }()

  init(_ regions: BitSet, in dataset: Dataset) {
    self.regions = regions
    self.dataset = dataset
  }

  func contains(_ row: Int) -> Bool { regions.contains(dataset.places.region(of: row)) }

  /// A set of the rows, which is quicker to ask than the places themselves; nil if making it takes longer than asking
  /// for so many places.
  func set(forAsking asked: Int) -> BitSet? { asked > 4096 && count < 4 * asked ? rows : nil }
}
