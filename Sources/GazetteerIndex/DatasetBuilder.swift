/// Takes a dataset's places one after the other and lays them out in columns.
///
/// A place is drafted field by field, in any order, then kept or discarded:
///
///     builder.set(id: .number(1)); builder.set(name: bytes); builder.keep()
///
/// All text is valid UTF-8; the builder copies it. Nothing of a discarded draft remains. That ids are unique is seen in
/// the dataset (`rowsOfRepeatedIDs`): there they lie in order.
public struct DatasetBuilder: ~Copyable {
  /// How many bytes the texts of a column may have: what 32 bits address, with room for a vector behind.
  package static let mostText = Int(UInt32.max) - 64

  package private(set) var count = 0
  private var places = PlaceDraft()
  let limit: Int

  var names: TextTableDraft
  var alternates: TextTableDraft
  var alternatesEnd: [UInt32] = [0]
  var idNumbers: [Int64] = []
  /// The ids that are texts; empty as long as all ids are numbers. A number's text is empty.
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
  var attributesEnd: [UInt32] = [0]

  /// - Parameter limit: how many bytes the texts of a column may have, up to `mostText`.
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

  /// Whether texts are missing, because there were more of a column than can be addressed; the places are of no use.
  package var isFull: Bool {
    names.isFull || alternates.isFull || attributeValues.isFull || idTexts?.isFull == true
      || attributeKeys.table.isFull || categories.names.table.isFull || regions.texts.table.isFull
      || timeZones.table.isFull
  }

  package mutating func set(id: SourceID) { places.id = id }
  package mutating func set(name: UnsafeBufferPointer<UInt8>) {
    names.truncate(to: count)
    names.append(name)
  }
  package mutating func add(alternate: UnsafeBufferPointer<UInt8>) { alternates.append(alternate) }
  /// Degrees, at full precision. A point off the globe makes the place one without a valid position.
  package mutating func set(latitude: Double) { places.latitude = latitude }
  package mutating func set(longitude: Double) { places.longitude = longitude }
  /// The ISO 3166 alpha-2 code, or what the source has in its place.
  package mutating func set(country: UnsafeBufferPointer<UInt8>) { regions.set(country, in: .country) }
  package mutating func set(countryName: UnsafeBufferPointer<UInt8>) { regions.set(countryName, in: .countryName) }
  package mutating func set(admin1: UnsafeBufferPointer<UInt8>) { regions.set(admin1, in: .admin1) }
  package mutating func set(admin1Name: UnsafeBufferPointer<UInt8>) { regions.set(admin1Name, in: .admin1Name) }
  package mutating func set(population: UInt32) { places.population = population }
  package mutating func set(timeZone: UnsafeBufferPointer<UInt8>) { places.timeZone = timeZones.number(of: timeZone) }
  package mutating func add(category: UnsafeBufferPointer<UInt8>) { categories.add(category) }
  /// The number by which a key of attributes is added.
  package mutating func number(ofAttribute key: UnsafeBufferPointer<UInt8>) -> UInt32 { attributeKeys.number(of: key) }
  package mutating func add(attribute key: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
    add(attribute: number(ofAttribute: key), value: value)
  }
  package mutating func add(attribute key: UInt32, value: UnsafeBufferPointer<UInt8>) {
    keyOfAttribute.append(key)
    attributeValues.append(value)
  }

  /// The draft's latitude and longitude where both are given and do not lie on the globe.
  package var positionOffTheGlobe: (latitude: Double, longitude: Double)? {
    let isGiven = !places.latitude.isNaN && !places.longitude.isNaN
    let isOnTheGlobe = Coordinate(latitude: places.latitude, longitude: places.longitude) != nil
    return isGiven && !isOnTheGlobe ? (places.latitude, places.longitude) : nil
  }

  /// Adds the draft as the next row. Without an id it gets its row number.
  package mutating func keep() {
    if names.count == count { names.append(UnsafeBufferPointer(start: nil, count: 0)) }
    keepID()
    alternatesEnd.append(UInt32(alternates.count))
    latitudes.append(places.latitude)
    longitudes.append(places.longitude)
    populations.append(places.population)
    timeZoneOfPlace.append(places.timeZone)
    regionOfPlace.append(regions.number())
    categoriesOfPlace.append(categories.number())
    attributesEnd.append(UInt32(attributeValues.count))
    count += 1
    places = PlaceDraft()
  }

  /// Forgets the draft.
  package mutating func discard() {
    names.truncate(to: count)
    alternates.truncate(to: Int(alternatesEnd[count]))
    attributeValues.truncate(to: Int(attributesEnd[count]))
    keyOfAttribute.removeLast(keyOfAttribute.count - Int(attributesEnd[count]))
    regions.forget()
    categories.forget()
    places = PlaceDraft()
  }

  private mutating func keepID() {
    switch places.id ?? .number(Int64(count)) {
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

/// The fields of a draft that are one value each.
private struct PlaceDraft {
  var id: SourceID?
  var latitude = Double.nan
  var longitude = Double.nan
  var population: UInt32 = 0
  var timeZone: UInt32 = 0
}
