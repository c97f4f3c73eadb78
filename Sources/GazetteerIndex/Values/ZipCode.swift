/// A zip code of the United States.
package struct ZipCode: Equatable, Sendable {
  /// Five digits.
  package let code: String
  /// The name of its post office, such as `Newark`.
  package let town: Untrusted
  /// Two letters.
  package let state: Untrusted
  /// nil for post offices of the military, which are anywhere.
  package let coordinate: Coordinate?

  package init(code: String, town: Untrusted, state: Untrusted, coordinate: Coordinate?) {
    self.code = code
    self.town = town
    self.state = state
    self.coordinate = coordinate
  }

  /// The five digits of a text that is written as a zip code: `07102`, `07102-1234`; nil for other texts.
  package static func digits(of text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts[0].utf8.count == 5, parts.dropFirst().allSatisfy({ $0.utf8.count == 4 }),
      parts.joined().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return String(parts[0])
  }
}
