import GazetteerIndex

/// Reads the named nodes and ways of OpenStreetMap that are places, such as restaurants, stations and villages. A way is
/// at the middle of its box. Streets, relations without a position, and places without a name are left out and counted.
///
/// The values of keys such as `amenity` are the categories, `addr:country` is the country. All tags but names are
/// attributes.
struct OSMRecords: ~Copyable {
  private let content: TextPiece
  private var sink: RecordSink
  private var nodes = OSMNodes()
  private var named = 0
  private var nameless = 0
  private var relations = 0
  private var untagged = 0

  init(_ content: TextPiece, into sink: consuming RecordSink) {
    self.content = content
    self.sink = sink
  }

  /// Reads the file twice, or three times if nodes may come after ways: ways only have the ids of their nodes.
  consuming func read() throws(ImportError) -> RecordSink {
    let ways = try source(of: [.way])
    while let way = try ways.next() {
      guard way.position == nil else { continue }
      let place = OSMPlace(way.tags)
      if place.name != nil, !place.categories.isEmpty { nodes.want(way.nodes) }
    }
    nodes.sort()
    let readsTwice = ways.nodesComeFirst
    if !nodes.isEmpty, !readsTwice {
      let points = try source(of: [.node])
      while let node = try points.next() {
        if let position = node.position { nodes.note(node.id, at: position) }
      }
    }
    let all = try source(of: [.node, .way, .relation])
    while let element = try all.next() {
      if readsTwice, element.kind == .node, let position = element.position { nodes.note(element.id, at: position) }
      if element.tags.isEmpty { untagged += 1 } else { try add(element, at: all.offset) }
    }
    sink.attribution = PlacesRequest.Provider.overpass.attribution
    let others = others
    let remark: Message? = all.remark.map { "the server says: \($0)" }
    if sink.records == 0, others == nil, remark == nil, untagged > 0 {
      throw .onlyOthers(.osm, "\(untagged) \(own: untagged == 1 ? "element" : "elements") without tags")
    }
    if sink.records == 0, let others {
      throw .onlyOthers(.osm, remark.map { "\(others) (\($0))" } ?? others)
    }
    if sink.records == 0, let remark { throw .onlyOthers(.osm, "a remark (\(remark))") }
    if let others { sink.warn { "left out: \(others)" } }
    if let remark { sink.warnFirst("places may be missing; \(remark)") }
    return sink
  }

  private func source(of kinds: Set<OSMElement.Kind>) throws(ImportError) -> any OSMSource {
    if OSMBlocks.recognises(content) { return OSMBlocks(content, kinds, sink.cancellation) }
    let first = content.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    return first == UInt8(ascii: "{")
      ? try OSMJSON(content, kinds, sink.cancellation) : try OSMDocument(content, kinds, sink.cancellation)
  }

  private mutating func add(_ element: OSMElement, at offset: Int) throws(ImportError) {
    let place = OSMPlace(element.tags)
    guard !place.categories.isEmpty else {
      if place.name != nil { named += 1 }
      return
    }
    guard let name = place.name else {
      nameless += 1
      return
    }
    // Overpass says where they are.
    guard element.kind != .relation || element.position != nil else {
      relations += 1
      return
    }
    sink.set(id: .text("\(element.kind.rawValue)/\(element.id)"))
    sink.set(name: name)
    if let position = element.position ?? nodes.middle(of: element.nodes) {
      sink.builder.set(latitude: position.latitude)
      sink.builder.set(longitude: position.longitude)
    }
    if element.tags.count > RecordSize.mostValues {
      sink.fail(.tooManyValues)
    } else {
      addTexts(of: place)
    }
    try sink.endRecord(offset) { "\(own: element.kind.rawValue) \(element.id)" }
  }

  private mutating func addTexts(of place: OSMPlace) {
    sink.take(place)
    for fact in place.facts where !fact.value.isBlank {
      if fact.key == "population", UInt32(fact.value.text) != nil {
        sink.take(fact.value, as: .population)
      } else {
        sink.add(attribute: fact.key, fact.value)
      }
    }
  }

  /// What was left out; nil if nothing was.
  private var others: Message? {
    let parts: [(count: Int, one: StaticString, more: StaticString)] = [
      (nameless, "place without a name", "places without a name"),
      (named, "street or the like", "streets and the like"),
      (relations, "relation", "relations"),
    ]
    return parts.filter { $0.count > 0 }.reduce(nil) { all, part in
      let words = "\(part.count) \(own: "\(part.count == 1 ? part.one : part.more)")" as Message
      return all.map { "\($0), \(words)" } ?? words
    }
  }
}

extension RecordSink {
  /// Adds the other names of a place, its country, and its categories unless the user said where these are.
  mutating func take(_ place: OSMPlace) {
    guard place.alternates.count + place.categories.count <= RecordSize.mostValues else { return fail(.tooManyValues) }
    for name in place.alternates { name.bytes.withUnsafeBufferPointer { take(element: $0, as: .alternates) } }
    if var country = place.country { country.withUTF8 { builder.set(country: $0) } }
    guard reading[.category] == nil else { return }
    for category in place.categories { category.bytes.withUnsafeBufferPointer { take(element: $0, as: .category) } }
  }
}
