import GazetteerIndex

extension Favorite {
  /// Takes what a file says of it. What the file does not say stays; lists and tags are added to.
  mutating func take(_ imported: ImportedFavorite) {
    place.name = imported.name
    if let coordinate = imported.coordinate, !isNear(coordinate, exactly: imported.id != nil) {
      place.coordinate = coordinate
    }
    if !imported.alternates.isEmpty { place.alternates = imported.alternates }
    if !imported.categories.isEmpty { place.categories = imported.categories }
    place.region.take(imported.region)
    place.population = imported.population ?? place.population
    place.timeZone = imported.timeZone ?? place.timeZone
    place.attributes.take(imported.attributes)
    attribution = imported.attribution ?? attribution
    for list in imported.lists where !lists.contains(list) { lists.append(list) }
    for tag in imported.tags where !tags.contains(tag) { tags.append(tag) }
    note = imported.note ?? note
    rating = imported.rating ?? rating
    visited = imported.visited ?? visited
    station = imported.station ?? station
    extras.take(imported.extras)
  }

  /// Other programs round positions: a metre is none.
  private func isNear(_ coordinate: Coordinate, exactly: Bool) -> Bool {
    guard !exactly, let own = place.coordinate else { return place.coordinate == coordinate }
    return own.distance(to: coordinate).metres <= 1
  }
}

extension ImportedFavorite {
  /// Adds what a later record of the same place says and this one does not.
  mutating func add(_ later: ImportedFavorite) {
    id = id ?? later.id
    source = source ?? later.source
    coordinate = coordinate ?? later.coordinate
    if alternates.isEmpty { alternates = later.alternates }
    if categories.isEmpty { categories = later.categories }
    var whole = later.region
    whole.take(region)
    region = whole
    population = population ?? later.population
    timeZone = timeZone ?? later.timeZone
    attribution = attribution ?? later.attribution
    lists += later.lists
    tags += later.tags
    note = note ?? later.note
    rating = rating ?? later.rating
    visited = visited ?? later.visited
    station = station ?? later.station
    changed = changed ?? later.changed
    let (attributes, extras) = (Set(attributes.map(\.key)), Set(extras.map(\.key)))
    self.attributes += later.attributes.filter { !attributes.contains($0.key) }
    self.extras += later.extras.filter { !extras.contains($0.key) }
  }
}

extension Region {
  fileprivate mutating func take(_ other: Region) {
    if !other.country.isEmpty { country = other.country }
    if !other.countryName.isEmpty { countryName = other.countryName }
    if !other.admin1.isEmpty { admin1 = other.admin1 }
    if !other.admin1Name.isEmpty { admin1Name = other.admin1Name }
  }
}

extension [Place.Attribute] {
  /// The values of each key that is said become those said, where the first of them was; new keys come last.
  fileprivate mutating func take(_ others: [Place.Attribute]) {
    guard !others.isEmpty else { return }
    var said = Dictionary(grouping: others, by: \.key)
    let keys = Set(said.keys)
    if Dictionary(grouping: filter { keys.contains($0.key) }, by: \.key) == said { return }
    var result: [Place.Attribute] = []
    for attribute in self {
      if !keys.contains(attribute.key) {
        result.append(attribute)
      } else if let values = said.removeValue(forKey: attribute.key) {
        result += values
      }
    }
    for attribute in others where said[attribute.key] != nil { result.append(attribute) }
    self = result
  }
}

extension Favorite {
  /// The labels of what every favorite may say.
  private static let labels: Set<String> = [
    "name", "position", "lists", "tags", "note", "rating", "visited", "station", "other names", "categories", "country",
    "country's name", "region", "region's name", "population", "time zone", "credit",
  ]

  /// What it says, each thing by its label, for comparing; an attribute or an extra of such a name as `its note`.
  var facts: [(label: Untrusted, value: Untrusted)] {
    var facts: [(label: Untrusted, value: Untrusted)] = []
    func add(_ label: String, _ value: Untrusted?) {
      if let value, !value.isEmpty { facts.append((Untrusted(label), value)) }
    }
    func join(_ parts: [Untrusted]) -> Untrusted { Untrusted(bytes: parts.map(\.bytes).joined(separator: ", ".utf8)) }
    add("name", place.name)
    add("position", place.coordinate.map { Untrusted("\(Numeral.plain($0.latitude)),\(Numeral.plain($0.longitude))") })
    add("lists", join(lists))
    add("tags", join(tags))
    add("note", note)
    add("rating", rating.map { Untrusted(String($0)) })
    add("visited", visited.map { Untrusted($0.text) })
    add("station", station?.name)
    add("other names", join(place.alternates))
    if place.categories != [Untrusted("Default")] { add("categories", join(place.categories)) }
    add("country", place.region.country)
    add("country's name", place.region.countryName)
    add("region", place.region.admin1)
    add("region's name", place.region.admin1Name)
    add("population", place.population > 0 ? Untrusted(String(place.population)) : nil)
    add("time zone", place.timeZone)
    add("credit", attribution)
    var values: [Untrusted: [Untrusted]] = [:]
    let others = place.attributes + extras
    for other in others { values[other.key, default: []].append(other.value) }
    for other in others {
      guard let said = values.removeValue(forKey: other.key) else { continue }
      let label =
        Favorite.labels.contains(other.key.text) ? Untrusted(bytes: Array("its ".utf8) + other.key.bytes) : other.key
      facts.append((label, join(said)))
    }
    return facts
  }
}
