/// A named, immutable set of places from one source, in columns, with the indexes over them.
///
/// The indexes that most sessions never ask (by distance, by typing error) are made when first asked.
public final class Dataset: Sendable {
  public let name: String
  public let about: DatasetAbout

  let places: PlaceColumns
  let names: KeyIndex
  let alternateNames: KeyIndex
  let order: RowOrder
  let regionIndex: RegionIndex
  /// The rows in ascending order of their ids; empty where they are that already.
  let rowsByID: Column<UInt32>

  /// The number of bytes of the longest folded name or alternate name, its NUL included.
  let longestKey: Int

  private let nameTypos = Lazy<TypoIndex>()
  private let alternateTypos = Lazy<TypoIndex>()
  private let nameBytes = Lazy<[UInt32]>()
  private let spatialIndex = Lazy<SpatialIndex>()
  private let ranksOfNames = Lazy<NameRanks>()
  private let countsOfCategories = Lazy<[(name: Untrusted, count: Int)]>()
  private let categoryNames = Lazy<WordList>()
  private let countryNames = Lazy<WordList>()

  /// Lays out and indexes the places that `builder` was given. O(n log n).
  ///
  /// - Parameter progress: told of the steps of indexing.
  package init(
    name: String, about: DatasetAbout, builder: consuming DatasetBuilder, cancellation: Cancellation,
    progress: DatasetProgress = DatasetProgress()
  ) throws(DatasetError) {
    guard !builder.isFull else { throw .tooLarge }
    let limit = builder.limit
    let places = try PlaceColumns(builder, cancellation)
    progress.enter(.indexing, of: DatasetIndexes.steps)
    let indexes = try DatasetIndexes(places, limit: limit, cancellation, progress)
    self.name = name
    self.about = about
    self.places = places
    names = indexes.names
    alternateNames = indexes.alternateNames
    order = indexes.order
    regionIndex = indexes.regionIndex
    rowsByID = indexes.rowsByID
    longestKey = max(names.longestKey, alternateNames.longestKey)
  }

  /// The same for places that surely fit, whom nobody cancels.
  package convenience init(name: String, about: DatasetAbout, builder: consuming DatasetBuilder) {
    do throws(DatasetError) {
      try self.init(name: name, about: about, builder: builder, cancellation: Cancellation())
    } catch {
      preconditionFailure("the texts of a dataset that surely fits do not fit")
    }
  }

  init(
    name: String, about: DatasetAbout, places: PlaceColumns, names: KeyIndex, alternateNames: KeyIndex,
    order: RowOrder, regionIndex: RegionIndex, rowsByID: Column<UInt32>
  ) {
    self.name = name
    self.about = about
    self.places = places
    self.names = names
    self.alternateNames = alternateNames
    self.order = order
    self.regionIndex = regionIndex
    self.rowsByID = rowsByID
    longestKey = max(names.longestKey, alternateNames.longestKey)
  }

  /// The same places, about which something else is to be said. O(1).
  package func described(by about: DatasetAbout) -> Dataset {
    Dataset(
      name: name, about: about, places: places, names: names, alternateNames: alternateNames, order: order,
      regionIndex: regionIndex, rowsByID: rowsByID)
  }

  /// The number of places; rows are 0..<count, in the source's order.
  public var count: Int { places.count }

  func typosOfNames(_ cancellation: Cancellation) throws(Cancelled) -> TypoIndex {
    try nameTypos(cancellation) { cancellation throws(Cancelled) in try TypoIndex(names, cancellation) }
  }

  func typosOfAlternates(_ cancellation: Cancellation) throws(Cancelled) -> TypoIndex {
    try alternateTypos(cancellation) { cancellation throws(Cancelled) in
      try TypoIndex(alternateNames, cancellation)
    }
  }

  func byteCounts(_ cancellation: Cancellation) throws(Cancelled) -> [UInt32] {
    try nameBytes(cancellation) { _ in SubstringScan.sample(names.text) }
  }

  package func spatial(_ cancellation: Cancellation = Cancellation()) throws(Cancelled) -> SpatialIndex {
    try spatialIndex(cancellation) { cancellation throws(Cancelled) in
      try SpatialIndex(places.positions, cancellation)
    }
  }

  var nameRanks: NameRanks { ranksOfNames { NameRanks(self) } }
  package var categoryWords: WordList { categoryNames { WordList(categoriesOf: self) } }
  package var countryWords: WordList { countryNames { WordList(countriesOf: self) } }

  /// Makes what completion asks, lest the first key wait for it. O(count).
  package func prepareForTyping() {
    _ = nameRanks
    _ = categoryWords
    _ = countryWords
  }

  /// The row of an identity. O(log count).
  package func row(of id: SourceID) -> Int? {
    let place = partition(0..<count) { places.ids[row(inOrderOfIDs: $0)] < id }
    guard place < count, places.ids[row(inOrderOfIDs: place)] == id else { return nil }
    return row(inOrderOfIDs: place)
  }

  private func row(inOrderOfIDs place: Int) -> Int { rowsByID.isEmpty ? place : Int(rowsByID[place]) }

  package func id(_ row: Int) -> PlaceID { PlaceID(dataset: name, id: places.ids[row]) }

  /// The place in a row. O(its size).
  package func place(_ row: Int) -> Place {
    Place(
      id: id(row), name: places.names.untrusted(row),
      alternates: places.alternates(of: row).map(places.alternates.untrusted),
      categories: places.members(ofSet: places.categorySet(of: row)).map {
        places.categoryNames.untrusted(Int($0))
      },
      coordinate: places.positions.coordinate(row), region: region(places.region(of: row)),
      population: places.population(of: row),
      timeZone: places.timeZones.isEmpty || places.timeZones[row] == 0
        ? nil : places.timeZoneNames.untrusted(Int(places.timeZones[row])),
      attributes: places.attributes(of: row).map {
        Place.Attribute(
          key: places.attributeKeyNames.untrusted(Int(places.attributeKeys[$0])),
          value: places.attributeValues.untrusted($0))
      })
  }

  func region(_ number: Int) -> Region {
    Region(
      country: Untrusted(bytes: places.country(ofRegion: number)),
      countryName: Untrusted(bytes: places.countryName(ofRegion: number)),
      admin1: places.regionTexts.untrusted(number * 4 + 2), admin1Name: places.regionTexts.untrusted(number * 4 + 3))
  }

  /// The categories that places have, in ascending order, each with the number of its places. O(count) the first time.
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

  /// The rows that have one of `categories`; compared folded, or as they are.
  func rows(of categories: [Untrusted], exactly: Bool = false) -> BitSet {
    let key = { (name: Untrusted) in exactly ? name : Untrusted(Fold.fold(name.text)) }
    let wanted = Set(categories.map(key))
    let isWantedName = (0..<places.categoryNames.count).map { wanted.contains(key(places.categoryNames.untrusted($0))) }
    let isWanted = (0..<places.categorySets.count - 1).map { set in
      places.members(ofSet: set).contains { isWantedName[Int($0)] }
    }
    var rows = BitSet(capacity: count)
    for row in 0..<count where isWanted[places.categorySet(of: row)] { rows.insert(row) }
    return rows
  }
}
