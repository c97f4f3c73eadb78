import GazetteerIndex

/// The elements of OpenStreetMap's JSON (https://wiki.openstreetmap.org/wiki/OSM_JSON), as Overpass answers too. Deleted
/// ones, and elements that are no nodes, ways or relations, are left out.
///
///     {"version": 0.6, "elements": [
///       {"type": "node", "id": 5, "lat": 48.1, "lon": 11.5, "tags": {"amenity": "cafe", "name": "…"}},
///       {"type": "way", "id": 6, "center": {"lat": 48.1, "lon": 11.5}, "nodes": [7, 8], "tags": {…}}]}
final class OSMJSON: OSMSource {
  private let content: TextPiece
  private let kinds: Set<OSMElement.Kind>
  private let cancellation: Cancellation
  private var reader: JSONReader
  private var isAmongElements = false
  private(set) var nodesComeFirst = true
  private(set) var remark: Untrusted?
  private var hasWays = false

  init(_ content: TextPiece, _ kinds: Set<OSMElement.Kind>, _ cancellation: Cancellation) throws(ImportError) {
    self.content = content
    self.kinds = kinds
    self.cancellation = cancellation
    reader = JSONReader(content)
    do throws(JSONError) {
      guard try reader.kind() == .object else { throw reader.unexpected(.object) }
      try reader.beginObject()
      try passToElements()
    } catch {
      throw .malformed(.osm, error, in: content)
    }
  }

  /// Whether `content` is such JSON, judged by what comes before its second element.
  static func recognises(_ content: TextPiece) -> Bool {
    var reader = JSONReader(content)
    do throws(JSONError) {
      guard try reader.kind() == .object else { return false }
      try reader.beginObject()
      var isOfOverpass = false
      while let key = try reader.nextKey() {
        if key.elementsEqual("osm3s".utf8) { isOfOverpass = true }
        let isList = key.elementsEqual("elements".utf8)
        switch try reader.kind() {
        case .array where isList:
          try reader.beginArray()
          return try reader.nextElement() ? beginsElement(&reader) : isOfOverpass
        case .array: return false
        default: try reader.skipValue()
        }
      }
      return false
    } catch {
      return false
    }
  }

  /// Whether the next value has the type and the id of an element.
  private static func beginsElement(_ reader: inout JSONReader) throws(JSONError) -> Bool {
    guard try reader.kind() == .object else { return false }
    var (hasType, hasID) = (false, false)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.elementsEqual("type".utf8), try reader.kind() == .string {
        hasType = ["node", "way", "relation", "area", "count"].contains(
          String(decoding: try reader.string(), as: UTF8.self))
      } else {
        if key.elementsEqual("id".utf8) { hasID = try reader.kind() == .number }
        try reader.skipValue()
      }
      if hasType, hasID { return true }
    }
    return false
  }

  var offset: Int { reader.offset }

  func next() throws(ImportError) -> OSMElement? {
    do throws(JSONError) {
      while isAmongElements {
        guard !cancellation.isCancelled else { throw JSONError(offset: reader.offset, fault: .cancelled) }
        guard try reader.nextElement() else {
          isAmongElements = false
          try passToElements()
          continue
        }
        if let element = try element() { return element }
      }
      return nil
    } catch {
      throw .malformed(.osm, error, in: content)
    }
  }

  /// Reads the members before the next list of elements, or to the end.
  private func passToElements() throws(JSONError) {
    while let key = try reader.nextKey() {
      let key = String(decoding: key, as: UTF8.self)
      switch (key, try reader.kind()) {
      case ("elements", .array):
        try reader.beginArray()
        isAmongElements = true
        return
      case ("remark", .string): remark = Untrusted(bytes: try reader.string()).firstLine
      default: try reader.skipValue(cancellation)
      }
    }
    try reader.end()
  }

  /// nil, after the element was read to its end, if it is none of those that are asked for.
  private func element() throws(JSONError) -> OSMElement? {
    guard try reader.kind() == .object else { throw reader.unexpected(.object) }
    let start = reader.offset
    var kind: OSMElement.Kind?
    var id: Int64?
    var isVisible = true
    var point: [String: Double] = [:]
    var center: [String: Double] = [:]
    var extent = GeoJSONExtent()
    var element = OSMElement(kind: .node, id: 0)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let key = String(decoding: key, as: UTF8.self)
      switch (key, try reader.kind()) {
      case ("type", .string): kind = OSMElement.Kind(rawValue: String(decoding: try reader.string(), as: UTF8.self))
      case ("id", .number): id = Int64(String(decoding: try reader.number().text, as: UTF8.self))
      case ("visible", .bool): isVisible = try reader.bool()
      case ("lat", .number), ("lon", .number): point[key] = try reader.number().double
      case ("center", .object): center = try numbers()
      case ("bounds", .object):
        let bounds = try numbers()
        extent.add(bounds["minlat"], bounds["minlon"])
        extent.add(bounds["maxlat"], bounds["maxlon"])
      case ("geometry", .array):
        try reader.beginArray()
        while try reader.nextElement() {
          // Overpass writes null for points that are outside what was asked for.
          guard try reader.kind() == .object else {
            try reader.skipValue(cancellation)
            continue
          }
          let point = try numbers()
          extent.add(point["lat"], point["lon"])
        }
      case ("nodes", .array):
        try reader.beginArray()
        while try reader.nextElement() {
          let offset = reader.offset
          guard let node = Int64(String(decoding: try reader.number().text, as: UTF8.self)) else {
            throw JSONError(offset: offset, fault: .form("the id of a node is not a whole number"))
          }
          element.nodes.append(node)
        }
      case ("tags", .object): element.tags = try tags()
      default: try reader.skipValue(cancellation)
      }
    }
    if kind == .way { hasWays = true }
    if kind == .node, hasWays { nodesComeFirst = false }
    guard let kind, kinds.contains(kind), isVisible else { return nil }
    guard let id else { throw JSONError(offset: start, fault: .form("its id is not a whole number")) }
    element.kind = kind
    element.id = id
    element.position =
      [point, center].lazy.compactMap { Self.position($0["lat"], $0["lon"]) }.first
      ?? (kind == .node ? nil : extent.middle)
    return element
  }

  private static func position(_ latitude: Double?, _ longitude: Double?) -> (latitude: Double, longitude: Double)? {
    guard let latitude, let longitude else { return nil }
    return (latitude, longitude)
  }

  /// Reads an object, and returns those of its members that are numbers.
  private func numbers() throws(JSONError) -> [String: Double] {
    var numbers: [String: Double] = [:]
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let key = String(decoding: key, as: UTF8.self)
      if try reader.kind() == .number {
        numbers[key] = try reader.number().double
      } else {
        try reader.skipValue(cancellation)
      }
    }
    return numbers
  }

  /// Reads the tags of an element. A value that is no text is taken as it is written.
  private func tags() throws(JSONError) -> [OSMElement.Tag] {
    var tags: [OSMElement.Tag] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let key = String(decoding: key, as: UTF8.self)
      let value = try reader.kind() == .string ? try reader.string() : try reader.rawValue(cancellation)
      tags.append(OSMElement.Tag(key: key, value: Untrusted(bytes: value)))
    }
    return tags
  }
}

extension GeoJSONExtent {
  fileprivate mutating func add(_ latitude: Double?, _ longitude: Double?) {
    guard let latitude, let longitude else { return }
    add(GeoJSONPosition(longitude: longitude, latitude: latitude))
  }
}
