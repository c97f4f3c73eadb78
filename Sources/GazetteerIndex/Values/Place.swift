/// One place as a value, for a view or a favorite. Made only for rows that are shown or saved.
public struct Place: Equatable, Sendable {
  public var id: PlaceID
  public var name: Untrusted
  public var alternates: [Untrusted]
  /// At least one: `Default` if the source gives none.
  public var categories: [Untrusted]
  /// nil if the source has no position, or one that is not on the globe.
  public var coordinate: Coordinate?
  public var region: Region
  /// 0 if unknown.
  public var population: UInt32
  /// The name of its IANA time zone.
  public var timeZone: Untrusted?
  /// Everything else that the source says about it, in the order of the source.
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

/// The country and first-order division of a place. Every part may be empty.
public struct Region: Hashable, Sendable {
  public var country: Untrusted
  /// The name in the data; if there is none, the name in the built-in table.
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

  /// The code of the country, or its name if the source has no code.
  package var shortCountry: Untrusted { country.isEmpty ? countryName : country }
}

/// How two records of places are recognised as the same place.
extension Place {
  /// The greatest distance between two records of the same place.
  package static let reach = Distance.metres(50)

  private func isNear(_ other: Place) -> Bool {
    guard let here = coordinate, let there = other.coordinate else { return false }
    return here.distance(to: there) <= Place.reach
  }

  /// Whether the names are equal, or equal after folding.
  private func hasSameName(as other: Place) -> Bool { name.isFolded(as: other.name) }

  /// Whether a place with the same identity can be the same place: it has the same name or is near.
  package func isLike(_ other: Place) -> Bool { isNear(other) || hasSameName(as: other) }

  /// Whether a place with any identity counts as the same place: it has the same name and is near.
  package func isTakenFor(_ other: Place) -> Bool { isNear(other) && hasSameName(as: other) }
}
