import GazetteerIndex

/// The places in an answer of a provider, in its order. A place may be there more than once.
struct ProviderAnswer {
  private(set) var places: [Place] = []
  /// How many entries it has, places or not.
  private(set) var entries = 0
  /// How many entries have no name.
  private(set) var nameless = 0
  /// How many entries have another form.
  private(set) var malformed = 0
  /// How many places the provider says that it has; nil if it does not say.
  private(set) var total: Int?

  /// The most entries of an answer that are read; no provider is asked for so many.
  static let mostEntries = 1000
  /// The most values of an answer: more than those entries have.
  static let mostValues = 100_000
  /// The most bytes that are kept of a name, and of another text.
  static let (mostOfName, mostOfText) = (1024, 4096)
  /// The most other names, categories and further facts of a place, each.
  static let mostFacts = 100
  /// The most bytes of an id. A longer one cannot be cut, so its place is left out.
  private static let mostOfID = 512

  /// - Throws: if the answer as a whole is not what the provider answers.
  init(
    _ bytes: [UInt8], of provider: PlacesRequest.Provider, host: Untrusted,
    hiding secrets: SecretForms = SecretForms([])
  ) throws(ProviderError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(bytes, most: Self.mostValues, longest: bytes.count)
    } catch {
      throw error.fault == JSONValue.tooMany ? .tooMuch(host: host) : .malformed(host: host)
    }
    if let error = Self.complaint(in: value) { throw .said(error.hiding(secrets), host: host) }
    guard !value.hasText(where: secrets.areRepeated(inAnswer:)) else { throw .repeatsKey(host: host) }
    let list: JSONValue? =
      switch provider {
      case .overpass: value["elements"]
      case .nominatim: value
      case .yelp: value["businesses"]
      }
    guard let entries = list?.elements else { throw .unexpected(host: host) }
    self.entries = entries.count
    total = value["total"]?.number.flatMap { Int(exactly: $0.rounded()) }
    for entry in entries.prefix(Self.mostEntries) {
      guard Self.id(of: entry, provider) != nil else {
        malformed += 1
        continue
      }
      let place =
        switch provider {
        case .overpass: Self.overpass(entry)
        case .nominatim: Self.nominatim(entry)
        case .yelp: Self.yelp(entry)
        }
      guard let place else {
        nameless += 1
        continue
      }
      places.append(place)
    }
  }

  /// The id of an entry; nil if it is no place.
  private static func id(of entry: JSONValue, _ provider: PlacesRequest.Provider) -> String? {
    let id =
      switch provider {
      case .overpass: id(entry["type"], entry["id"])
      case .nominatim: id(entry["osm_type"], entry["osm_id"])
      case .yelp: entry["id"]?.text?.text
      }
    return id.flatMap { $0.utf8.count <= mostOfID ? $0 : nil }
  }

  /// The id in OpenStreetMap: `node/5`.
  private static func id(_ type: JSONValue?, _ number: JSONValue?) -> String? {
    guard let type = type?.text, case .number(_, let number)? = number else { return nil }
    return "\(type.text)/\(number.text)"
  }

  /// What the provider says about an error, also with the status 200: `{"remark"}`, `{"error":{"description"}}`.
  static func complaint(in value: JSONValue) -> Untrusted? {
    let error = value["error"]
    return value["remark"]?.text ?? error?["description"]?.text ?? error?["code"]?.text ?? error?["message"]?.text
      ?? error?.text
  }

  // MARK: OpenStreetMap

  /// The keys whose values say what something is.
  private static let kinds = ["amenity", "shop", "tourism", "leisure", "railway", "public_transport", "office"]

  private static func overpass(_ entry: JSONValue) -> Place? {
    guard let id = id(of: entry, .overpass), let tags = entry["tags"], let name = tags["name"]?.text else { return nil }
    let point = entry["center"] ?? entry
    var place = place("overpass", id, name, point["lat"], point["lon"])
    place.categories = kinds.flatMap { tags[$0]?.text?.parts ?? [] }
    take(tags, into: &place)
    return finished(place)
  }

  private static func nominatim(_ entry: JSONValue) -> Place? {
    let described = entry["display_name"]?.text
    guard let id = id(of: entry, .nominatim),
      let name = entry["name"]?.text ?? described.map({ Untrusted($0.text.prefix { $0 != "," }) })
    else { return nil }
    var place = place("nominatim", id, name, entry["lat"], entry["lon"])
    place.categories = [entry["type"]?.text].compactMap(\.self)
    place.region.country =
      entry["address"]?["country_code"]?.text.map { Untrusted($0.text.uppercased()) } ?? Untrusted("")
    place.region.admin1Name = entry["address"]?["state"]?.text ?? Untrusted("")
    if let described { place.attributes.append(.init(key: Untrusted("address"), value: described)) }
    take(entry["extratags"] ?? .null, into: &place)
    return finished(place)
  }

  /// Adds the tags of OpenStreetMap that have no field of their own.
  private static func take(_ tags: JSONValue, into place: inout Place) {
    let street = ["addr:housenumber", "addr:street"].compactMap { tags[$0]?.text?.text }.joined(separator: " ")
    let town = ["addr:postcode", "addr:city"].compactMap { tags[$0]?.text?.text }.joined(separator: " ")
    let address = [street, town].filter { !$0.isEmpty }.joined(separator: ", ")
    if !address.isEmpty { place.attributes.append(.init(key: Untrusted("address"), value: Untrusted(address))) }
    for (key, value) in tags.members {
      switch key {
      case "name",
        _ where kinds.contains(key) || key.hasPrefix("addr:"):
        continue
      case "alt_name", "name:en", "int_name", "old_name":
        place.alternates += value.text?.parts ?? []
      // How good a hotel is by the law of its country, not what its guests say.
      case "stars": add("hotel_stars", value, to: &place)
      default: add(key, value, to: &place)
      }
    }
  }

  // MARK: Yelp

  private static func yelp(_ entry: JSONValue) -> Place? {
    guard let id = id(of: entry, .yelp), let name = entry["name"]?.text else { return nil }
    let point = entry["coordinates"] ?? .null
    var place = place("yelp", id, name, point["latitude"], point["longitude"])
    place.categories = (entry["categories"]?.elements ?? []).compactMap { $0["title"]?.text ?? $0["alias"]?.text }
    let address = (entry["location"]?["display_address"]?.elements ?? []).compactMap { $0.text?.text }
    if !address.isEmpty {
      place.attributes.append(.init(key: Untrusted("address"), value: Untrusted(address.joined(separator: ", "))))
    }
    for key in ["rating", "review_count", "price", "url", "display_phone", "distance"] {
      if let value = entry[key] { add(key, value, to: &place) }
    }
    if entry["is_closed"] == .flag(true) { add("is_closed", .flag(true), to: &place) }
    return finished(place)
  }

  // MARK: Both

  private static func place(
    _ provider: String, _ id: String, _ name: Untrusted, _ latitude: JSONValue?, _ longitude: JSONValue?
  ) -> Place {
    var place = Place(id: PlaceID(dataset: provider, id: .text(id)), name: name)
    if let latitude = latitude?.number, let longitude = longitude?.number {
      place.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    return place
  }

  private static func add(_ key: String, _ value: JSONValue, to place: inout Place) {
    guard let words = value.words else { return }
    place.attributes.append(.init(key: Untrusted(key), value: words))
  }

  /// A place has at least one category, and no text without an end.
  private static func finished(_ place: Place) -> Place {
    var place = place
    if place.categories.isEmpty { place.categories = [Untrusted("Default")] }
    let leftOut = [place.alternates.count, place.categories.count, place.attributes.count]
      .reduce(0) { $0 + max(0, $1 - mostFacts) }
    place.name = place.name.cut(to: mostOfName)
    place.region.country = place.region.country.cut(to: mostOfName)
    place.alternates = place.alternates.prefix(mostFacts).map { $0.cut(to: mostOfName) }
    place.categories = place.categories.prefix(mostFacts).map { $0.cut(to: mostOfName) }
    place.attributes = place.attributes.prefix(mostFacts).map {
      .init(key: $0.key.cut(to: mostOfName), value: $0.value.cut(to: mostOfText))
    }
    if leftOut > 0 { place.attributes.append(.init(key: Untrusted("…"), value: Untrusted("\(leftOut) more facts"))) }
    return place
  }
}

extension JSONValue {
  /// Whether a text in it is such a one. O(length).
  fileprivate func hasText(where isWanted: (Untrusted) -> Bool) -> Bool {
    switch self {
    case .object(let members): members.contains { $0.value.hasText(where: isWanted) }
    case .array(let elements): elements.contains { $0.hasText(where: isWanted) }
    case .text(let text): isWanted(text)
    case .number, .flag, .null: false
    }
  }
}

extension Untrusted {
  /// The parts of a text such as `cafe;bar`.
  fileprivate var parts: [Untrusted] {
    text.split(separator: ";").map { Untrusted($0).trimmed }.filter { !$0.isEmpty }
  }
}
