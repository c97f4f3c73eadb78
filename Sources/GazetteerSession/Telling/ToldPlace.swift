import GazetteerIndex

/// A place in a message to friends. Every text is in a form that is safe wherever a friend reads it.
package struct ToldPlace: Equatable, Sendable {
  /// Its number in the message, from 1.
  package var number: Int
  let name: String
  /// Where it is, in words; if those are unknown, its coordinates; may be empty.
  let address: String
  let coordinate: Coordinate?
  /// Pages about it on the web.
  let links: [Untrusted]

  /// The longest name and address, in characters.
  private static let longest = 200

  init(_ number: Int, _ exported: ExportedPlace) {
    let place = exported.place
    self.number = number
    name = ToldPlace.shortened(place.name)
    // Some sources begin the address with the name.
    let whole = ToldPlace.address(of: place).text
    let named = place.name.text + ", "
    let address = ToldPlace.shortened(Untrusted(whole.hasPrefix(named) ? String(whole.dropFirst(named.count)) : whole))
    self.address = address.isEmpty ? place.coordinate?.word ?? "" : address
    coordinate = place.coordinate
    links = exported.links
  }

  /// `1) Munich @ Bavaria, Germany`.
  var line: String { address.isEmpty ? "\(number)) \(name)" : "\(number)) \(name) @ \(address)" }

  /// A link for programs that show maps (RFC 5870); nil without a position.
  var geo: String? { coordinate.map { "geo:\($0.word)" } }

  /// The place on a map of the web.
  var map: Untrusted? { coordinate.map { Untrusted(MapLink.openstreetmap.text($0, named: nil)) } }

  private static func shortened(_ text: Untrusted) -> String {
    // The start is enough: a name may have a million bytes.
    let start = text.bytes.count > longest * 8 ? Untrusted(text.text.prefix(longest + 1)) : text
    let shown = start.neutralised
    return shown.count > longest ? shown.prefix(longest) + "…" : shown
  }

  /// The address that the source gives, otherwise the region.
  private static func address(of place: Place) -> Untrusted {
    func value(_ keys: [String]) -> Untrusted? {
      for key in keys {
        let found = place.attributes.first { $0.key.text.lowercased() == key && !$0.value.trimmed.isEmpty }
        if let found { return found.value.trimmed }
      }
      return nil
    }
    if let whole = value(["address", "full_address", "formatted_address", "display_address", "vicinity"]) {
      return whole
    }
    let street = value(["addr:street", "street"])
    let house = value(["addr:housenumber", "housenumber"])
    let parts = [street.map { [$0, house].compactMap(\.self).joined(separator: " ") }, value(["addr:city", "city"])]
      .compactMap(\.self)
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    let region = place.region
    return [
      region.admin1Name.isEmpty ? region.admin1 : region.admin1Name,
      region.countryName.isEmpty ? region.country : region.countryName,
    ].joined(separator: ", ")
  }
}
