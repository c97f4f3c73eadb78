import GazetteerIndex

/// What the tags of an element of OpenStreetMap say about a place (https://wiki.openstreetmap.org/wiki/Map_features).
struct OSMPlace {
  /// nil if it has none.
  private(set) var name: Untrusted?
  private(set) var alternates: [Untrusted] = []
  /// The values of the keys that say what it is; none if it is no place.
  private(set) var categories: [Untrusted] = []
  /// The code of the country of its address; nil if that has none, or none that is known.
  private(set) var country: String?
  private(set) var facts: [OSMElement.Tag] = []

  init(_ tags: [OSMElement.Tag]) {
    // What a house or an area is used for says more.
    var general: [Untrusted] = []
    for tag in tags {
      switch tag.key {
      case "name": name = tag.value.isBlank ? nil : tag.value
      case "population": facts.append(tag)
      case _ where Self.isName(tag.key):
        alternates += tag.value.listed
        // The names alone do not say their languages.
        if tag.key.hasPrefix(Self.nameInLanguage) { facts.append(tag) }
      default:
        facts.append(tag)
        if tag.key == "addr:country" {
          country = CountryTable.facts(of: tag.value.trimmed.text.uppercased())?.code.description
        }
        if Self.places[tag.key]?.accepts(tag.value.text) == true { categories += Self.kinds(tag) }
        if Self.generalKeys.contains(tag.key), tag.value.text != "no" { general += Self.kinds(tag) }
      }
    }
    alternates.removeAll { $0 == name }
    if categories.isEmpty { categories = general }
  }

  private static func kinds(_ tag: OSMElement.Tag) -> [Untrusted] {
    tag.value.text == "yes" ? [Untrusted(tag.key)] : tag.value.listed
  }

  /// Which values of a key mean a place.
  private enum Values {
    case all
    /// Others are lines.
    case besides(Set<String>)
    case only(Set<String>)

    func accepts(_ value: String) -> Bool {
      switch self {
      case .all: value != "no"
      case .besides(let values): value != "no" && !values.contains(value)
      case .only(let values): value.split(separator: ";").contains { values.contains(String($0)) }
      }
    }
  }

  /// Keys that are also those of lines, such as streets and tracks, have only some values that mean places.
  private static let places: [String: Values] = [
    "aerialway": .only(["station"]), "aeroway": .only(["aerodrome", "gate", "helipad", "heliport", "terminal"]),
    "amenity": .all, "barrier": .only(["border_control", "toll_booth"]),
    "boundary": .only(["national_park", "protected_area"]), "club": .all, "craft": .all,
    "emergency": .only(["ambulance_station", "assembly_point", "lifeguard", "mountain_rescue", "phone", "water_rescue"]
    ),
    "healthcare": .all,
    "highway": .only(["bus_stop", "motorway_junction", "rest_area", "services", "trailhead"]), "historic": .all,
    "leisure": .all, "man_made": .besides(["embankment", "pipeline"]), "military": .all, "mountain_pass": .all,
    "natural": .besides(["coastline", "tree_row"]), "office": .all,
    "place": .all, "power": .only(["plant"]), "public_transport": .all,
    "railway": .only(["halt", "station", "stop", "subway_entrance", "tram_stop"]), "shop": .all, "tourism": .all,
    "waterway": .only(["boatyard", "dock", "lock_gate", "waterfall"]),
  ]

  private static let generalKeys: Set<String> = ["building", "landuse"]

  private static let names: Set<String> = [
    "alt_name", "int_name", "loc_name", "name", "nat_name", "official_name", "old_name", "reg_name", "short_name",
  ]

  private static let nameInLanguage = "name:"

  /// Whether a key is `alt_name`, `name:de`, `old_name:zh-Hant` or the like; `name:etymology` is not.
  private static func isName(_ key: String) -> Bool {
    guard let colon = key.utf8.firstIndex(of: UInt8(ascii: ":")) else { return names.contains(key) }
    guard names.contains(String(key[..<colon])) else { return false }
    let rest = key[key.utf8.index(after: colon)...].utf8
    let language = rest.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    return !rest.contains(UInt8(ascii: ":")) && (2...3).contains(language.count)
      && language.allSatisfy { 97...122 ~= $0 }
  }
}

extension Untrusted {
  /// The parts of a value such as `cafe;bar`.
  fileprivate var listed: [Untrusted] {
    bytes.split(separator: UInt8(ascii: ";")).map { Untrusted(bytes: $0).trimmed }.filter { !$0.isEmpty }
  }
}
