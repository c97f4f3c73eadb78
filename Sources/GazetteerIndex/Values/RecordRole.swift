/// What a key of a record in a file says about a place.
package enum RecordRole: Int, Sendable {
  case id, name, latitude, longitude, alternates, country, countryName, admin1, admin1Name, population, timeZone
  case category
  /// An object that holds latitude and longitude.
  case position
  /// Anything else.
  case attribute

  /// The keys of each role, in lower case, best first.
  package static let keys: [(role: RecordRole, keys: [String])] = [
    (.id, "id _id geonameid stop_id objectid"),
    (.name, "name title stop_name asciiname"),
    (.latitude, "lat latitude stop_lat coord.lat y"),
    (.longitude, "lon lng long longitude stop_lon coord.lon x"),
    (.alternates, "alternates alternatenames alternate_names"),
    (.country, "country countrycode country_code cc"),
    (.countryName, "country_name countryname"),
    (.admin1, "admin1 admin1code admin1_code state province"),
    (.admin1Name, "admin1_name admin1name"),
    (.population, "population pop"),
    (.timeZone, "timezone time_zone tz"),
    (.category, "category categories amenity type"),
    (.position, "coord coords coordinate coordinates location position"),
  ].map { ($0, $1.split(separator: " ").map(String.init)) }
}
