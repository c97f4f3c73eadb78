/// What the fields of a favorite are called in files of other programs' formats, so that one written there reads back
/// whole.
///
/// | format | a field | one with a name |
/// |---|---|---|
/// | GPX | `<gaz:rating>4</gaz:rating>` in `extensions` | `<gaz:attribute name="cuisine">…</gaz:attribute>` |
/// | KML | `<Data name="gaz:rating"><value>4</value></Data>` | `<Data name="gaz:attribute:cuisine">…` |
/// | GeoJSON | `"gaz:rating": "4"`, a list where a favorite may have several | `"gaz:attribute:cuisine": […]` |
/// | CSV | a column `gaz:rating`; where a favorite may have several, they are joined by `;`, which also ends the last where one is empty | a column `gaz:attribute:cuisine` |
///
/// All names and values are `escaped`; in CSV also the `;` of what is joined, and whatever would make a spreadsheet take
/// a value for a formula. A field that is said here weighs more than what the format says itself, such as a name
/// that it cannot hold.
package enum FavoriteKey: String, CaseIterable, Sendable {
  /// A UUID.
  case id
  /// The source of the place: its dataset, and its identity there, a text or a whole number.
  case dataset
  case placeID = "place-id"
  case placeNumber = "place-number"
  /// The place, as far as the format cannot say it itself.
  case name
  case latitude = "lat"
  case longitude = "lon"
  case alternate
  case category
  case country
  case countryName = "country-name"
  case admin1
  case admin1Name = "admin1-name"
  case population
  case timeZone = "time-zone"
  /// Whom to credit.
  case attribution
  case list
  case tag
  case note
  /// 1…5.
  case rating
  /// `2026-01-31`.
  case visited
  /// The station that it belongs to.
  case stationDataset = "station-dataset"
  case stationID = "station-id"
  case stationNumber = "station-number"
  case stationName = "station-name"
  case stationLatitude = "station-lat"
  case stationLongitude = "station-lon"
  /// Seconds since 1970-01-01 00:00 UTC.
  case created
  case changed
  /// With the name of an attribute of the place.
  case attribute
  /// With the key of one of the favorite's extras that the format of this file cannot hold.
  case extra

  package static let prefix = "gaz:"
  /// The XML namespace of the elements of the prefix `gaz`.
  package static let namespace = "urn:gaz:favorites:1"

  /// `gaz:rating`.
  package var text: String { FavoriteKey.prefix + rawValue }
  /// Whether a favorite may have several.
  package var isRepeated: Bool {
    switch self {
    case .alternate, .category, .list, .tag, .attribute, .extra: true
    default: false
    }
  }
  package var hasName: Bool { self == .attribute || self == .extra }
}

extension FavoriteKey {
  /// The key in `gaz:rating` or `gaz:attribute:cuisine`, and the name behind it, still escaped; nil for anything else.
  package static func parse(_ text: Untrusted) -> (key: FavoriteKey, name: Untrusted?)? {
    let parts = text.bytes.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].elementsEqual(prefix.utf8.dropLast()),
      let key = FavoriteKey(rawValue: String(decoding: parts[1], as: UTF8.self)), key.hasName == (parts.count == 3)
    else { return nil }
    return (key, key.hasName ? Untrusted(bytes: parts[2]) : nil)
  }
}

/// What a favorite's extras are called, by the format that they came from and are written back into.
package enum ExtraKey {
  /// A child of a GPX waypoint that has a text alone: `gpx:sym`.
  package static let gpx = "gpx:"
  /// Any other child of a waypoint, and one of its extensions: an XML element with the namespaces that it needs.
  package static let gpxElement = "gpx:*"
  package static let gpxExtension = "gpx:extensions/*"
  /// A child of a KML placemark that has a text alone: `kml:styleUrl`.
  package static let kml = "kml:"
  /// A datum of its `ExtendedData`: `kml:data/opened`.
  package static let kmlDatum = "kml:data/"
  /// Any other child of a placemark, and one of its `ExtendedData`: an XML element with the namespaces that it needs.
  package static let kmlElement = "kml:*"
  package static let kmlExtension = "kml:ExtendedData/*"
  /// A column of CSV: `csv:phone`.
  package static let csv = "csv:"
  /// A member of a feature's properties: `geojson:phone`; what is no text, as JSON.
  package static let geoJSON = "geojson:"
  /// The geometry of a KML placemark that is no point, as an XML element: to be written in place of the point.
  package static let kmlGeometry = "kml:geometry"

  /// The keys whose values are XML elements.
  package static let elements: Set<String> = [gpxElement, gpxExtension, kmlElement, kmlExtension, kmlGeometry]
  /// Children of a waypoint or a placemark that are made from the favorite itself where it was written by this program:
  /// an extra of this name goes into files as `FavoriteKey.extra`.
  package static let derived: Set<String> = [
    "gpx:name", "gpx:desc", "gpx:type", "gpx:time", "gpx:link", "kml:name", "kml:description", "kml:address",
    "kml:phoneNumber",
  ]
}

/// A field of a favorite as files have it.
package struct FavoriteField: Equatable, Sendable {
  package let key: FavoriteKey
  /// Of an attribute or an extra.
  package let name: Untrusted?
  package let value: Untrusted

  package init(_ key: FavoriteKey, name: Untrusted? = nil, _ value: Untrusted) {
    self.key = key
    self.name = name
    self.value = value
  }
}

extension Favorite {
  /// All that it is, each field by itself, in the order of `FavoriteKey`; those that repeat in the favorite's order.
  package var fileFields: [FavoriteField] {
    var fields: [FavoriteField] = []
    func add(_ key: FavoriteKey, _ value: Untrusted?) {
      if let value { fields.append(FavoriteField(key, value)) }
    }
    func add(_ key: FavoriteKey, own value: String?) { add(key, value.map { Untrusted($0) }) }
    func add(_ id: PlaceID, _ dataset: FavoriteKey, _ text: FavoriteKey, _ number: FavoriteKey) {
      add(dataset, own: id.dataset)
      switch id.id {
      case .text(let id): add(text, own: id)
      case .number(let id): add(number, own: String(id))
      }
    }
    add(.id, own: id.text)
    add(place.id, .dataset, .placeID, .placeNumber)
    add(.name, place.name)
    add(.latitude, own: (place.coordinate?.latitude).map(Numeral.plain))
    add(.longitude, own: (place.coordinate?.longitude).map(Numeral.plain))
    for alternate in place.alternates { add(.alternate, alternate) }
    for category in place.categories { add(.category, category) }
    for (key, part) in [
      (FavoriteKey.country, place.region.country), (.countryName, place.region.countryName),
      (.admin1, place.region.admin1), (.admin1Name, place.region.admin1Name),
    ] where !part.isEmpty { add(key, part) }
    if place.population > 0 { add(.population, own: String(place.population)) }
    add(.timeZone, place.timeZone)
    add(.attribution, attribution)
    for list in lists { add(.list, list) }
    for tag in tags { add(.tag, tag) }
    add(.note, note)
    add(.rating, own: rating.map { String($0) })
    add(.visited, own: visited?.text)
    if let station {
      add(station.id, .stationDataset, .stationID, .stationNumber)
      add(.stationName, station.name)
      add(.stationLatitude, own: (station.coordinate?.latitude).map(Numeral.plain))
      add(.stationLongitude, own: (station.coordinate?.longitude).map(Numeral.plain))
    }
    add(.created, own: String(created))
    add(.changed, own: String(changed))
    for attribute in place.attributes {
      fields.append(FavoriteField(.attribute, name: attribute.key, attribute.value))
    }
    for extra in extras { fields.append(FavoriteField(.extra, name: extra.key, extra.value)) }
    return fields
  }
}

extension FavoriteField {
  /// A text as every format can hold it: `\\` is a backslash, `\3b` the byte 0x3B. So are written
  /// control characters but the newline and the tab, blanks at
  /// either end, what is no UTF-8, U+FFFE, U+FFFF and each of `others`, of ASCII.
  package static func escaped(_ text: Untrusted, and others: Set<UInt8> = []) -> String {
    var bytes: [UInt8] = []
    func escape(_ byte: UInt8) {
      bytes += "\\".utf8
      bytes += [byte >> 4, byte & 15].map { Array("0123456789abcdef".utf8)[Int($0)] }
    }
    var rest = text.bytes[...]
    // What many a reader cuts off.
    let ends = [text.bytes.startIndex, text.bytes.endIndex - 1]
    while let first = rest.first {
      let length = wellFormedLength(rest)
      let character = rest.prefix(max(1, length))
      rest = rest.dropFirst(character.count)
      switch first {
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case _ where [0x09, 0x0A, 0x20].contains(first) && ends.contains(rest.startIndex - 1): escape(first)
      case 0x09, 0x0A: others.contains(first) ? escape(first) : bytes.append(first)
      case ..<0x20, 0x7F: escape(first)
      case _ where length == 0 || others.contains(first): escape(first)
      case _ where character.elementsEqual([0xEF, 0xBF, 0xBE]) || character.elementsEqual([0xEF, 0xBF, 0xBF]):
        character.forEach(escape)
      default: bytes += character
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A field of a file, from what was escaped.
  package init(escaped key: FavoriteKey, name: Untrusted?, _ value: some Collection<UInt8>) {
    self.init(key, name: name.map { Self.unescaped($0.bytes) }, Self.unescaped(value))
  }

  /// What was escaped; a backslash that begins no escape stands for itself.
  package static func unescaped(_ text: some Collection<UInt8>) -> Untrusted {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first == byte {
        rest.removeFirst()
        bytes.append(byte)
      } else if byte == UInt8(ascii: "\\"), let value = hexadecimal(rest.prefix(2)) {
        rest.removeFirst(2)
        bytes.append(value)
      } else {
        bytes.append(byte)
      }
    }
    return Untrusted(bytes: bytes)
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 2, digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// How many bytes the character has that `bytes` begins with; 0 where it is no UTF-8.
  private static func wellFormedLength(_ bytes: ArraySlice<UInt8>) -> Int {
    let length =
      switch bytes.first ?? 0 {
      case ..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    return length <= bytes.count && String(validating: bytes.prefix(length), as: UTF8.self) != nil ? length : 0
  }
}
