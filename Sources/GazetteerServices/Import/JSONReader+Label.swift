import GazetteerIndex

/// Values that stand for a text, such as `{"id":4,"name":"Café"}` or `[{"text":"Café","language":"fr"}]`.
extension JSONReader {
  private static let names = ["name", "title", "label", "text", "value", "short_name", "shortname"]
  private static let codes = ["code", "iso", "isocode", "iso_code", "iso2", "countrycode", "country_code", "alpha2"]

  /// The text that the next value stands for in a role; nil if there is none. It is not consumed. O(its size).
  ///
  /// An object stands for its text under a usual key, a list for its first text or object. A name may be a list of
  /// objects, but no single object and no list of texts.
  func label(of role: RecordField.Role) throws(JSONError) -> Untrusted? {
    var reader = self
    let keys = role == .country || role == .admin1 ? Self.codes + Self.names : Self.names
    switch try reader.kind() {
    case .array:
      try reader.beginArray()
      guard try reader.nextElement() else { return nil }
      if role == .name, try reader.kind() != .object { return nil }
      return try reader.firstText(under: keys)
    case .object where role != .name: return try reader.firstText(under: keys)
    default: return nil
    }
  }

  /// The next value if that is a text, or the text that the object has under the first of some keys.
  private mutating func firstText(under keys: [String]) throws(JSONError) -> Untrusted? {
    if try kind() == .string { return Untrusted(bytes: try string()).unlessBlank }
    guard try kind() == .object else { return nil }
    var best: (rank: Int, text: Untrusted)?
    try beginObject()
    while let key = try nextKey() {
      let rank = keys.firstIndex(of: String(decoding: key, as: UTF8.self).lowercased())
      guard let rank, rank < best?.rank ?? .max, try kind() == .string else {
        try skipValue()
        continue
      }
      if let text = Untrusted(bytes: try string()).unlessBlank { best = (rank, text) }
    }
    return best?.text
  }
}

extension Untrusted {
  fileprivate var unlessBlank: Untrusted? { isBlank ? nil : self }
}
