import GazetteerIndex

/// Terms of the results of SPARQL queries in JSON, such as those of Wikidata: `{"type":"literal","value":"Paris"}`. See
/// "SPARQL 1.1 Query Results JSON Format".
extension JSONReader {
  private static let keysBesideValue = ["type", "datatype", "xml:lang"].map { Array($0.utf8) }
  private static let keyOfValue = Array("value".utf8)

  /// Whether the next value is a term. O(its size).
  func isAtTerm() -> Bool {
    var reader = self
    var (hasType, hasValue) = (false, false)
    do throws(JSONError) {
      guard try reader.kind() == .object else { return false }
      try reader.beginObject()
      while let key = try reader.nextKey() {
        guard try reader.kind() == .string else { return false }
        if key.elementsEqual(Self.keyOfValue) {
          hasValue = true
        } else if Self.keysBesideValue.contains(where: key.elementsEqual) {
          hasType = true
        } else {
          return false
        }
        _ = try reader.string()
      }
    } catch {
      return false
    }
    return hasType && hasValue
  }

  /// Reads a term.
  mutating func term() throws(JSONError) -> Untrusted {
    var value = Untrusted("")
    try beginObject()
    while let key = try nextKey() {
      let isValue = key.elementsEqual(Self.keyOfValue)
      let text = try string()
      if isValue { value = Untrusted(bytes: text) }
    }
    return value
  }
}
