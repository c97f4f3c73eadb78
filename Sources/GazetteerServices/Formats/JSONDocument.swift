import GazetteerIndex

/// A whole JSON text as one value. For short texts, such as the answers of a server; files are read piece by piece.
enum JSONDocument {
  /// The value of a text.
  ///
  /// - Parameters:
  ///   - most: how many values it may have; more are the error `JSONValue.tooMany`.
  ///   - longest: the most bytes of a string.
  static func value(
    of bytes: [UInt8], most: Int = .max, longest: Int = JSONReader.stringLimit
  ) throws(JSONError) -> Datum {
    // The reader needs zeroes after the text.
    let padded = bytes + [UInt8](repeating: 0, count: 64)
    return try padded.withUnsafeBufferPointer { buffer throws(JSONError) in
      var reader = JSONReader(UnsafeBufferPointer(rebasing: buffer[..<bytes.count]))
      reader.longest = longest
      var left = most
      let whole = try value(&reader, &left)
      try reader.end()
      return whole
    }
  }

  private static func value(_ reader: inout JSONReader, _ left: inout Int) throws(JSONError) -> Datum {
    guard left > 0 else { throw JSONError(offset: reader.offset, fault: JSONValue.tooMany) }
    left -= 1
    switch try reader.kind() {
    case .object:
      var members: [Datum.Member] = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let key = Untrusted(bytes: key)
        members.append(.init(key: key, value: try value(&reader, &left)))
      }
      return .object(members)
    case .array:
      var values: [Datum] = []
      try reader.beginArray()
      while try reader.nextElement() { values.append(try value(&reader, &left)) }
      return .list(values)
    case .string: return .text(Untrusted(bytes: try reader.string()))
    case .number:
      let number = try reader.number()
      return number.integer.map { .integer($0) } ?? .decimal(number.double)
    case .bool: return .flag(try reader.bool())
    case .null:
      try reader.null()
      // A value that is null counts as absent.
      return .object([])
    }
  }
}

extension Datum {
  /// The first member of an object with this key; nil if there is none.
  subscript(key: String) -> Datum? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key.text == key }?.value
  }

  var list: [Datum]? { if case .list(let values) = self { values } else { nil } }

  /// A text, or a number as a text.
  var words: Untrusted? {
    switch self {
    case .text(let text): text
    case .integer(let number): Untrusted(String(number))
    default: nil
    }
  }

  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): number.isFinite ? number : nil
    default: nil
    }
  }

  var isTrue: Bool { self == .flag(true) }

  /// As a text of JSON.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return Array(writer.text.utf8)
  }

  /// An object with these members; those without a value are left out.
  static func members(_ members: KeyValuePairs<String, Datum?>) -> Datum {
    .object(members.compactMap { key, value in value.map { .init(key: Untrusted(key), value: $0) } })
  }
}
