import GazetteerIndex

/// A feature of GeoJSON as a row of a file: its properties are the columns.
struct FeatureRow {
  /// How the feature is written on one line, up to the end of its properties and after it.
  private(set) var text: Untrusted
  private(set) var rest: Untrusted
  /// Its properties as they are written.
  private(set) var properties = Array("{}".utf8)
  /// The middle of its geometry in WKT; else the beginning of what it has instead; nil if it has none.
  private(set) var position: Untrusted?

  /// - Parameters:
  ///   - bytes: the object.
  ///   - isPlane: whether its positions are those of a map projection, not degrees.
  init(_ bytes: [UInt8], isPlane: Bool) throws(JSONError) {
    let line = bytes.contains { $0 == 0x0A || $0 == 0x0D } ? Self.onOneLine(bytes) : bytes
    (text, rest) = (Untrusted(""), Untrusted(""))
    let range = try (line + Array(repeating: 0, count: 64)).withUnsafeBufferPointer { text throws(JSONError) in
      try read(TextPiece(rebasing: text[..<line.count]), isPlane)
    }
    if let range {
      (text, rest) = (Untrusted(bytes: line[..<range.lowerBound]), Untrusted(bytes: line[range.upperBound...]))
    } else {
      (text, rest) = (Untrusted("{\"properties\":"), Untrusted(bytes: Array(",".utf8) + line.dropFirst()))
    }
    text = Untrusted(bytes: text.bytes + properties)
  }

  /// Reads the members, and returns where the properties are; nil if there are none.
  private mutating func read(_ text: TextPiece, _ isPlane: Bool) throws(JSONError) -> Range<Int>? {
    var reader = JSONReader(text)
    var range: Range<Int>?
    var hasType = false
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch GeoJSONMember(rawValue: String(decoding: key, as: UTF8.self)) {
      case .type:
        guard try GeoJSONType(&reader) == .feature else { break }
        hasType = true
      case .properties:
        let kind = try reader.kind()
        guard kind == .object || kind == .null else {
          throw try reader.offence("properties must be an object or null")
        }
        let start = reader.offset
        try reader.skipValue()
        range = start..<reader.offset
        properties = kind == .object ? Array(text[start..<reader.offset]) : Array("{}".utf8)
      case .geometry: position = try Self.position(&reader, isPlane)
      default: try reader.skipValue()
      }
    }
    guard hasType else { throw JSONError(offset: 0, fault: .form("it is no feature")) }
    try reader.end()
    return range
  }

  private static func position(_ reader: inout JSONReader, _ isPlane: Bool) throws(JSONError) -> Untrusted? {
    if try reader.kind() == .null {
      try reader.null()
      return nil
    }
    let beginning = reader.mark
    do throws(JSONError) {
      let middle = try GeoJSONGeometry(&reader, isPlane: isPlane, Cancellation()).extent.middle
      return middle.map { Untrusted("POINT (\($0.longitude) \($0.latitude))") }
    } catch {
      guard error.isOfForm else { throw error }
      reader.rewind(to: beginning)
      return Untrusted(bytes: try reader.rawValue()).beginning
    }
  }

  /// The same JSON without blanks between its values.
  private static func onOneLine(_ bytes: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(bytes.count)
    var (isInString, isEscaped) = (false, false)
    for byte in bytes {
      if isInString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
        continue
      }
      line.append(byte)
    }
    return line
  }
}
