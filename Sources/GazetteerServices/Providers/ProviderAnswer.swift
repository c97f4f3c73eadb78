import GazetteerIndex

/// The places in an answer of a provider, in its order.
struct ProviderAnswer {
  private(set) var places: [Place] = []
  /// How many entries were no places: without a name, or of another form.
  private(set) var skipped = 0

  /// - Throws: if the answer as a whole is not what the provider answers.
  init(_ bytes: [UInt8], of provider: PlacesRequest.Provider, host: Untrusted) throws(ProviderError) {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(bytes) } catch { throw .malformed(host: host) }
    if let error = Self.complaint(in: value) { throw .said(error, host: host) }
    let list: JSONValue? =
      switch provider {
      case .overpass: value["elements"]
      case .nominatim: value
      case .yelp: value["businesses"]
      }
    guard let entries = list?.elements else { throw .unexpected(host: host) }
    var known: Set<SourceID> = []
    for entry in entries.prefix(1000) {
      let place =
        switch provider {
        case .overpass: Self.overpass(entry)
        case .nominatim: Self.nominatim(entry)
        case .yelp: Self.yelp(entry)
        }
      if let place, known.insert(place.id.id).inserted { places.append(place) } else { skipped += 1 }
    }
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
    guard let type = entry["type"]?.text, case .number(_, let id)? = entry["id"], let tags = entry["tags"],
      let name = tags["name"]?.text
    else { return nil }
    let point = entry["center"] ?? entry
    var place = place("overpass", "\(type.text)/\(id.text)", name, point["lat"], point["lon"])
    place.categories = kinds.compactMap { tags[$0]?.text }
    take(tags, into: &place)
    return finished(place)
  }

  private static func nominatim(_ entry: JSONValue) -> Place? {
    let described = entry["display_name"]?.text
    guard let type = entry["osm_type"]?.text, case .number(_, let id)? = entry["osm_id"],
      let name = entry["name"]?.text ?? described.map({ Untrusted($0.text.prefix { $0 != "," }) })
    else { return nil }
    var place = place("nominatim", "\(type.text)/\(id.text)", name, entry["lat"], entry["lon"])
    place.categories = [entry["type"]?.text].compactMap(\.self)
    place.region.country =
      entry["address"]?["country_code"]?.text.map { Untrusted($0.text.uppercased()) } ?? Untrusted("")
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
        place.alternates += (value.text?.text ?? "").split(separator: ";").map { Untrusted($0).trimmed }
      default: add(key, value, to: &place)
      }
    }
  }

  // MARK: Yelp

  private static func yelp(_ entry: JSONValue) -> Place? {
    guard let id = entry["id"]?.text, let name = entry["name"]?.text else { return nil }
    let point = entry["coordinates"] ?? .null
    var place = place("yelp", id.text, name, point["latitude"], point["longitude"])
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

  /// A place has at least one category.
  private static func finished(_ place: Place) -> Place {
    var place = place
    if place.categories.isEmpty { place.categories = [Untrusted("Default")] }
    return place
  }
}
