import GazetteerIndex

/// The features of GeoJSON in a text that comes in pieces: those of a FeatureCollection, or features that follow one
/// another.
struct FeatureList {
  /// What the beginning of a text is.
  enum Start {
    case others
    /// More must be read.
    case unknown
    /// GeoJSON whose first feature is at this offset or after it.
    case features(FeatureList, at: Int)
  }

  /// Whether the features are in a list, whose end must come.
  private let isList: Bool
  /// The map projection that is named before the features; nil: they are in degrees.
  let system: SourceReading.System?
  private var isAtEnd = false

  /// What a text is that begins with an object.
  static func start(of text: TextPiece) -> Start {
    var reader = JSONReader(text)
    do throws(JSONError) {
      return try start(&reader)
    } catch {
      if case .unexpected(nil, _) = error.fault { return .unknown }
      // A character may be cut at the end.
      return error.offset + 4 >= text.count ? .unknown : .others
    }
  }

  private static func start(_ reader: inout JSONReader) throws(JSONError) -> Start {
    guard try reader.kind() == .object else { return .others }
    var (isFeature, isCollection, hasContent) = (false, false, false)
    var system: SourceReading.System?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch (String(decoding: key, as: UTF8.self), try reader.kind()) {
      case ("type", .string):
        let type = String(decoding: try reader.string(), as: UTF8.self)
        (isFeature, isCollection) = (type == "Feature", type == "FeatureCollection")
      case ("features", .array):
        try reader.beginArray()
        let offset = reader.offset
        if !isCollection {
          guard try reader.nextElement(), try reader.kind() == .object else { return .others }
          guard try GeoJSONType.type(ofNext: &reader) == .feature else { return .others }
        }
        return .features(FeatureList(isList: true, system: system), at: offset)
      case ("crs", _): system = try GeoJSONRecords.system(of: reader.rawValue())
      case ("properties", .object), ("properties", .null), ("geometry", .object), ("geometry", .null):
        hasContent = true
        // The value may be large.
        if !isFeature { try reader.skipValue() }
      default: try reader.skipValue()
      }
      if isFeature, hasContent { return .features(FeatureList(isList: false, system: nil), at: 0) }
    }
    return .others
  }

  /// Where the next feature is after `start`, which then is its end; nil if there is none yet, or none any more.
  ///
  /// - Parameter isWhole: whether no text follows. Then the last feature may be cut.
  mutating func next(in text: TextPiece, from start: inout Int, isWhole: Bool) -> Range<Int>? {
    let between: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, JSONReader.separator, UInt8(ascii: ",")]
    while !isAtEnd, start < text.count, between.contains(text[start]) { start += 1 }
    if !isAtEnd, isList, start < text.count, text[start] == UInt8(ascii: "]") { isAtEnd = true }
    if isAtEnd { start = text.count }
    guard start < text.count, let end = Self.end(of: text, from: start) ?? (isWhole ? text.count : nil) else {
      return nil
    }
    defer { start = end }
    return start..<end
  }

  /// Where the value that begins at `start` ends; nil if the text ends before it.
  private static func end(of text: TextPiece, from start: Int) -> Int? {
    var (depth, isInString, isEscaped) = (0, false, false)
    guard "{[\"".utf8.contains(text[start]) else {
      return text[(start + 1)...].firstIndex { ",] \t\r\n".utf8.contains($0) }
    }
    for index in start..<text.count {
      let byte = text[index]
      if isInString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        if depth == 0, !isInString { return index + 1 }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      if depth <= 0, !isInString { return index + 1 }
    }
    return nil
  }

  /// Whether the text may end here.
  var mayEnd: Bool { isAtEnd || !isList }
}
