import GazetteerIndex

/// The placemarks of a KML text, one after the other.
final class KMLDocument {
  private let reader: XMLReader
  /// The names of the open `Document`s and `Folder`s, outermost first.
  private var folders: [Untrusted] = []
  /// The number of open elements, and what it was at the start of each open folder.
  private var depth = 0
  private var folderDepths: [Int] = []
  private(set) var placemarks = 0
  private var overlays = 0
  private var links = 0

  init(_ content: TextPiece, _ cancellation: Cancellation) throws(XMLError) {
    reader = try XMLReader(content, cancellation)
    guard let root = try reader.root() else { return }
    guard ["kml", "Document", "Folder"].contains(root.localName) else {
      throw root.offence("its outermost element is \(quoting: root), not kml")
    }
    open(root)
  }

  /// How many bytes have been read.
  var offset: Int { reader.offset }

  func next() throws(XMLError) -> KMLPlacemark? {
    while let event = try reader.next() {
      switch event {
      case .end: close()
      case .text: break
      case .start(let tag):
        switch tag.localName {
        case "Placemark":
          placemarks += 1
          return KMLPlacemark(try reader.element(tag), in: folders, number: placemarks)
        case "name" where folderDepths.last == depth:
          folders[folders.count - 1] = try reader.element(tag).text
        case "kml", "Document", "Folder": open(tag)
        default:
          if tag.localName.hasSuffix("Overlay") { overlays += 1 }
          if tag.localName == "NetworkLink" { links += 1 }
          try reader.skip()
        }
      }
    }
    return nil
  }

  /// What else is in the file and cannot be read as places.
  var others: Message? {
    let parts = [(overlays, "overlay"), (links, "network link")].filter { $0.0 > 0 }
    return parts.isEmpty ? nil : Message.counts(parts)
  }

  private func open(_ tag: XMLTag) {
    depth += 1
    guard tag.localName != "kml" else { return }
    folders.append(Untrusted(""))
    folderDepths.append(depth)
  }

  private func close() {
    if folderDepths.last == depth {
      folders.removeLast()
      folderDepths.removeLast()
    }
    depth -= 1
  }
}

/// A placemark.
struct KMLPlacemark {
  let element: XMLElement
  /// The names of its folders, outermost first; empty for folders without a name.
  let folders: [Untrusted]
  private let number: Int

  /// - Parameter number: counts the placemarks of the file, from 1.
  init(_ element: XMLElement, in folders: [Untrusted], number: Int) {
    self.element = element
    self.folders = folders
    self.number = number
  }

  enum Position {
    case at(latitude: Double, longitude: Double)
    case none
    case malformed(Untrusted)
  }

  /// Its place in the file.
  var place: Message { "line \(element.tag.line)" }
  /// Its own name; nil without one.
  var ownName: Untrusted? { element.child("name").map(\.text).flatMap { $0.isBlank ? nil : $0 } }
  var name: Untrusted { givenName ?? madeName }
  /// Its name, or the first line of its description; nil without one.
  var givenName: Untrusted? { ownName ?? element.child("description")?.text.firstLine }
  var madeName: Untrusted { Untrusted("placemark \(number)") }

  /// The elements of KML that contain positions.
  private static let ofPositions: Set<String> = ["coordinates", "coord", "Location"]

  /// The position of its first point; if it has none, the middle of the box around all its positions.
  var position: Position {
    if let point = element.descendants(["Point"]).first?.child("coordinates") {
      var extent = GeoJSONExtent()
      if let fault = point.add(to: &extent) { return .malformed(fault) }
      return Position(extent)
    }
    var extent = GeoJSONExtent()
    for positions in element.descendants(Self.ofPositions) {
      if let fault = positions.add(to: &extent) { return .malformed(fault) }
    }
    return Position(extent)
  }

  /// The elements with the geometry of a placemark.
  static let geometries: Set<String> = [
    "Point", "LineString", "LinearRing", "Polygon", "MultiGeometry", "Track", "MultiTrack", "Model",
  ]

  /// The kind of its geometry, unless that is a point.
  private var geometry: Untrusted? {
    let kind = element.children.first { Self.geometries.contains(String($0.tag.localName)) }?.tag.localName
    return kind == "Point" ? nil : kind.map { Untrusted($0) }
  }

  /// The data of an application, by name.
  var data: [(key: String, value: Untrusted)] {
    (element.child("ExtendedData")?.children ?? []).flatMap(\.data)
  }

  /// Everything but name, geometry and style.
  var facts: [(key: String, value: Untrusted)] {
    let simple = element.children.filter { Self.isFact($0) }.flatMap { $0.leaves(under: nil) }
    let kind = geometry.map { [(key: "geometry", value: $0)] } ?? []
    let facts = simple + data + kind
    let hasElevation = facts.contains { $0.key.lowercased() == "elevation" }
    let elevation = hasElevation ? nil : elevation.map { (key: "elevation", value: $0) }
    return (facts + (elevation.map { [$0] } ?? [])).filter { !$0.value.isBlank }
  }

  /// The third number of its first point, unless it is 0, which programs write that do not know it.
  private var elevation: Untrusted? {
    guard let point = element.descendants(["Point"]).first, let coordinates = point.child("coordinates"),
      // Heights above the ground are no elevations.
      point.child("altitudeMode").map({ !$0.text.text.hasPrefix("relative") }) ?? true
    else { return nil }
    let numbers = coordinates.text.trimmed.bytes.split(separator: UInt8(ascii: ","))
    guard numbers.count == 3, let value = numbers[2].withUnsafeBufferPointer(JSONNumber.value), value != 0 else {
      return nil
    }
    return Untrusted(bytes: numbers[2])
  }

  private static func isFact(_ child: XMLElement) -> Bool {
    let others: Set<String> = ["name", "ExtendedData", "Style", "StyleMap", "LookAt", "Camera", "Region"]
    let name = String(child.tag.localName)
    return !others.contains(name) && !geometries.contains(name)
  }
}

extension KMLPlacemark.Position {
  fileprivate init(_ extent: GeoJSONExtent) {
    self = extent.middle.map { .at(latitude: $0.latitude, longitude: $0.longitude) } ?? .none
  }
}

extension XMLElement {
  /// The data in a child of `ExtendedData`.
  fileprivate var data: [(key: String, value: Untrusted)] {
    switch tag.localName {
    case "Data": [(tag["name"]?.text ?? "Data", child("value")?.text ?? Untrusted(""))]
    case "SchemaData": children.map { ($0.tag["name"]?.text ?? String($0.tag.localName), $0.text) }
    default: leaves(under: nil)
    }
  }

  /// Adds the positions in it. Returns the first malformed one, if any.
  ///
  ///     <coordinates>lon,lat[,alt] lon,lat[,alt] …</coordinates>   <gx:coord>lon lat alt</gx:coord>
  ///     <Location><longitude>…</longitude><latitude>…</latitude></Location>
  fileprivate func add(to extent: inout GeoJSONExtent) -> Untrusted? {
    let isBlank = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
    switch tag.localName {
    case "coordinates":
      for tuple in text.bytes.split(whereSeparator: isBlank) {
        let numbers = tuple.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        if !extent.add(numbers) { return Untrusted(bytes: tuple).beginning }
      }
    case "coord": if !extent.add(text.bytes.split(whereSeparator: isBlank)) { return text.beginning }
    default:
      let parts = ["longitude", "latitude"].map { (child($0)?.text.bytes ?? [])[...] }
      if !extent.add(parts) { return text.beginning }
    }
    return nil
  }
}

extension GeoJSONExtent {
  /// Adds a position given as longitude and latitude. Returns false if it is malformed.
  fileprivate mutating func add(_ numbers: [ArraySlice<UInt8>]) -> Bool {
    guard numbers.count >= 2 else { return false }
    let values = numbers.prefix(2).map { $0.withUnsafeBufferPointer(JSONNumber.value) }
    guard let longitude = values[0], let latitude = values[1] else { return false }
    add(GeoJSONPosition(longitude: longitude, latitude: latitude))
    return true
  }
}
