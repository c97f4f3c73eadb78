import GazetteerIndex

/// Reads the waypoints of a GPX file, 1.0 or 1.1. Routes and tracks are ways, not places: they are passed over and told.
///
/// The type of a waypoint is its category; whatever else it says is kept. One without a name is called by its description, else
/// by its number.
struct GPXRecords: ~Copyable {
  private let reader: XMLReader
  private var sink: RecordSink
  private var waypoints = 0
  private var routes = 0
  private var tracks = 0

  init(_ content: TextPiece, into sink: consuming RecordSink) throws(ImportError) {
    do throws(XMLError) { reader = try XMLReader(content, sink.cancellation) } catch {
      throw .malformed(.gpx, error)
    }
    self.sink = sink
  }

  consuming func read() throws(ImportError) -> RecordSink {
    do {
      try readDocument()
    } catch let error as XMLError {
      throw .malformed(.gpx, error)
    } catch let error as ImportError {
      throw error
    } catch {
      throw .unreadable(reason: Untrusted("\(error)"))
    }
    let ways = [(routes, "route"), (tracks, "track")].filter { $0.0 > 0 }
    if !ways.isEmpty {
      let ways = Message.counts(ways)
      guard waypoints > 0 else { throw .onlyOthers(.gpx, ways) }
      sink.warn { "left out: \(ways), which are no places" }
    }
    return sink
  }

  private mutating func readDocument() throws {
    guard let root = try reader.root() else { return }
    guard root.localName == "gpx" else { throw root.offence("its outermost element is \(quoting: root), not gpx") }
    while let event = try reader.next() {
      guard case .start(let tag) = event else { continue }
      switch tag.localName {
      case "wpt": try take(GPXWaypoint(reader.element(tag), number: waypoints + 1))
      case "metadata": take(metadata: try reader.element(tag))
      case "time":
        // Where GPX 1.0 has what 1.1 has in its metadata.
        sink.lastModified = try reader.element(tag).text
      case "rte":
        routes += 1
        try reader.skip()
      case "trk":
        tracks += 1
        try reader.skip()
      default: try reader.skip()
      }
    }
  }

  private mutating func take(metadata: XMLElement) {
    if let time = metadata.child("time")?.text { sink.lastModified = time }
    if let author = metadata.child("copyright")?.tag["author"], !author.isEmpty { sink.attribution = author }
  }

  private mutating func take(_ waypoint: GPXWaypoint) throws(ImportError) {
    waypoints += 1
    sink.set(name: waypoint.name)
    if waypoint.latitude?.isBlank ?? true || waypoint.longitude?.isBlank ?? true { sink.fail(.noPosition) }
    sink.take(waypoint.latitude, as: .latitude)
    sink.take(waypoint.longitude, as: .longitude)
    for (key, value) in waypoint.facts {
      if key == "type" { sink.take(value, as: .category) } else { sink.add(attribute: key, value) }
    }
    try sink.endRecord(reader.offset) { waypoint.place }
  }
}

/// What a waypoint says.
struct GPXWaypoint {
  let element: XMLElement
  private let number: Int

  /// - Parameter number: counts the waypoints of the file, from 1.
  init(_ element: XMLElement, number: Int) {
    self.element = element
    self.number = number
  }

  var latitude: Untrusted? { element.tag["lat"] }
  var longitude: Untrusted? { element.tag["lon"] }
  /// Where it stands in the file.
  var place: Message { "line \(element.tag.line)" }
  /// Its own name; nil where it has none.
  var ownName: Untrusted? { element.child("name").map(\.text).flatMap { $0.isBlank ? nil : $0 } }
  var name: Untrusted { ownName ?? substitute }

  /// What it is called that has no name.
  private var substitute: Untrusted {
    for key in ["desc", "cmt"] {
      if let line = element.child(key)?.text.firstLine { return line }
    }
    return Untrusted("waypoint \(number)")
  }

  /// All but its name and position; extensions by the path of their names.
  var facts: [(key: String, value: Untrusted)] {
    element.children.flatMap { child in
      switch child.tag.localName {
      case "name": [(key: String, value: Untrusted)]()
      case "link": [("link", child.tag["href"] ?? child.text)]
      case "extensions": child.leaves
      default: child.leaves(under: nil)
      }
    }.filter { !$0.value.isBlank }
  }
}

extension XMLElement {
  /// The texts in it, each by the path of names that leads there.
  var leaves: [(key: String, value: Untrusted)] { children.flatMap { $0.leaves(under: nil) } }

  func leaves(under path: String?) -> [(key: String, value: Untrusted)] {
    let path = (path.map { $0 + "/" } ?? "") + tag.localName
    let text = text
    return (text.isBlank ? [] : [(path, text)]) + children.flatMap { $0.leaves(under: path) }
  }
}
