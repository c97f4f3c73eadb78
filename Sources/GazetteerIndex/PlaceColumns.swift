/// What a dataset knows of its places, a column a fact. A column of a fact that no place has is empty.
///
/// A class, so that handing twenty columns around costs one reference count.
final class PlaceColumns: Sendable {
  let names: TextTable
  /// All alternate names, place by place: those of `row` are `alternatesEnd[row]..<alternatesEnd[row + 1]`.
  let alternates: TextTable
  let alternatesEnd: Column<UInt32>
  let ids: IDColumn
  let positions: PositionColumn
  let populations: Column<UInt32>
  let timeZoneNames: TextTable
  let timeZones: Column<UInt32>
  /// Four texts a region: country, country name, admin1, admin1 name.
  let regionTexts: TextTable
  let regions: Column<UInt32>
  let categoryNames: TextTable
  /// The categories of set `i` are `categoryMembers[categorySets[i]..<categorySets[i + 1]]`, numbers in `categoryNames`.
  let categorySets: Column<UInt32>
  let categoryMembers: Column<UInt32>
  let categories: Column<UInt32>
  let attributeKeyNames: TextTable
  let attributeKeys: Column<UInt32>
  let attributeValues: TextTable
  let attributesEnd: Column<UInt32>

  var count: Int { names.count }

  /// The columns of all places that were kept. O(their size).
  init(_ builder: borrowing DatasetBuilder, _ cancellation: Cancellation) throws(DatasetError) {
    // Each column of millions of places takes some hundredths of a second.
    func check() throws(DatasetError) { if cancellation.isCancelled { throw .cancelled } }
    names = TextTable(builder.names)
    try check()
    alternates = TextTable(builder.alternates)
    alternatesEnd = Column(builder.alternates.count == 0 ? [] : builder.alternatesEnd)
    try check()
    ids = IDColumn(
      numbers: Column(builder.idNumbers), texts: TextTable(builder.idTexts ?? TextTableDraft()))
    try check()
    positions = PositionColumn(latitudes: builder.latitudes, longitudes: builder.longitudes)
    try check()
    populations = .sparse(builder.populations)
    try check()
    timeZoneNames = TextTable(builder.timeZones.table)
    timeZones = .sparse(builder.timeZoneOfPlace)
    var regionTexts = TextTableDraft(limit: builder.limit)
    let texts = TextTable(builder.regions.texts.table)
    for row in builder.regions.rows {
      for part in 0..<4 { regionTexts.append(texts[Int(row[part])]) }
    }
    guard !regionTexts.isFull else { throw .tooLarge }
    self.regionTexts = TextTable(regionTexts)
    try check()
    regions = .sparse(builder.regionOfPlace)
    categoryNames = TextTable(builder.categories.names.table)
    categorySets = Column(builder.categories.sets.reduce(into: [0]) { $0.append($0[$0.count - 1] + UInt32($1.count)) })
    categoryMembers = Column(builder.categories.sets.flatMap(\.self))
    try check()
    categories = .sparse(builder.categoriesOfPlace)
    try check()
    attributeKeyNames = TextTable(builder.attributeKeys.table)
    attributeKeys = Column(builder.keyOfAttribute)
    try check()
    attributeValues = TextTable(builder.attributeValues)
    try check()
    attributesEnd = Column(builder.attributeValues.count == 0 ? [] : builder.attributesEnd)
  }

  /// The columns of a snapshot, which `write(to:)` wrote in this order.
  init(from reader: inout SnapshotReader) throws(SnapshotError) {
    names = try TextTable(from: &reader)
    alternates = try TextTable(from: &reader)
    alternatesEnd = try Column(from: &reader)
    ids = try IDColumn(from: &reader)
    positions = try PositionColumn(from: &reader)
    populations = try Column(from: &reader)
    timeZoneNames = try TextTable(from: &reader)
    timeZones = try Column(from: &reader)
    regionTexts = try TextTable(from: &reader)
    regions = try Column(from: &reader)
    categoryNames = try TextTable(from: &reader)
    categorySets = try Column(from: &reader)
    categoryMembers = try Column(from: &reader)
    categories = try Column(from: &reader)
    attributeKeyNames = try TextTable(from: &reader)
    attributeKeys = try Column(from: &reader)
    attributeValues = try TextTable(from: &reader)
    attributesEnd = try Column(from: &reader)
    let perPlace = [ids.numbers.count, positions.count]
    let perPlaceIfAny = [populations.count, timeZones.count, regions.count, categories.count]
    let ends = [alternatesEnd.count, attributesEnd.count]
    let count = names.count
    guard perPlace.allSatisfy({ $0 == count }), perPlaceIfAny.allSatisfy({ $0 == 0 || $0 == count }),
      ends.allSatisfy({ $0 == 0 || $0 == count + 1 }), categorySets.count > 0, regionTexts.count % 4 == 0
    else { throw reader.damage }
  }

  @inline(__always) func region(of row: Int) -> Int { regions.isEmpty ? 0 : Int(regions[row]) }
  @inline(__always) func population(of row: Int) -> UInt32 { populations.isEmpty ? 0 : populations[row] }
  func country(ofRegion region: Int) -> UnsafeBufferPointer<UInt8> { regionTexts[region * 4] }

  /// The name from the data, else that of the built-in table; may be empty.
  func countryName(ofRegion region: Int) -> UnsafeBufferPointer<UInt8> {
    let own = regionTexts[region * 4 + 1]
    guard own.isEmpty, let facts = CountryTable.facts(of: country(ofRegion: region)) else { return own }
    return UnsafeBufferPointer(start: facts.name.utf8Start, count: facts.name.utf8CodeUnitCount)
  }

  func alternates(of row: Int) -> Range<Int> {
    alternatesEnd.isEmpty ? 0..<0 : Int(alternatesEnd[row])..<Int(alternatesEnd[row + 1])
  }

  func categorySet(of row: Int) -> Int { categories.isEmpty ? 0 : Int(categories[row]) }

  /// The category numbers of a set.
  func members(ofSet set: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(rebasing: categoryMembers.elements[Int(categorySets[set])..<Int(categorySets[set + 1])])
  }

  func attributes(of row: Int) -> Range<Int> {
    attributesEnd.isEmpty ? 0..<0 : Int(attributesEnd[row])..<Int(attributesEnd[row + 1])
  }
}

extension Column where Element: FixedWidthInteger {
  /// The column of `elements`, empty where all are 0.
  static func sparse(_ elements: [Element]) -> Column {
    elements.allSatisfy { $0 == 0 } ? Column([]) : Column(elements)
  }
}

extension PlaceColumns {
  /// Whether `left` comes before `right` by country, then id: what decides between equal names.
  func countryAndIDPrecede(_ left: Int, _ right: Int) -> Bool {
    let regions = (region(of: left), region(of: right))
    if regions.0 != regions.1 {
      let countries = (country(ofRegion: regions.0), country(ofRegion: regions.1))
      if countries.0.lexicographicallyPrecedes(countries.1) { return true }
      if countries.1.lexicographicallyPrecedes(countries.0) { return false }
    }
    return ids.precedes(left, right)
  }

  /// Whether `left` comes before `right` by name as written, then country, then id.
  func namePrecedes(_ left: Int, _ right: Int) -> Bool {
    if names[left].lexicographicallyPrecedes(names[right]) { return true }
    if names[right].lexicographicallyPrecedes(names[left]) { return false }
    return countryAndIDPrecede(left, right)
  }
}
