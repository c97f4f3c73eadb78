import GazetteerIndex

/// The members that GeoJSON gives a meaning. All others are foreign and left alone.
enum GeoJSONMember: String {
  case type, coordinates, geometries, geometry, properties, features, bbox, id
}

/// The members of one object, met so far.
struct GeoJSONMembers {
  private var met: Set<GeoJSONMember> = []

  /// The meaning of `key`, whose value comes next; nil for a foreign one. One that comes twice has no meaning.
  mutating func meet(_ key: TextPiece, _ reader: inout JSONReader) throws(JSONError) -> GeoJSONMember? {
    guard let member = GeoJSONMember(rawValue: String(decoding: key, as: UTF8.self)) else { return nil }
    guard met.insert(member).inserted else { throw try reader.offence("\"\(own: member.rawValue)\" is there twice") }
    return member
  }

  func has(_ member: GeoJSONMember) -> Bool { met.contains(member) }
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

  /// The type of the object that comes next; the reader stays before it. nil where it has none.
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
  /// The error that the next value is JSON, but not of the form.
  mutating func offence(_ reason: Message) throws(JSONError) -> JSONError {
    _ = try kind()
    return JSONError(offset: offset, fault: .form(reason))
  }
}
