/// One place, taken out of its dataset's columns: what a view of it needs. Made for visible rows only.
public struct Place: Equatable, Sendable {
  public let id: PlaceID
  public let name: Untrusted
  public let alternates: [Untrusted]
  /// At least one: `Default` where the source gives none.
  public let categories: [Untrusted]
  /// nil where the source has no position, or one that is off the globe.
  public let coordinate: Coordinate?
  public let region: Region
  /// 0 where unknown.
  public let population: UInt32
  /// The name of its IANA time zone.
  public let timeZone: Untrusted?
  /// All else that the source says of it, in the source's order.
  public let attributes: [Attribute]

  public struct Attribute: Equatable, Sendable {
    public let key: Untrusted
    public let value: Untrusted
  }
}

/// The country and first-order division that a place lies in. Every part may be empty.
public struct Region: Hashable, Sendable {
  public let country: Untrusted
  /// The name from the data, else that of the built-in table.
  public let countryName: Untrusted
  public let admin1: Untrusted
  public let admin1Name: Untrusted
}
