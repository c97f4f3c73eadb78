import GazetteerIndex

/// The members that are defined by GeoJSON. All others are foreign members, and skipped.
enum GeoJSONMember: String {
  case type, coordinates, geometries, geometry, properties, features, bbox, id
}

/// The members of one object that were read so far.
struct GeoJSONMembers {
  private var known: Set<GeoJSONMember> = []

  /// Remembers the member `key`, whose value comes next. Returns nil for a foreign member. Throws if the object has the
  /// member twice.
  mutating func add(_ key: TextPiece, _ reader: inout JSONReader) throws(JSONError) -> GeoJSONMember? {
    guard let member = GeoJSONMember(rawValue: String(decoding: key, as: UTF8.self)) else { return nil }
    guard known.insert(member).inserted else { throw try reader.offence("\"\(own: member.rawValue)\" appears twice") }
    return member
  }

  func has(_ member: GeoJSONMember) -> Bool { known.contains(member) }
}

/// The types of objects.
enum GeoJSONType: String, CaseIterable {
  case featureCollection = "FeatureCollection"
  case feature = "Feature"
  case point = "Point"
  case multiPoint = "MultiPoint"
  case lineString = "LineString"
  case multiLineString = "MultiLineString"
  case polygon = "Polygon"
  case multiPolygon = "MultiPolygon"
  case geometryCollection = "GeometryCollection"

  var isGeometry: Bool { self != .featureCollection && self != .feature }

  /// Reads the value of a member `type`.
  init(_ reader: inout JSONReader) throws(JSONError) {
    guard try reader.kind() == .string else { throw try reader.offence("the type must be a text") }
    let offset = reader.offset
    let name = Untrusted(bytes: try reader.string())
    guard let type = GeoJSONType(rawValue: name.text) else {
      let meant = GeoJSONType.allCases.first { $0.rawValue.lowercased() == name.text.lowercased() }
      let hint: Message = meant.map { "; did you mean \"\(own: $0.rawValue)\"?" } ?? ""
      throw JSONError(offset: offset, fault: .form("the type \"\(name.beginning)\" is not one of GeoJSON's\(hint)"))
    }
    self = type
  }

  /// The type of the next object; nil if it has none. Does not consume the object.
  static func type(ofNext reader: inout JSONReader) throws(JSONError) -> GeoJSONType? {
    let beginning = reader.mark
    defer { reader.rewind(to: beginning) }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.elementsEqual("type".utf8) { return try GeoJSONType(&reader) }
      try reader.skipValue()
    }
    return nil
  }
}

extension JSONReader {
  /// An error at the next value: it is JSON, but not what the format requires.
  mutating func offence(_ reason: Message) throws(JSONError) -> JSONError {
    _ = try kind()
    return JSONError(offset: offset, fault: .form(reason))
  }
}
