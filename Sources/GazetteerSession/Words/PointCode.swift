import GazetteerIndex

/// A point as a few letters, in the short links of Organic Maps and OpenStreetMap. Each letter has three more bits of
/// the latitude and three of the longitude, mixed.
enum PointCode {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  // MARK: Organic Maps

  /// Bits of each number in a code of Organic Maps; a link has only the first 27 of them, which are less than a metre.
  private static let bits = 30
  private static let lettersInLink = 9

  /// The code of a link: the zoom, then the point.
  static func organicMaps(_ point: Coordinate, zoom: Int) -> String {
    let most = Double((1 << bits) - 1)
    let latitude = Int((point.latitude + 90) / 180 * most + 0.5)
    // The meridian 180 is written as -180.
    let longitude = Int((point.longitude + 180) / 360 * (most + 1) + 0.5) & ((1 << bits) - 1)
    var code = [letter((zoom - 4) * 4)]
    for index in 1...lettersInLink {
      let shift = bits - 3 * index
      code.append(letter(spread(latitude >> shift) << 1 | spread(longitude >> shift)))
    }
    return String(decoding: code, as: UTF8.self)
  }

  /// The point of such a code; nil if it is none. Shorter codes, of whole regions, could be words: `om://map`.
  static func point(ofOrganicMaps code: String) -> Coordinate? {
    let values = code.utf8.compactMap { value($0, dash: 62, underscore: 63) }
    guard values.count == code.utf8.count, (10...11).contains(values.count) else { return nil }
    var (latitude, longitude) = (0, 0)
    for value in values.dropFirst() {
      latitude = latitude << 3 | gather(value >> 1)
      longitude = longitude << 3 | gather(value)
    }
    // The middle of the square that the code names.
    let cells = Double(1 << (3 * (values.count - 1)))
    return Coordinate(
      latitude: (Double(latitude) + 0.5) / cells * 180 - 90, longitude: (Double(longitude) + 0.5) / cells * 360 - 180)
  }

  // MARK: OpenStreetMap

  /// The point of a short link `osm.org/go/CODE`; nil if it is none.
  static func point(ofOpenStreetMap code: String) -> Coordinate? {
    // Dashes at the end change only the zoom. Older links have @ instead of ~.
    let code = code.replacing("@", with: "~").reversed().drop { $0 == "-" }.reversed()
    let values = String(code).utf8.compactMap { value($0, tilde: 63, underscore: 62) }
    guard values.count == code.count, (1...10).contains(values.count) else { return nil }
    var (latitude, longitude) = (0, 0)
    for value in values {
      longitude = longitude << 3 | gather(value >> 1)
      latitude = latitude << 3 | gather(value)
    }
    let cells = Double(1 << (3 * values.count))
    return Coordinate(
      latitude: (Double(latitude) + 0.5) / cells * 180 - 90, longitude: (Double(longitude) + 0.5) / cells * 360 - 180)
  }

  // MARK: Letters

  private static func letter(_ value: Int) -> UInt8 {
    value < letters.count ? letters[value] : UInt8(ascii: value == 62 ? "-" : "_")
  }

  private static func value(_ letter: UInt8, dash: Int? = nil, tilde: Int? = nil, underscore: Int) -> Int? {
    switch letter {
    case UInt8(ascii: "-"): dash
    case UInt8(ascii: "~"): tilde
    case UInt8(ascii: "_"): underscore
    default: letters.firstIndex(of: letter)
    }
  }

  /// The last three bits, with room between them: abc becomes a0b0c.
  private static func spread(_ value: Int) -> Int { (value & 4) << 2 | (value & 2) << 1 | value & 1 }

  /// The reverse.
  private static func gather(_ value: Int) -> Int { (value >> 2) & 4 | (value >> 1) & 2 | value & 1 }
}
