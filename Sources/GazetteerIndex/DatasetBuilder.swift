/// Takes a dataset's places one after the other and lays them out in columns.
///
/// A place is drafted field by field, in any order, then kept or discarded:
///
///     builder.set(id: .number(1)); builder.set(name: bytes); builder.keep()
///
/// All text is valid UTF-8; the builder copies it. Nothing of a discarded draft remains.
public struct DatasetBuilder: ~Copyable {
  package private(set) var count = 0

  package init() {}

  package mutating func set(id: SourceID) {}
  package mutating func set(name: UnsafeBufferPointer<UInt8>) {}
  package mutating func add(alternate: UnsafeBufferPointer<UInt8>) {}
  /// Degrees, at full precision. A point off the globe makes the place one without a valid position.
  package mutating func set(latitude: Double) {}
  package mutating func set(longitude: Double) {}
  /// The ISO 3166 alpha-2 code, or what the source has in its place.
  package mutating func set(country: UnsafeBufferPointer<UInt8>) {}
  package mutating func set(countryName: UnsafeBufferPointer<UInt8>) {}
  package mutating func set(admin1: UnsafeBufferPointer<UInt8>) {}
  package mutating func set(admin1Name: UnsafeBufferPointer<UInt8>) {}
  package mutating func set(population: UInt32) {}
  package mutating func set(timeZone: UnsafeBufferPointer<UInt8>) {}
  package mutating func add(category: UnsafeBufferPointer<UInt8>) {}
  package mutating func add(attribute key: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {}

  /// Whether the draft has an id, a name, a position.
  package var draft: (hasID: Bool, hasName: Bool, hasPosition: Bool) { (false, false, false) }
  /// Adds the draft as the next row. Without an id it gets its row number.
  package mutating func keep() { count += 1 }
  /// Forgets the draft.
  package mutating func discard() {}
}
