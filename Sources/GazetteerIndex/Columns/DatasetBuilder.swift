/// Collects the places of a dataset, one after the other, in columns.
///
/// A place is drafted field by field, in any order, then added or discarded:
///
///     builder.set(id: .number(1)); builder.set(name: bytes); builder.addDraft()
///
/// All text must be valid UTF-8; the builder copies it. A discarded draft leaves nothing in the columns. The builder
/// does not check that ids are unique: `Dataset.rowsOfRepeatedIDs` does this later, when they are sorted.
public struct DatasetBuilder: ~Copyable {
  /// The most bytes of the texts of a column: as many as 32 bits can address, minus 64 so that loops can read whole
  /// vectors.
  package static let mostText = Int(UInt32.max) - 64

  package private(set) var count = 0
  private var draft = PlaceDraft()
  let limit: Int

  var names: TextTableDraft
  var alternates: TextTableDraft
  var alternatesEnd: [UInt32] = [0]
  var idNumbers: [Int64] = []
  /// The rows that had no id and got a `ContentID`.
  var rowsWithoutID: [UInt32] = []
  /// The ids that are texts; nil while all ids are numbers. The text of a number is empty.
  var idTexts: TextTableDraft?
  var latitudes: [Double] = []
  var longitudes: [Double] = []
  var populations: [UInt32] = []
  var timeZones: Interner
  var timeZoneOfPlace: [UInt32] = []
  var regions: RegionInterner
  var regionOfPlace: [UInt32] = []
  var categories: CategoryInterner
  var categoriesOfPlace: [UInt32] = []
  var attributeKeys: Interner
  var attributeValues: TextTableDraft
  var keyOfAttribute: [UInt32] = []
  /// The keys that stay columns even if no place has them.
  var keptKeys: Set<UInt32> = []
  var attributesEnd: [UInt32] = [0]
  /// Whether attributes that are called like fields get a number, so that columns can be told apart by name.
  package var numbersKeys = true
  /// What the source calls the fields. Attributes of these names get a number, too.
  package var namesOfFields: Set<Untrusted> = []

  /// - Parameter limit: the most bytes of the texts of a column, up to `mostText`.
  package init(limit: Int = mostText) {
    self.limit = limit
    names = TextTableDraft(limit: limit)
    alternates = TextTableDraft(limit: limit)
    timeZones = Interner(limit: limit)
    regions = RegionInterner(limit: limit)
    categories = CategoryInterner(limit: limit)
    attributeKeys = Interner(limit: limit)
    attributeValues = TextTableDraft(limit: limit)
  }

  /// Whether texts of a column exceeded the limit and were left out. If so, the places cannot be used.
  package var isFull: Bool {
    names.isFull || alternates.isFull || attributeValues.isFull || idTexts?.isFull == true
      || attributeKeys.table.isFull || categories.names.table.isFull || regions.texts.table.isFull
      || timeZones.table.isFull
  }

  package mutating func set(id: SourceID) { draft.id = id }
  package mutating func set(name: UnsafeBufferPointer<UInt8>) {
    names.truncate(to: count)
    names.append(name)
  }
  /// Sets a name that the source does not have, such as `feature 7`.
  package mutating func set(madeName name: UnsafeBufferPointer<UInt8>) {
    set(name: name)
    draft.isNameMade = true
  }
  package mutating func add(alternate: UnsafeBufferPointer<UInt8>) { alternates.append(alternate) }
  /// In degrees, at full precision. If the point is not on the globe, the place has no position.
  package mutating func set(latitude: Double) { draft.latitude = latitude }
  package mutating func set(longitude: Double) { draft.longitude = longitude }
  /// How many alternate names the draft has.
  package var draftedAlternates: Int { alternates.count - Int(alternatesEnd[count]) }
  /// The ISO 3166 alpha-2 code, or what the source has in its place.
  package mutating func set(country: UnsafeBufferPointer<UInt8>) { regions.set(country, in: .country) }
  package mutating func set(countryName: UnsafeBufferPointer<UInt8>) { regions.set(countryName, in: .countryName) }
  package mutating func set(admin1: UnsafeBufferPointer<UInt8>) { regions.set(admin1, in: .admin1) }
  package mutating func set(admin1Name: UnsafeBufferPointer<UInt8>) { regions.set(admin1Name, in: .admin1Name) }
  package mutating func set(population: UInt32) { draft.population = population }
  package mutating func set(timeZone: UnsafeBufferPointer<UInt8>) { draft.timeZone = timeZones.number(of: timeZone) }
  package mutating func add(category: UnsafeBufferPointer<UInt8>) { categories.add(category) }
  /// The number of an attribute's key, for `add(attribute:value:)`.
  package mutating func number(ofAttribute key: UnsafeBufferPointer<UInt8>) -> UInt32 { attributeKeys.number(of: key) }
  /// Makes a key a column even if no place has it. The empty key never is one.
  package mutating func keep(attribute key: UInt32) {
    if key > 0 { keptKeys.insert(key) }
  }
  package mutating func add(attribute key: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
    add(attribute: number(ofAttribute: key), value: value)
  }
  package mutating func add(attribute key: UInt32, value: UnsafeBufferPointer<UInt8>) {
    keyOfAttribute.append(key)
    attributeValues.append(value)
  }

  /// The draft's latitude and longitude if both are given and are not on the globe.
  package var positionOffTheGlobe: (latitude: Double, longitude: Double)? {
    let isOnTheGlobe = Coordinate(latitude: draft.latitude, longitude: draft.longitude) != nil
    return isOnTheGlobe ? nil : draftedPosition
  }

  /// The position of the draft as it is in the source, if it has both numbers.
  package var draftedPosition: (latitude: Double, longitude: Double)? {
    isWithoutPosition ? nil : (draft.latitude, draft.longitude)
  }

  /// Whether the draft has no latitude or no longitude.
  package var isWithoutPosition: Bool { draft.latitude.isNaN || draft.longitude.isNaN }

  package var draftHasID: Bool { draft.id != nil }
  package var draftID: SourceID? { draft.id }
  package mutating func dropID() { draft.id = nil }

  /// Adds the draft as the next row. If it has no id, it gets a `ContentID`.
  package mutating func addDraft() {
    if names.count == count { names.append(UnsafeBufferPointer(start: nil, count: 0)) }
    addID()
    alternatesEnd.append(UInt32(alternates.count))
    latitudes.append(draft.latitude)
    longitudes.append(draft.longitude)
    populations.append(draft.population)
    timeZoneOfPlace.append(draft.timeZone)
    regionOfPlace.append(regions.finishDraft())
    categoriesOfPlace.append(categories.finishDraft())
    attributesEnd.append(UInt32(attributeValues.count))
    count += 1
    draft = PlaceDraft()
  }

  /// Adds a whole place as the next row, under the id that it has in this dataset.
  package mutating func add(_ place: Place, as id: SourceID) {
    set(id: id)
    place.name.bytes.withUnsafeBufferPointer { set(name: $0) }
    for name in place.alternates { name.bytes.withUnsafeBufferPointer { add(alternate: $0) } }
    for name in place.categories { name.bytes.withUnsafeBufferPointer { add(category: $0) } }
    if let coordinate = place.coordinate {
      set(latitude: coordinate.latitude)
      set(longitude: coordinate.longitude)
    }
    place.region.country.bytes.withUnsafeBufferPointer { set(country: $0) }
    place.region.countryName.bytes.withUnsafeBufferPointer { set(countryName: $0) }
    place.region.admin1.bytes.withUnsafeBufferPointer { set(admin1: $0) }
    place.region.admin1Name.bytes.withUnsafeBufferPointer { set(admin1Name: $0) }
    set(population: place.population)
    place.timeZone?.bytes.withUnsafeBufferPointer { set(timeZone: $0) }
    for attribute in place.attributes {
      attribute.key.bytes.withUnsafeBufferPointer { key in
        attribute.value.bytes.withUnsafeBufferPointer { add(attribute: key, value: $0) }
      }
    }
    addDraft()
  }

  package mutating func discardDraft() {
    names.truncate(to: count)
    alternates.truncate(to: Int(alternatesEnd[count]))
    attributeValues.truncate(to: Int(attributesEnd[count]))
    keyOfAttribute.removeLast(keyOfAttribute.count - Int(attributesEnd[count]))
    regions.discardDraft()
    categories.discardDraft()
    draft = PlaceDraft()
  }

  /// The ids, those of rows that had none made unique, and their order if it is known.
  func uniqueIDs(_ cancellation: Cancellation) throws(Cancelled) -> IDColumn {
    let (ids, order) = try ContentID.unique(idNumbers, rowsWithoutID: rowsWithoutID, cancellation) { row in
      var sum = Checksum()
      func add(_ text: ArraySlice<UInt8>) { text.withUnsafeBytes { sum.add($0) } }
      for alternate in alternatesEnd[row]..<alternatesEnd[row + 1] { add(alternates[Int(alternate)]) }
      for category in categories.sets[Int(categoriesOfPlace[row])] { add(categories.names.table[Int(category)]) }
      for value in Int(attributesEnd[row])..<Int(attributesEnd[row + 1]) {
        add(attributeKeys.table[Int(keyOfAttribute[value])])
        add(attributeValues[value])
      }
      return sum.value
    }
    return IDColumn(
      numbers: Column(ids), texts: TextTable(idTexts ?? TextTableDraft()), order: idTexts == nil ? order : nil)
  }

  private mutating func addID() {
    switch draft.id {
    case nil:
      rowsWithoutID.append(UInt32(count))
      let name = draft.isNameMade ? [] : names[count]
      idNumbers.append(ContentID(name: name, latitude: draft.latitude, longitude: draft.longitude).value)
      idTexts?.append(UnsafeBufferPointer(start: nil, count: 0))
    case .number(let number):
      idNumbers.append(number)
      idTexts?.append(UnsafeBufferPointer(start: nil, count: 0))
    case .text(var text):
      if idTexts == nil {
        var texts = TextTableDraft(limit: limit)
        for _ in 0..<count { texts.append(UnsafeBufferPointer(start: nil, count: 0)) }
        idTexts = texts
      }
      idNumbers.append(Int64.min)
      text.withUTF8 { idTexts?.append($0) }
    }
  }
}

/// The fields of a draft that are a single value.
private struct PlaceDraft {
  var id: SourceID?
  var isNameMade = false
  var latitude = Double.nan
  var longitude = Double.nan
  var population: UInt32 = 0
  var timeZone: UInt32 = 0
}
