/// How files name the fields of a place: keys of records and columns of tables, in lower case, best first.
package enum FieldNames {
  package static let id = ["id", "_id", "geonameid", "stop_id", "objectid"]
  package static let name = ["name", "title", "stop_name", "asciiname"]
  package static let latitude = ["lat", "latitude", "stop_lat", "coord.lat", "y"]
  package static let longitude = ["lon", "lng", "long", "longitude", "stop_lon", "coord.lon", "x"]
  package static let alternates = ["alternates", "alternatenames", "alternate_names"]
  package static let country = ["country", "countrycode", "country_code", "cc"]
  package static let countryName = ["country_name", "countryname"]
  package static let admin1 = ["admin1", "admin1code", "admin1_code", "state", "province"]
  package static let admin1Name = ["admin1_name", "admin1name"]
  package static let population = ["population", "pop"]
  package static let timeZone = ["timezone", "time_zone", "tz"]
  package static let category = ["category", "categories", "amenity", "type"]
  /// Of an object that holds latitude and longitude.
  package static let position = ["coord", "coords", "coordinate", "coordinates", "location", "position"]

  package static let all = [
    id, name, latitude, longitude, alternates, country, countryName, admin1, admin1Name, population, timeZone,
    category, position,
  ].flatMap { $0 }
}
