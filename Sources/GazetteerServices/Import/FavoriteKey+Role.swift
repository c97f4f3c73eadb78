import GazetteerIndex

/// What the keys of an exported entry mean when its file is opened as a file of places.
extension FavoriteKey {
  /// The field of places that it is; nil for another one.
  var role: RecordField.Role? {
    switch name {
    case "category": .category
    case "alternate": .alternates
    case "country": .country
    case "country-name": .countryName
    case "admin1": .admin1
    case "admin1-name": .admin1Name
    case "population": .population
    case "time-zone": .timeZone
    default: nil
    }
  }

  /// Whether other keys say the same, or it only says which place it was and when it was saved.
  var isHelper: Bool {
    let helpers = [
      "id", "dataset", "name", "lat", "lon", "category", "country", "admin1", "population", "created", "changed",
    ]
    return helpers.contains(name) || name.hasPrefix("place-") || name.hasPrefix("station")
  }
}
