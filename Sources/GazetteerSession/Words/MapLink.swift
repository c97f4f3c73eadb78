import GazetteerIndex

/// A way to write a place as a link that other programs open.
package enum MapLink: String, CaseIterable, Sendable {
  /// The URI of RFC 5870, which most phones understand.
  case geo
  case openstreetmap, google, apple
  case organicMaps = "organic-maps"

  /// How far maps zoom in: to a few streets.
  private static let zoom = 17
  /// The longest name in a link, in characters.
  package static let longestName = 80

  /// The link to a point.
  ///
  /// - Parameter name: what to call it; nil if it has no name.
  package func text(_ point: Coordinate, named name: Untrusted?) -> String {
    let (latitude, longitude) = (MapLink.degrees(point.latitude), MapLink.degrees(point.longitude))
    let name = name.map { MapLink.encoded($0) }
    switch self {
    case .geo:
      let place = "\(latitude),\(longitude)"
      return "geo:" + place + (name.map { "?q=\(place)(\($0))" } ?? "")
    case .openstreetmap:
      return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)"
        + "#map=\(MapLink.zoom)/\(latitude)/\(longitude)"
    case .google: return "https://www.google.com/maps/search/?api=1&query=\(latitude)%2C\(longitude)"
    case .apple: return "https://maps.apple.com/?ll=\(latitude),\(longitude)" + (name.map { "&q=" + $0 } ?? "")
    case .organicMaps:
      let code = PointCode.organicMaps(point, zoom: MapLink.zoom)
      // Organic Maps reads underscores as blanks.
      return "https://omaps.app/" + code + (name.map { "/" + $0.replacing("_", with: "%5F") } ?? "")
    }
  }

  /// Degrees, rounded to about ten centimetres, without an exponent.
  package static func degrees(_ value: Double) -> String {
    let text = Numeral.fixed(value, decimals: 6)
    let trimmed = text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed()
    return text.contains(".") ? String(trimmed) : text
  }

  /// A name as a part of a link: its first line of text, shortened.
  package static func encoded(_ name: Untrusted, atMost count: Int = longestName) -> String {
    let visible = name.onOneLine.trimmed.text.unicodeScalars.filter { scalar in
      // Without those that change the direction of what follows.
      scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
    }
    return PercentEncoding.encode(String(String(String.UnicodeScalarView(visible)).prefix(count)))
  }

  /// Its name in `--json`, and before it on a page.
  var label: String { rawValue }
}

extension MapLink: Readable {
  package static var expected: Message { "\(own: allCases.map(\.rawValue).joined(separator: ", "))" }
  package static var completes: Completes? { .choices(allCases.map { Completes.Choice($0.rawValue) }) }

  package init(word: Untrusted) throws(Malformed) {
    guard let link = MapLink(rawValue: word.text) else { throw Malformed() }
    self = link
  }
}
