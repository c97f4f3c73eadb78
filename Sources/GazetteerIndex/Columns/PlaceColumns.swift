/// The facts of a dataset's places, one column for each fact. The column of a fact that no place has is empty.
///
/// To add a column: add a property, its line in each of the two initialisers, and its part of `place(_:in:)`.
/// A class, because copying a reference costs one reference count instead of twenty.
final class PlaceColumns: Archived, Sendable {
  let names: TextTable
  /// All alternate names, place after place: those of `row` are `alternatesEnd[row]..<alternatesEnd[row + 1]`.
  let alternates: TextTable
  let alternatesEnd: Column<UInt32>
  let ids: IDColumn
  let positions: PositionColumn
  let populations: Column<UInt32>
  let timeZoneNames: TextTable
  let timeZones: Column<UInt32>
  /// Four texts for each region: country, country name, admin1, admin1 name.
  let regionTexts: TextTable
  let regions: Column<UInt32>
  let categoryNames: TextTable
  /// The categories of set `i`: `categoryMembers[categorySets[i]..<categorySets[i + 1]]`, numbers in `categoryNames`.
  let categorySets: Column<UInt32>
  let categoryMembers: Column<UInt32>
  let categories: Column<UInt32>
  let attributes: AttributeTable

  var count: Int { names.count }

  /// Makes the columns of all places that were added to `builder`. O(their size).
  init(_ builder: borrowing DatasetBuilder, _ cancellation: Cancellation) throws(DatasetError) {
    // Checked once per column, because making a column of millions of places takes some hundredths of a second.
    func check() throws(DatasetError) { if cancellation.isCancelled { throw .cancelled } }
    names = TextTable(builder.names)
    try check()
    alternates = TextTable(builder.alternates)
    alternatesEnd = Column(builder.alternates.count == 0 ? [] : builder.alternatesEnd)
    try check()
    do throws(Cancelled) {
      ids = try builder.uniqueIDs(cancellation)
    } catch {
      throw .cancelled
    }
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
    do throws(Cancelled) {
      attributes = try AttributeTable(builder, cancellation)
    } catch {
      throw .cancelled
    }
  }

  /// Writes the columns to a snapshot, or reads them. The order of these lines is the order of the sections: when it
  /// changes, raise `Snapshot.version`.
  init(_ archive: inout some Archive, copying known: PlaceColumns?) throws(SnapshotError) {
    names = try archive.part(known?.names)
    alternates = try archive.part(known?.alternates)
    alternatesEnd = try archive.part(known?.alternatesEnd)
    ids = try archive.part(known?.ids)
    positions = try archive.part(known?.positions)
    populations = try archive.part(known?.populations)
    timeZoneNames = try archive.part(known?.timeZoneNames)
    timeZones = try archive.part(known?.timeZones)
    regionTexts = try archive.part(known?.regionTexts)
    regions = try archive.part(known?.regions)
    categoryNames = try archive.part(known?.categoryNames)
    categorySets = try archive.part(known?.categorySets)
    categoryMembers = try archive.part(known?.categoryMembers)
    categories = try archive.part(known?.categories)
    attributes = try archive.part(known?.attributes)
    let perPlace = [ids.numbers.count, positions.count]
    let perPlaceIfAny = [populations.count, timeZones.count, regions.count, categories.count]
    let count = names.count
    guard perPlace.allSatisfy({ $0 == count }), perPlaceIfAny.allSatisfy({ $0 == 0 || $0 == count }),
      alternatesEnd.isEmpty || alternatesEnd.count == count + 1, attributes.fits(rows: count),
      categorySets.count > 0, regionTexts.count % 4 == 0
    else { throw archive.damage }
  }

  @inline(__always) func region(of row: Int) -> Int { regions.isEmpty ? 0 : Int(regions[row]) }
  @inline(__always) func population(of row: Int) -> UInt32 { populations.isEmpty ? 0 : populations[row] }
  func country(ofRegion region: Int) -> UnsafeBufferPointer<UInt8> { regionTexts[region * 4] }

  /// The name in the data; if there is none, the name in the built-in table. May be empty.
  func countryName(ofRegion region: Int) -> UnsafeBufferPointer<UInt8> {
    let own = regionTexts[region * 4 + 1]
    guard own.isEmpty, let facts = CountryTable.facts(of: country(ofRegion: region)) else { return own }
    return UnsafeBufferPointer(start: facts.name.utf8Start, count: facts.name.utf8CodeUnitCount)
  }

  /// Whether no place has this field. O(regions).
  func isEmpty(_ field: ColumnID.Field) -> Bool {
    func regionsHaveNone(_ parts: Range<Int>) -> Bool {
      (0..<regionTexts.count).allSatisfy { !parts.contains($0 % 4) || regionTexts[$0].isEmpty }
    }
    return switch field {
    case .country: regionsHaveNone(0..<2)
    case .region: regionsHaveNone(2..<4)
    case .category: categories.isEmpty
    case .population: populations.isEmpty
    case .timezone: timeZones.isEmpty
    case .name, .id, .latitude, .longitude: false
    }
  }

  func alternates(of row: Int) -> Range<Int> {
    alternatesEnd.isEmpty ? 0..<0 : Int(alternatesEnd[row])..<Int(alternatesEnd[row + 1])
  }

  func categorySet(of row: Int) -> Int { categories.isEmpty ? 0 : Int(categories[row]) }

  /// The category numbers of a set.
  func members(ofSet set: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(rebasing: categoryMembers.elements[Int(categorySets[set])..<Int(categorySets[set + 1])])
  }

  func region(_ number: Int) -> Region {
    Region(
      country: Untrusted(bytes: country(ofRegion: number)),
      countryName: Untrusted(bytes: countryName(ofRegion: number)),
      admin1: regionTexts.untrusted(number * 4 + 2), admin1Name: regionTexts.untrusted(number * 4 + 3))
  }

  /// The place in a row, as a value. O(its size).
  func place(_ row: Int, in dataset: String) -> Place {
    Place(
      id: PlaceID(dataset: dataset, id: ids[row]), name: names.untrusted(row),
      alternates: alternates(of: row).map(alternates.untrusted),
      categories: members(ofSet: categorySet(of: row)).map { categoryNames.untrusted(Int($0)) },
      coordinate: positions.coordinate(row), region: region(region(of: row)), population: population(of: row),
      timeZone: timeZones.isEmpty || timeZones[row] == 0 ? nil : timeZoneNames.untrusted(Int(timeZones[row])),
      attributes: attributes[row].map {
        Place.Attribute(key: attributes.keyNames.untrusted($0.key), value: Untrusted(bytes: $0.value))
      })
  }

  /// The provider's rating: the attribute `rating` or `stars`, if it is a number above 0.
  func rating(_ row: Int) -> Double? {
    for (number, value) in attributes[row] {
      let key = attributes.keyNames[number]
      if key.elementsEqual("rating".utf8) || key.elementsEqual("stars".utf8) {
        return Double(Untrusted(bytes: value).text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
      }
    }
    return nil
  }

  /// The provider's rating as the stars that lists show: greater than 0, at most 5. The keys can have capitals.
  func stars(_ row: Int) -> Double? {
    for (number, text) in attributes[row] {
      let key = attributes.keyNames[number]
      guard key.count == 6 || key.count == 5 else { continue }
      let small = key.map { $0 | 0x20 }
      guard small.elementsEqual("rating".utf8) || small.elementsEqual("stars".utf8) else { continue }
      if let value = Double(Untrusted(bytes: text).text), value > 0, value <= 5 { return value }
    }
    return nil
  }
}

extension PlaceColumns {
  /// Whether `left` comes before `right` by country, then id. This decides between equal names.
  func countryAndIDPrecede(_ left: Int, _ right: Int) -> Bool {
    let regions = (region(of: left), region(of: right))
    if regions.0 != regions.1 {
      let order = country(ofRegion: regions.0).order(to: country(ofRegion: regions.1))
      if order != 0 { return order < 0 }
    }
    return ids.precedes(left, right)
  }

  /// Whether `left` comes before `right` by name as written, then country, then id.
  func namePrecedes(_ left: Int, _ right: Int) -> Bool {
    let order = names[left].order(to: names[right])
    return order == 0 ? countryAndIDPrecede(left, right) : order < 0
  }
}
