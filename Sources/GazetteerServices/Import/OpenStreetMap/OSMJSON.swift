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
  /// The last element.
  private var last: (kind: OSMElement.Kind, id: Int64)?

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
  static func recognises(_ content: TextPiece, _ cancellation: Cancellation = Cancellation()) -> Bool {
    var reader = JSONReader(content)
    do throws(JSONError) {
      guard try reader.kind() == .object else { return false }
      try reader.beginObject()
      var hasMaker = false
      while let key = try reader.nextKey() {
        // Overpass writes both, other servers the second.
        if key.elementsEqual("osm3s".utf8) || key.elementsEqual("generator".utf8) { hasMaker = true }
        let isList = key.elementsEqual("elements".utf8)
        switch try reader.kind() {
        case .array where isList:
          try reader.beginArray()
          return try reader.nextElement() ? beginsElement(&reader, cancellation) : hasMaker
        case .array: return false
        default: try reader.skipValue(cancellation)
        }
      }
      return false
    } catch {
      return false
    }
  }

  /// The members that elements have.
  private static let members: Set = [
    "type", "id", "lat", "lon", "tags", "nodes", "members", "center", "bounds", "geometry", "timestamp", "version",
    "changeset", "user", "uid", "visible",
  ]

  /// Whether the next value is an element: an object with a type and an id, and without members that none has.
  private static func beginsElement(_ reader: inout JSONReader, _ cancellation: Cancellation) throws(JSONError) -> Bool
  {
    guard try reader.kind() == .object else { return false }
    var (hasType, hasID) = (false, false)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let key = String(decoding: key, as: UTF8.self)
      guard members.contains(key) else { return false }
      switch (key, try reader.kind()) {
      case ("type", .string):
        let type = String(decoding: try reader.string(), as: UTF8.self)
        hasType = ["node", "way", "relation", "area", "count"].contains(type)
      case ("id", let kind):
        hasID = kind == .number
        try reader.skipValue()
      default: try reader.skipValue(cancellation)
      }
    }
    return hasType && hasID
  }

  var offset: Int { reader.offset }

  func next() throws(ImportError) -> OSMElement? {
    do throws(JSONError) {
      while isAmongElements {
        guard try reader.nextElement() else {
          isAmongElements = false
          try passToElements()
          continue
        }
        guard !cancellation.isCancelled else { throw JSONError(offset: reader.offset, fault: .cancelled) }
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
    var (point, center) = (Numbers(), Numbers())
    var extent = GeoJSONExtent()
    var element = OSMElement(kind: .node, id: 0)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let key = String(decoding: key, as: UTF8.self)
      switch (key, try reader.kind()) {
      case ("type", .string): kind = OSMElement.Kind(rawValue: String(decoding: try reader.string(), as: UTF8.self))
      case ("id", .number): id = try number()
      case ("visible", .bool): isVisible = try reader.bool()
      case ("lat", .number), ("lon", .number): point[key] = try reader.number().double
      case ("center", .object): center = try numbers()
      case ("bounds", .object):
        let bounds = try numbers()
        extent.add(bounds["minlat"], bounds["minlon"])
        extent.add(bounds["maxlat"], bounds["maxlon"])
      case ("geometry", .array):
        // Overpass writes null for points that are outside what was asked for.
        try forEachElement { () throws(JSONError) in
          guard try reader.kind() == .object else { return try reader.skipValue(cancellation) }
          let point = try numbers()
          extent.add(point["lat"], point["lon"])
        }
      case ("nodes", .array):
        try forEachElement { () throws(JSONError) in element.nodes.append(try number()) }
      case ("tags", .object): element.tags = try reader.tags(cancellation)
      default: try reader.skipValue(cancellation)
      }
    }
    if kind == .way { hasWays = true }
    if kind == .node, hasWays { nodesComeFirst = false }
    guard let kind, kinds.contains(kind), isVisible else { return nil }
    guard let id else { throw JSONError(offset: start, fault: .form("an element has no id")) }
    // The versions of an element follow one another.
    if let last, last == (kind, id) {
      let history: Message = "it is a history: \(own: kind.rawValue) \(id) is there in several versions"
      throw JSONError(offset: start, fault: .form(history))
    }
    last = (kind, id)
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

  /// Reads the id of an element.
  private func number() throws(JSONError) -> Int64 {
    let offset = reader.offset
    guard let number = Int64(String(decoding: try reader.number().text, as: UTF8.self)) else {
      throw JSONError(
        offset: offset, fault: .form("it is not the id of an element, which is a whole number below 2^63"))
    }
    return number
  }

  private func forEachElement(_ body: () throws(JSONError) -> Void) throws(JSONError) {
    try reader.beginArray()
    while try reader.nextElement() {
      guard !cancellation.isCancelled else { throw JSONError(offset: reader.offset, fault: .cancelled) }
      try body()
    }
  }

  private typealias Numbers = [String: Double]

  /// Reads an object, and returns those of its members that are degrees.
  private func numbers() throws(JSONError) -> Numbers {
    var numbers = Numbers()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let key = String(decoding: key, as: UTF8.self)
      if ["lat", "lon", "minlat", "minlon", "maxlat", "maxlon"].contains(key), try reader.kind() == .number {
        numbers[key] = try reader.number().double
      } else {
        try reader.skipValue(cancellation)
      }
    }
    return numbers
  }
}

extension JSONReader {
  /// Reads the tags of an element. A value that is no text is taken as it is written.
  mutating func tags(_ cancellation: Cancellation) throws(JSONError) -> [OSMElement.Tag] {
    var tags: [OSMElement.Tag] = []
    try beginObject()
    while let key = try nextKey() {
      guard !cancellation.isCancelled else { throw JSONError(offset: offset, fault: .cancelled) }
      let key = String(decoding: key, as: UTF8.self)
      switch try kind() {
      case .string: tags.append(OSMElement.Tag(key: key, value: Untrusted(bytes: try string())))
      case .null: try null()
      default: tags.append(OSMElement.Tag(key: key, value: Untrusted(bytes: try rawValue(cancellation))))
      }
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
