import GazetteerIndex

/// A place as formats have it that know values by names: what people look for under plain names, then all of it under
/// the names of `FavoriteKey`, then what came with it from such a file.
struct ExportedMembers {
  /// Text or numbers; of several values a list.
  let plain: [(name: String, value: Datum)]
  /// The values of each key, escaped.
  private(set) var own: [(key: FavoriteKey, name: Untrusted, values: [String])] = []
  /// Its names are neither plain ones nor own ones.
  private(set) var extras: [(name: Untrusted, value: Untrusted)] = []

  /// - Parameters:
  ///   - prefix: that of the extras which came from files of this form.
  ///   - escaped: what besides must be escaped in one of several values.
  init(of exported: ExportedPlace, extrasOf prefix: String, escaping escaped: Set<UInt8> = []) {
    plain = ExportedMembers.plainMembers(of: exported)
    for field in exported.fields { add(field, escaping: escaped) }
    for extra in exported.extras {
      let name = Untrusted(bytes: extra.key.bytes.dropFirst(prefix.utf8.count))
      if extra.key.bytes.starts(with: prefix.utf8), ExportedMembers.isFree(name.text), name.isPlain,
        extra.value.isPlain,
        !extras.contains(where: { $0.name == name })
      {
        extras.append((name, extra.value))
      } else {
        add(FavoriteField(.extra, name: extra.key, extra.value), escaping: escaped)
      }
    }
  }

  private mutating func add(_ field: FavoriteField, escaping escaped: Set<UInt8>) {
    let value = field.key.isRepeated ? FavoriteField.written(field.value, and: escaped) : field.written
    let name = field.writtenKey
    if let index = own.firstIndex(where: { $0.name == name }) {
      own[index].values.append(value)
    } else {
      own.append((field.key, name, [value]))
    }
  }

  /// The plain names, in their order.
  static let plainNames = [
    "name", "lat", "lon", "category", "country", "admin1", "population", "list", "tag", "rating", "visited", "note",
  ]

  private static func plainMembers(of exported: ExportedPlace) -> [(name: String, value: Datum)] {
    let (place, favorite) = (exported.place, exported.favorite)
    let texts = { (values: [Untrusted]) -> Datum? in values.isEmpty ? nil : .list(values.map { .text($0) }) }
    let text = { (value: Untrusted) -> Datum? in value.isEmpty ? nil : .text(value) }
    // Readers take a name of blanks for none.
    let isBlank = place.name.bytes.allSatisfy { $0 <= UInt8(ascii: " ") }
    let values: [String: Datum?] = [
      "name": isBlank ? .own(FavoriteField.written(place.name)) : .text(place.name),
      "lat": place.coordinate.map { .decimal($0.latitude) },
      "lon": place.coordinate.map { .decimal($0.longitude) }, "category": texts(place.categories),
      "country": text(place.region.country), "admin1": text(place.region.admin1),
      "population": place.population > 0 ? .integer(place.population) : nil, "list": texts(exported.lists),
      "tag": texts(favorite?.tags ?? []), "rating": favorite?.rating.map { .integer($0) },
      "visited": favorite?.visited.map { .own($0.text) }, "note": exported.note.map { .text($0) },
    ]
    return plainNames.compactMap { name in values[name].flatMap { $0 }.map { (name, $0) } }
  }

  /// Whether readers take a name for nothing that this program writes itself.
  private static func isFree(_ name: String) -> Bool {
    !name.isEmpty && !taken.contains(name.lowercased()) && !name.hasPrefix(FavoriteKey.prefix)
  }

  /// What readers of places and of favorites take for something.
  private static let taken: Set<String> = Set(
    plainNames
      + """
      id _id geonameid stop_id objectid title stop_name asciiname latitude stop_lat coord.lat y lng long longitude \
      stop_lon coord.lon x alternates alternatenames alternate_names countrycode country_code cc country_name \
      countryname admin1code admin1_code state province admin1_name admin1name pop timezone time_zone tz categories \
      amenity type coord coords coordinate coordinates location position notes desc description comment comments lists \
      folder collection tags stars
      """.split(separator: " ").map(String.init))
}

extension Untrusted {
  /// Whether it needs no escape, nor a mark against being taken for a formula.
  fileprivate var isPlain: Bool {
    !isEmpty && FavoriteField.written(self).utf8.elementsEqual(bytes) && !Tabular.isFormula(text)
  }
}
