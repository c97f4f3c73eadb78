/// One place, taken out of its dataset's columns: what a view of it needs, and what a favorite keeps of it. Made for
/// visible rows only.
public struct Place: Equatable, Sendable {
  public var id: PlaceID
  public var name: Untrusted
  public var alternates: [Untrusted]
  /// At least one: `Default` where the source gives none.
  public var categories: [Untrusted]
  /// nil where the source has no position, or one that is off the globe.
  public var coordinate: Coordinate?
  public var region: Region
  /// 0 where unknown.
  public var population: UInt32
  /// The name of its IANA time zone.
  public var timeZone: Untrusted?
  /// All else that the source says of it, in the source's order.
  public var attributes: [Attribute]

  package init(
    id: PlaceID, name: Untrusted, alternates: [Untrusted] = [], categories: [Untrusted] = [Untrusted("Default")],
    coordinate: Coordinate? = nil, region: Region = Region(), population: UInt32 = 0, timeZone: Untrusted? = nil,
    attributes: [Attribute] = []
  ) {
    self.id = id
    self.name = name
    self.alternates = alternates
    self.categories = categories
    self.coordinate = coordinate
    self.region = region
    self.population = population
    self.timeZone = timeZone
    self.attributes = attributes
  }

  public struct Attribute: Equatable, Sendable {
    public var key: Untrusted
    public var value: Untrusted

    package init(key: Untrusted, value: Untrusted) {
      self.key = key
      self.value = value
    }
  }
}

/// The country and first-order division that a place lies in. Every part may be empty.
public struct Region: Hashable, Sendable {
  public var country: Untrusted
  /// The name from the data, else that of the built-in table.
  public var countryName: Untrusted
  public var admin1: Untrusted
  public var admin1Name: Untrusted

  package init(
    country: Untrusted = Untrusted(""), countryName: Untrusted = Untrusted(""), admin1: Untrusted = Untrusted(""),
    admin1Name: Untrusted = Untrusted("")
  ) {
    self.country = country
    self.countryName = countryName
    self.admin1 = admin1
    self.admin1Name = admin1Name
  }
}
