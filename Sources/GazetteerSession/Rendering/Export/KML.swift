import GazetteerIndex

/// Places as placemarks of KML 2.2 (OGC 07-147r2), with a folder for each list. A place on several lists is in the
/// folder of the first. Fields that the format does not have are in `ExtendedData`, under their `FavoriteKey`.
enum KML {
  static func text(of export: Export) -> String {
    var writer = XMLWriter()
    writer.element("kml", [("xmlns", Untrusted("http://www.opengis.net/kml/2.2"))]) { writer in
      writer.element("Document") { writer in
        writer.element("name", text: Untrusted(export.title))
        let credits = export.credits.joined
        if !credits.isEmpty { writer.element("description", text: harmless(credits)) }
        for (list, places) in folders(of: export) {
          guard let list else {
            for place in places where !export.isCancelled { write(place, to: &writer) }
            continue
          }
          writer.element("Folder") { writer in
            writer.element("name", text: list)
            for place in places where !export.isCancelled { write(place, to: &writer) }
          }
        }
      }
    }
    return writer.text
  }

  /// The places by their first list, lists in the order of their first places; places without a list come first.
  private static func folders(of export: Export) -> [(list: Untrusted?, places: [ExportedPlace])] {
    let places = Dictionary(grouping: export.places) { $0.lists.first }
    var seen: Set<Untrusted?> = []
    let lists = [nil] + export.places.map(\.lists.first).filter { $0 != nil }
    return lists.compactMap { list in
      guard let places = places[list], seen.insert(list).inserted else { return nil }
      return (list, places)
    }
  }

  private static func write(_ exported: ExportedPlace, to writer: inout XMLWriter) {
    let extras = Extras(exported.extras)
    writer.element("Placemark") { writer in
      writer.element("name", text: exported.place.name)
      for name in texts[..<2] { if let value = extras.texts[name] { writer.element(name, text: value) } }
      if let note = exported.note { writer.element("description", text: harmless(note)) }
      for entry in extras.elements where entry.rank < rankOfStyle { writer.foreign(entry.element) }
      if let value = extras.texts[texts[2]] { writer.element(texts[2], text: value) }
      for entry in extras.elements where entry.rank >= rankOfStyle { writer.foreign(entry.element) }
      writer.element("ExtendedData") { writer in
        for entry in exported.entries + extras.others {
          write(entry.writtenKey, Untrusted(entry.writtenValue), to: &writer)
        }
        for datum in extras.data { write(datum.key, datum.value, to: &writer) }
        for element in extras.extensions { writer.foreign(element) }
      }
      if let geometry = extras.geometry {
        writer.foreign(geometry)
      } else if let position = exported.place.coordinate {
        let text = Numeral.plain(position.longitude) + "," + Numeral.plain(position.latitude)
        writer.element("Point") { $0.element("coordinates", text: Untrusted(text)) }
      }
    }
  }

  private static func write(_ name: Untrusted, _ value: Untrusted, to writer: inout XMLWriter) {
    writer.element("Data", [("name", name)]) { $0.element("value", text: value) }
  }

  /// The text, escaped so that programs that read descriptions as HTML show it unchanged.
  private static func harmless(_ text: Untrusted) -> Untrusted {
    guard text.bytes.contains(UInt8(ascii: "<")) else { return text }
    return Untrusted(XMLWriter.escaped(text))
  }

  /// The text elements for extras, in their order; the last one comes after views and times.
  private static let texts = ["visibility", "open", "styleUrl"]
  /// The other elements for extras, in groups, in their order.
  private static let elements = [
    ["LookAt", "Camera"], ["TimeStamp", "TimeSpan"], ["Style", "StyleMap"], ["Region"],
  ]
  private static let rankOfStyle = 2

  /// The extras of a favorite, by the element of a placemark that can hold them.
  private struct Extras {
    var texts: [String: Untrusted] = [:]
    var elements: [(rank: Int, element: String)] = []
    var data: [(key: Untrusted, value: Untrusted)] = []
    var extensions: [String] = []
    var geometry: String?
    /// Extras that no element can hold.
    var others: [FavoriteEntry] = []

    init(_ extras: [Place.Attribute]) {
      for extra in extras where !add(extra) { others.append(FavoriteEntry(.extra, name: extra.key, extra.value)) }
      elements.sort { $0.rank < $1.rank }
    }

    /// False if no element can hold it.
    private mutating func add(_ extra: Place.Attribute) -> Bool {
      let (key, value) = (extra.key.text, extra.value)
      switch key {
      case ExtraKey.kmlExtension:
        guard let element = ForeignElement.harmless(value) else { return false }
        extensions.append(element)
      case ExtraKey.kmlGeometry:
        guard geometry == nil, let element = ForeignElement.harmless(value) else { return false }
        geometry = element
      case ExtraKey.kmlElement:
        let name = ForeignElement.name(value)
        guard let rank = KML.elements.firstIndex(where: { $0.contains(name) }),
          !elements.contains(where: { $0.rank == rank }), !value.hasLinks, let element = ForeignElement.harmless(value)
        else { return false }
        elements.append((rank, element))
      case _ where key.hasPrefix(ExtraKey.kmlDatum):
        let name = Untrusted(bytes: extra.key.bytes.dropFirst(ExtraKey.kmlDatum.utf8.count))
        guard !name.isEmpty, FavoriteKey.parse(name) == nil, name.readsBack, value.readsBack else { return false }
        data.append((name, value))
      case _ where key.hasPrefix(ExtraKey.kml):
        let name = String(key.dropFirst(ExtraKey.kml.count))
        guard texts[name] == nil, value.readsBack, KML.holds(value, as: name) else { return false }
        texts[name] = value
      default: return false
      }
      return true
    }
  }

  private static func holds(_ text: Untrusted, as name: String) -> Bool {
    switch name {
    case "visibility", "open": ["0", "1"].contains(text.text)
    case "styleUrl": text.bytes.first == UInt8(ascii: "#")
    default: false
    }
  }
}

extension Untrusted {
  /// Whether a file can contain it unchanged.
  fileprivate var readsBack: Bool { EscapedText.oneLine(self).utf8.elementsEqual(bytes) }
  /// Whether an element refers to anything outside the file.
  fileprivate var hasLinks: Bool { text.contains("href") }
}
