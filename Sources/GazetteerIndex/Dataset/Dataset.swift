/// A named, immutable set of places from one source, in columns, with the indexes over them.
///
/// Two kinds of indexes, by distance and by typing error, are made when they are first needed: most sessions never need
/// them.
public final class Dataset: Sendable {
  public let name: String
  public let about: DatasetAbout

  let places: PlaceColumns
  let indexes: DatasetIndexes
  // The parts of `indexes` that a search reads for every row. They are stored again here because that is faster.
  let names: KeyIndex
  let alternateNames: KeyIndex
  let order: RowOrder
  let regionIndex: RegionIndex

  /// The number of bytes of the longest folded name or alternate name, including its NUL.
  let longestKey: Int

  let keptRows = KeptRows()
  let keptCounts = KeptCounts()
  let valueColumns = ValueColumns()
  let commonValues = CommonValues()
  let columnSummaries = Lazy<[ColumnSummary]>()
  private let nameTypos = Lazy<TypoIndex>()
  private let alternateTypos = Lazy<TypoIndex>()
  private let spatialIndex = Lazy<SpatialIndex>()
  private let ranksOfNames = Lazy<NameRanks>()
  private let groupsOfNames = Lazy<NameGroups>()
  private let rowsOfLeaders = Lazy<[Int]>()
  private let countsOfCategories = Lazy<[(name: Untrusted, count: Int)]>()
  private let categoryNames = Lazy<WordList>()
  private let countryNames = Lazy<WordList>()
  private let regionsOfCountries = Lazy<[CountryRegions]>()
  private let trigramsOfNames = Lazy<TrigramIndex?>()
  private let trigramsOfAlternates = Lazy<TrigramIndex?>()
  private let shortTextsOfNames = Lazy<ShortTextIndex?>()
  /// How often each byte occurs in a sample of the names, for the search inside names.
  private let nameBytes = Lazy<[UInt32]>()

  /// Makes columns and indexes of the places in `builder`. O(n log n).
  ///
  /// - Parameter progress: counts the steps of indexing.
  package convenience init(
    name: String, about: DatasetAbout, builder: consuming DatasetBuilder, cancellation: Cancellation,
    progress: DatasetProgress = DatasetProgress()
  ) throws(DatasetError) {
    guard !builder.isFull else { throw .tooLarge }
    let limit = builder.limit
    let places = try PlaceColumns(builder, cancellation)
    progress.enter(.indexing, of: DatasetIndexes.steps)
    let indexes = try DatasetIndexes(places, limit: limit, cancellation, progress)
    self.init(name: name, about: about, places: places, indexes: indexes)
  }

  /// The same for places that certainly fit, without cancellation.
  package convenience init(name: String, about: DatasetAbout, builder: consuming DatasetBuilder) {
    do throws(DatasetError) {
      try self.init(name: name, about: about, builder: builder, cancellation: Cancellation())
    } catch {
      preconditionFailure("the texts of a dataset that certainly fits do not fit")
    }
  }

  /// A dataset of `Place` values, each with the id that it gets in this dataset. O(n log n).
  package convenience init(name: String, about: DatasetAbout, places: [(id: SourceID, place: Place)]) {
    var builder = DatasetBuilder()
    for (id, place) in places { builder.add(place, as: id) }
    self.init(name: name, about: about, builder: builder)
  }

  init(name: String, about: DatasetAbout, places: PlaceColumns, indexes: DatasetIndexes) {
    self.name = name
    self.about = about
    self.places = places
    self.indexes = indexes
    names = indexes.names
    alternateNames = indexes.alternateNames
    order = indexes.order
    regionIndex = indexes.regions
    longestKey = max(indexes.names.longestKey, indexes.alternateNames.longestKey)
  }

  /// The same places with other facts about their source. O(1).
  package func described(by about: DatasetAbout) -> Dataset {
    Dataset(name: name, about: about, places: places, indexes: indexes)
  }

  /// The number of places. Rows are 0..<count, in the source's order.
  public var count: Int { places.count }

  /// The number of places without a position on the globe. O(count).
  package var countWithoutPosition: Int { (0..<count).count { places.positions.coordinate($0) == nil } }
}

/// The indexes that are made when they are first needed.
extension Dataset {
  func typosOfNames(_ cancellation: Cancellation) throws(Cancelled) -> TypoIndex {
    try nameTypos(cancellation) { cancellation throws(Cancelled) in try TypoIndex(names, cancellation) }
  }

  func typosOfAlternates(_ cancellation: Cancellation) throws(Cancelled) -> TypoIndex {
    try alternateTypos(cancellation) { cancellation throws(Cancelled) in
      try TypoIndex(alternateNames, cancellation)
    }
  }

  /// How often each byte value occurs in a sample of the names.
  func byteCounts(_ cancellation: Cancellation) throws(Cancelled) -> [UInt32] {
    try nameBytes(cancellation) { _ in names.text.sampledByteCounts }
  }

  package func spatial(_ cancellation: Cancellation = Cancellation()) throws(Cancelled) -> SpatialIndex {
    try spatialIndex(cancellation) { cancellation throws(Cancelled) in
      try SpatialIndex(places.positions, cancellation)
    }
  }

  func nameGroups(_ cancellation: Cancellation) throws(Cancelled) -> NameGroups {
    try groupsOfNames(cancellation) { cancellation throws(Cancelled) in
      try NameGroups(places.names, names, cancellation)
    }
  }

  /// The first rows in the order of relevance, at most `limit`, which is the same at every call.
  func leadingRows(_ limit: Int, _ cancellation: Cancellation) throws(Cancelled) -> [Int] {
    try rowsOfLeaders(cancellation) { cancellation throws(Cancelled) in
      var rows = Array(repeating: 0, count: min(limit, count))
      for row in 0..<count {
        try cancellation.check(every: row)
        let position = Int(order.relevance[row])
        if position < rows.count { rows[position] = row }
      }
      return rows
    }
  }

  var nameRanks: NameRanks {
    ranksOfNames { NameRanks(names: names, alternates: alternateNames, order: order) }
  }
  /// The same, if it was made already. A single search does not wait for it.
  var madeNameRanks: NameRanks? { ranksOfNames.madeValue }
  /// The blocks of names by the bytes in them, if they were made already or are in the snapshot. Otherwise a single
  /// search reads all names.
  var madeNameTrigrams: TrigramIndex? {
    indexes.nameTrigrams.isAbsent ? trigramsOfNames.madeValue ?? nil : indexes.nameTrigrams
  }
  var madeAlternateTrigrams: TrigramIndex? { trigramsOfAlternates.madeValue ?? nil }
  /// The best places with two or three letters inside their names, if they were found already.
  var madeShortTexts: ShortTextIndex? { shortTextsOfNames.madeValue ?? nil }
  package var categoryWords: WordList { categoryNames { WordList(categories: categories) } }
  package var countryWords: WordList {
    countryNames {
      WordList(
        countriesOf: (0..<regionIndex.regionCount).lazy.map { number in
          (region: self.places.region(number), places: self.regionIndex.rows(of: number).count)
        })
    }
  }

  /// The regions of each country.
  var countries: [CountryRegions] { regionsOfCountries { CountryRegions.all(of: self) } }

  /// Reading fewer bytes of names takes a few microseconds.
  private static let leastBytesWithTrigrams = 65_536

  /// Makes the indexes for completion, for the search inside names and for typing errors, so that the first key does not
  /// have to wait for them. O(bytes of the names).
  package func prepareForTyping() {
    _ = nameRanks
    _ = categoryWords
    _ = countryWords
    _ = countries
    makeNameTrigrams()
    _ = shortTextsOfNames {
      guard names.text.count >= Self.leastBytesWithTrigrams else { return nil }
      return uncancelled { cancellation throws(Cancelled) in try ShortTextIndex(names, order, cancellation) }
    }
    _ = trigramsOfAlternates {
      guard alternateNames.text.count >= Self.leastBytesWithTrigrams else { return nil }
      return uncancelled { cancellation throws(Cancelled) in try TrigramIndex(alternateNames, cancellation) }
    }
    uncancelled { cancellation throws(Cancelled) in
      _ = try typosOfNames(cancellation)
      _ = try typosOfAlternates(cancellation)
    }
  }

  /// Makes the index for the search inside names, if they are not very short. O(bytes of the names).
  package func makeNameTrigrams() {
    _ = trigramsOfNames {
      guard indexes.nameTrigrams.isAbsent, names.text.count >= Self.leastBytesWithTrigrams else { return nil }
      return uncancelled { cancellation throws(Cancelled) in try TrigramIndex(names, cancellation) }
    }
  }
}

/// Places by row and by id.
extension Dataset {
  /// The row of an identity. O(log count).
  package func row(of id: SourceID) -> Int? {
    let position = partition(0..<count) { places.ids[row(inOrderOfIDs: $0)] < id }
    guard position < count, places.ids[row(inOrderOfIDs: position)] == id else { return nil }
    return row(inOrderOfIDs: position)
  }

  /// Whether all ids are numbers that a `Double` can tell apart. O(1).
  var hasExactIDs: Bool {
    guard places.ids.texts.count == 0 else { return false }
    guard count > 0 else { return true }
    return Notation.areExact([0, count - 1].map { places.ids.numbers[row(inOrderOfIDs: $0)] })
  }

  /// The folded name of a row.
  func foldedName(_ row: Int) -> UnsafeBufferPointer<UInt8> { names.key(Int(order.alphabetical[row])) }

  private func row(inOrderOfIDs position: Int) -> Int {
    indexes.rowsByID.isEmpty ? position : Int(indexes.rowsByID[position])
  }

  package func id(_ row: Int) -> PlaceID { PlaceID(dataset: name, id: places.ids[row]) }

  /// The place in a row. O(its size).
  package func place(_ row: Int) -> Place { places.place(row, in: name) }

  /// The rows whose id an earlier row already has, each with that id. O(count).
  package func rowsOfRepeatedIDs(_ cancellation: Cancellation = Cancellation()) throws(Cancelled) -> [Int: SourceID] {
    let rowsByID = indexes.rowsByID
    guard !rowsByID.isEmpty else { return [:] }
    var repeated: [Int: SourceID] = [:]
    var earliest = Int(rowsByID[0])
    for position in 1..<rowsByID.count {
      let row = Int(rowsByID[position])
      try cancellation.check(every: position)
      guard places.ids.areEqual(row, earliest) else {
        earliest = row
        continue
      }
      repeated[max(row, earliest)] = places.ids[row]
      earliest = min(row, earliest)
    }
    return repeated
  }
}

/// Categories.
extension Dataset {
  /// The categories in ascending order, each with the number of its places. O(count) the first time.
  package var categories: [(name: Untrusted, count: Int)] { countsOfCategories { countCategories() } }

  private func countCategories() -> [(name: Untrusted, count: Int)] {
    var placesOfSet = [Int](repeating: 0, count: places.categorySets.count - 1)
    for row in 0..<count { placesOfSet[places.categorySet(of: row)] += 1 }
    var counts = [Int](repeating: 0, count: places.categoryNames.count)
    for (set, places) in placesOfSet.enumerated() {
      for category in self.places.members(ofSet: set) { counts[Int(category)] += places }
    }
    return counts.indices.filter { counts[$0] > 0 }
      .map { (places.categoryNames.untrusted($0), counts[$0]) }
      .sorted { $0.0.bytes.lexicographicallyPrecedes($1.0.bytes) }
  }

  /// The rows with one of `categories`, compared exactly: `C++` is not `C#`.
  func rows(of categories: [Untrusted]) -> BitSet {
    let wanted = Set(categories)
    let isWantedName = (0..<places.categoryNames.count).map { wanted.contains(places.categoryNames.untrusted($0)) }
    let isWanted = (0..<places.categorySets.count - 1).map { set in
      places.members(ofSet: set).contains { isWantedName[Int($0)] }
    }
    var rows = BitSet(capacity: count)
    for row in 0..<count where isWanted[places.categorySet(of: row)] { rows.insert(row) }
    return rows
  }
}
