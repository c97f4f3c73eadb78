import GazetteerIndex

/// The elements of OpenStreetMap's XML (https://wiki.openstreetmap.org/wiki/OSM_XML). Deleted ones are left out.
final class OSMDocument: OSMSource {
  private let reader: XMLReader
  private let kinds: Set<OSMElement.Kind>
  private(set) var nodesComeFirst = true
  private(set) var remark: Untrusted?
  private var hasWays = false
  /// The last element.
  private var last: (kind: OSMElement.Kind, id: Int64)?

  init(
    _ content: TextPiece, _ kinds: Set<OSMElement.Kind>, _ cancellation: Cancellation
  ) throws(ImportError) {
    self.kinds = kinds
    do throws(XMLError) {
      reader = try XMLReader(content, cancellation)
      guard let root = try reader.root() else { return }
      guard root.localName == "osm" else { throw root.offence("its outermost element is \(quoting: root), not osm") }
    } catch {
      throw .malformed(.osm, error)
    }
  }

  var offset: Int { reader.offset }

  func next() throws(ImportError) -> OSMElement? {
    do throws(XMLError) {
      while let event = try reader.next() {
        guard case .start(let tag) = event else { continue }
        if let element = try element(tag) { return element }
      }
      return nil
    } catch {
      throw .malformed(.osm, error)
    }
  }

  /// Reads the element whose start tag was the last event.
  private func readRemark() throws(XMLError) {
    var depth = 1
    while depth > 0, let event = try reader.next() {
      switch event {
      case .start: depth += 1
      case .end: depth -= 1
      case .text(let text): remark = remark ?? text.firstLine
      }
    }
  }

  /// nil, after the element was read to its end, if it is none of those that are asked for.
  private func element(_ tag: XMLTag) throws(XMLError) -> OSMElement? {
    if tag.localName == "remark" {
      try readRemark()
      return nil
    }
    let kind = OSMElement.Kind(rawValue: String(tag.localName))
    if kind == .way { hasWays = true }
    if kind == .node, hasWays { nodesComeFirst = false }
    guard let kind, kinds.contains(kind), tag["visible"]?.text != "false", tag["action"]?.text != "delete"
    else {
      try reader.skip()
      return nil
    }
    guard let id = tag["id"].flatMap({ Int64($0.text) }) else { throw tag.offence("its id is not a number") }
    // The versions of an element follow one another.
    if let last, last == (kind, id) {
      throw tag.offence("it is a history: \(own: kind.rawValue) \(id) is there in several versions")
    }
    last = (kind, id)
    var element = OSMElement(kind: kind, id: id, position: tag.position)
    var extent = GeoJSONExtent()
    var depth = 1
    while depth > 0, let event = try reader.next() {
      switch event {
      case .start(let tag):
        // What is deeper belongs to the members of relations.
        if depth == 1 { try element.add(tag, &extent) }
        depth += 1
      case .end: depth -= 1
      case .text: break
      }
    }
    if kind != .node { element.position = element.position ?? extent.middle }
    return element
  }
}

extension OSMElement {
  /// Adds what a tag in the element says. Overpass also writes positions and boxes, which become a part of the extent.
  fileprivate mutating func add(_ tag: XMLTag, _ extent: inout GeoJSONExtent) throws(XMLError) {
    switch tag.localName {
    case "tag":
      if let key = tag["k"], let value = tag["v"] { tags.append(Tag(key: key.text, value: value)) }
    case "nd" where kind == .way:
      if let position = tag.position { extent.add(position) }
      guard let id = tag["ref"].flatMap({ Int64($0.text) }) else { throw tag.offence("its ref is not a number") }
      nodes.append(id)
    case "center": position = tag.position ?? position
    case "bounds":
      for corner in ["min", "max"] {
        if let position = tag.position(corner + "lat", corner + "lon") { extent.add(position) }
      }
    default: break
    }
  }
}

extension XMLTag {
  /// nil if it has none, or one that is not of numbers.
  fileprivate var position: (latitude: Double, longitude: Double)? { position("lat", "lon") }

  fileprivate func position(_ latitude: String, _ longitude: String) -> (latitude: Double, longitude: Double)? {
    guard let latitude = self[latitude].flatMap({ Double($0.text) }),
      let longitude = self[longitude].flatMap({ Double($0.text) })
    else { return nil }
    return (latitude, longitude)
  }
}

extension GeoJSONExtent {
  fileprivate mutating func add(_ position: (latitude: Double, longitude: Double)) {
    add(GeoJSONPosition(longitude: position.longitude, latitude: position.latitude))
  }
}
