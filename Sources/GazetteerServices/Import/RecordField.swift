import Glibc

/// What a key of a generic record means for a place.
enum RecordField: UInt8 {
  case id, name, latitude, longitude, alternates, country, countryName, admin1, admin1Name, population, timeZone
  case category
  /// An object whose own keys are looked at for a position.
  case position
  case attribute

  /// The meaning of a key, in any case.
  init(key: UnsafeBufferPointer<UInt8>) {
    self = Self.byKey[String(decoding: key, as: UTF8.self).lowercased()] ?? .attribute
  }

  private static let byKey: [String: RecordField] = {
    let keys: [(RecordField, String)] = [
      (.id, "id _id geonameid stop_id objectid"),
      (.name, "name title stop_name"),
      (.latitude, "lat latitude y stop_lat"),
      (.longitude, "lon lng long longitude x stop_lon"),
      (.alternates, "alternates alternatenames alternate_names asciiname"),
      (.country, "country countrycode country_code cc"),
      (.countryName, "country_name countryname"),
      (.admin1, "admin1 admin1code admin1_code state province"),
      (.admin1Name, "admin1_name admin1name"),
      (.population, "population pop"),
      (.timeZone, "timezone time_zone tz"),
      (.category, "category categories type amenity"),
      (.position, "coord coords coordinate coordinates location position"),
    ]
    return Dictionary(
      uniqueKeysWithValues: keys.flatMap { field, names in names.split(separator: " ").map { (String($0), field) } })
  }()
}

/// Remembers what the keys of the record before meant: records of a file tend to have the same keys in the same order.
struct RecordKeys {
  private var known: [(key: [UInt8], field: RecordField)] = []
  private var next = 0

  mutating func beginRecord() { next = 0 }

  /// The meaning of the record's next key. O(length) where it is the key that stood there before.
  mutating func field(_ key: UnsafeBufferPointer<UInt8>) -> RecordField {
    defer { next += 1 }
    if next < known.count, known[next].key.count == key.count, let bytes = key.baseAddress,
      memcmp(known[next].key, bytes, key.count) == 0
    {
      return known[next].field
    }
    let field = RecordField(key: key)
    if next < known.count { known.removeSubrange(next...) }
    if next < 64 { known.append((Array(key), field)) }
    return field
  }
}
