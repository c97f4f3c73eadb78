import GazetteerIndex

/// What only tables of Socrata have: the names of the columns inside a view, and positions in lists.
extension JSONTable {
  /// The names in `{"view":{"columns":[…]}}`.
  static func namesOfView(in start: JSONReader) throws(JSONError) -> [[UInt8]?]? {
    var reader = start
    for member in ["view", "columns"] {
      guard try reader.kind() == .object else { return nil }
      try reader.beginObject()
      repeat {
        guard let key = try reader.nextKey() else { return nil }
        if key.elementsEqual(member.utf8) { break }
        try reader.skipValue()
      } while true
    }
    return try names(at: reader)
  }

  /// An address and the position after it, of a list as Socrata writes it: `["{\"address\":\"1 Main St\",…}","40.7",
  /// "-74.1",null,false]`; nil for other lists.
  static func location(_ list: [UInt8]) -> [UInt8]? {
    guard case .array(let values)? = try? JSONValue(list, most: RecordSize.mostValues), values.count == 5,
      let latitude = values[1].text, let longitude = values[2].text,
      [latitude, longitude].allSatisfy({ $0.bytes.withUnsafeBufferPointer(Degrees.parse) != nil })
    else { return nil }
    var address: [String] = []
    if let text = values[0].text, case .object(let members)? = try? JSONValue(text.bytes, most: RecordSize.mostValues) {
      address = members.compactMap(\.value.text?.text).filter { !$0.isEmpty }
    }
    return Array((address.isEmpty ? "" : address.joined(separator: ", ") + "\n").utf8)
      + Array("(\(latitude.text), \(longitude.text))".utf8)
  }
}
