import GazetteerIndex

/// The waypoints of a GPX text, one after the other.
final class GPXDocument {
  private let reader: XMLReader
  private(set) var waypoints = 0
  private var routes = 0
  private var tracks = 0
  /// When the file was made, according to the file.
  private(set) var time: Untrusted?
  /// Whom to credit.
  private(set) var author: Untrusted?

  init(_ content: TextPiece, _ cancellation: Cancellation) throws(XMLError) {
    reader = try XMLReader(content, cancellation)
    guard let root = try reader.root() else { return }
    guard root.localName == "gpx" else { throw root.offence("its outermost element is \(quoting: root), not gpx") }
  }

  /// How many bytes have been read.
  var offset: Int { reader.offset }

  func next() throws(XMLError) -> GPXWaypoint? {
    while let event = try reader.next() {
      guard case .start(let tag) = event else { continue }
      switch tag.localName {
      case "wpt":
        waypoints += 1
        return GPXWaypoint(try reader.element(tag), number: waypoints)
      case "metadata": read(metadata: try reader.element(tag))
      // GPX 1.0 has no metadata element.
      case "time": time = try reader.element(tag).text
      default:
        if tag.localName == "rte" { routes += 1 }
        if tag.localName == "trk" { tracks += 1 }
        try reader.skip()
      }
    }
    return nil
  }

  /// What else is in the file: routes and tracks are not places.
  var others: Message? {
    let parts = [(routes, "route"), (tracks, "track")].filter { $0.0 > 0 }
    return parts.isEmpty ? nil : Message.counts(parts)
  }

  private func read(metadata: XMLElement) {
    time = metadata.child("time")?.text ?? time
    if let name = metadata.child("copyright")?.tag["author"], !name.isEmpty { author = name }
  }
}

/// A waypoint.
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
  var hasPosition: Bool { !(latitude?.isBlank ?? true) && !(longitude?.isBlank ?? true) }
  /// Its place in the file.
  var place: Message { "line \(element.tag.line)" }
  /// Its own name; nil without one.
  var ownName: Untrusted? { element.child("name").map(\.text).flatMap { $0.isBlank ? nil : $0 } }
  var name: Untrusted { givenName ?? madeName }

  /// Its name, or the first line of its description; nil without one.
  var givenName: Untrusted? {
    ownName ?? ["desc", "cmt"].lazy.compactMap { element.child($0)?.text.firstLine }.first
  }
  var madeName: Untrusted { Untrusted("waypoint \(number)") }

  /// Everything but name and position. Extensions have the path of their element names as key.
  var facts: [(key: String, value: Untrusted)] { facts { $0.leaves(under: nil) } }

  /// The same; those that this program has written have their keys: `gaz:attribute:cuisine`.
  var factsWithOwnKeys: [(key: String, value: Untrusted)] {
    facts { child in
      guard child.tag.namespace == FavoriteKey.namespace else { return child.leaves(under: nil) }
      let name = child.tag["name"].map { ":" + $0.text } ?? ""
      return [(FavoriteKey.prefix + child.tag.localName + name, child.text)]
    }
  }

  private func facts(
    ofExtension read: (XMLElement) -> [(key: String, value: Untrusted)]
  ) -> [(key: String, value: Untrusted)] {
    element.children.flatMap { child in
      switch child.tag.localName {
      case "name": [(key: String, value: Untrusted)]()
      case "link": [("link", child.tag["href"] ?? child.text)]
      case "extensions": child.children.flatMap(read)
      default: child.leaves(under: nil)
      }
    }.filter { !$0.value.isBlank }
  }
}

extension XMLElement {
  /// A longer path is not repeated at each element in it.
  private static let longestPath = 200

  /// The texts in it, each with the path of element names as key.
  func leaves(under path: String?) -> [(key: String, value: Untrusted)] {
    let start = path.map { $0.utf8.count > Self.longestPath ? "" : $0 + "/" } ?? ""
    let path = start + tag.localName
    let text = text
    return (text.isBlank ? [] : [(path, text)]) + children.flatMap { $0.leaves(under: path) }
  }
}
