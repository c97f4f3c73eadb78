import GazetteerIndex

/// Places as waypoints of GPX 1.1 (https://www.topografix.com/GPX/1/1/gpx.xsd), whose elements have a fixed order.
/// Fields that the format does not have are in `extensions`, in the namespace of `FavoriteKey`.
enum GPX {
  static func text(of export: Export) -> String {
    var writer = XMLWriter()
    let root: [XMLWriter.Attribute] = [
      ("version", Untrusted("1.1")), ("creator", Untrusted("gaz")),
      ("xmlns", Untrusted("http://www.topografix.com/GPX/1/1")), ("xmlns:gaz", Untrusted(FavoriteKey.namespace)),
    ]
    writer.element("gpx", root) { writer in
      writer.element("metadata") { writer in
        writer.element("name", text: Untrusted(export.title))
        let credits = export.credits.joined
        if !credits.isEmpty { writer.empty("copyright", [("author", credits)]) }
        writer.element("time", text: Untrusted(UTC.iso(export.time)))
      }
      for place in export.places where !export.isCancelled { write(place, to: &writer) }
    }
    return writer.text
  }

  private static func write(_ exported: ExportedPlace, to writer: inout XMLWriter) {
    guard let position = exported.place.coordinate else { return }
    let attributes: [XMLWriter.Attribute] = [
      ("lat", Untrusted(Numeral.plain(position.latitude))), ("lon", Untrusted(Numeral.plain(position.longitude))),
    ]
    let extras = Extras(exported.extras)
    writer.element("wpt", attributes) { writer in
      for name in order {
        switch name {
        case "time":
          let time = extras.time ?? Untrusted(exported.favorite.map { UTC.iso($0.created) } ?? "")
          if !time.isEmpty { writer.element(name, text: time) }
        case "name": writer.element(name, text: exported.place.name)
        case "desc": if let note = exported.note { writer.element(name, text: note) }
        case "link":
          for link in exported.links { writer.empty(name, [("href", link)]) }
          for link in extras.links { writer.foreign(link) }
        case "type": if let list = exported.lists.first { writer.element(name, text: list) }
        case let name: for value in extras.texts[name] ?? [] { writer.element(name, text: value) }
        }
      }
      writer.element("extensions") { writer in
        for entry in exported.entries + extras.others { write(entry, to: &writer) }
        for element in extras.extensions { writer.foreign(element) }
      }
    }
  }

  private static func write(_ entry: FavoriteEntry, to writer: inout XMLWriter) {
    let name = entry.name.map { [("name", Untrusted(EscapedText.oneLine($0)))] } ?? []
    writer.element(entry.key.text, name, text: Untrusted(entry.writtenValue))
  }

  /// The children of a waypoint that come before `extensions`, in their order.
  private static let order = [
    "ele", "time", "magvar", "geoidheight", "name", "cmt", "desc", "src", "link", "sym", "type", "fix", "sat", "hdop",
    "vdop", "pdop", "ageofdgpsdata", "dgpsid",
  ]
  private static let texts: Set<String> = ["cmt", "src", "sym"]
  private static let numbers: Set<String> = [
    "ele", "magvar", "geoidheight", "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid",
  ]

  /// The extras of a favorite, by the element of a waypoint that can hold them.
  private struct Extras {
    var texts: [String: [Untrusted]] = [:]
    /// The time that another program gives.
    var time: Untrusted?
    var links: [String] = []
    var extensions: [String] = []
    /// Extras that no element can hold.
    var others: [FavoriteEntry] = []

    init(_ extras: [Place.Attribute]) { for extra in extras { add(extra) } }

    private mutating func add(_ extra: Place.Attribute) {
      let (key, value) = (extra.key.text, extra.value)
      if key == ExtraKey.gpxExtension, let element = ForeignElement.harmless(value) {
        extensions.append(element)
        return
      }
      if key == ExtraKey.gpx + "time", time == nil, value.isMoment {
        // In a file of this program, this element has the time of the favorite, so the extra is also written as an
        // entry.
        time = value
      } else if key == ExtraKey.gpxElement, value.leadsToTheWeb, let element = ForeignElement.harmless(value) {
        // Links of the place are written as the same elements, so the extra is also written as an entry.
        links.append(element)
      } else if key.hasPrefix(ExtraKey.gpx) {
        let name = String(key.dropFirst(ExtraKey.gpx.count))
        if texts[name] == nil, GPX.holds(value, as: name) {
          texts[name] = [value]
          return
        }
      }
      others.append(FavoriteEntry(.extra, name: extra.key, value))
    }
  }

  /// Whether an element of this name can hold a text without changing it.
  private static func holds(_ text: Untrusted, as name: String) -> Bool {
    guard !text.isEmpty, EscapedText.oneLine(text).utf8.elementsEqual(text.bytes) else { return false }
    return texts.contains(name) || numbers.contains(name) && SpreadsheetText.isNumber(text.bytes)
  }
}

extension Untrusted {
  /// Whether it is a time in the form of XML: `2026-01-31T12:00:00.5Z`.
  fileprivate var isMoment: Bool {
    guard CalendarDay(String(decoding: bytes.prefix(10), as: UTF8.self)) != nil else { return false }
    let form = String(decoding: bytes.dropFirst(10).map { 0x30...0x39 ~= $0 ? 0x30 : $0 }, as: UTF8.self)
    guard form.hasPrefix("T00:00:00") else { return false }
    let rest = form.dropFirst("T00:00:00".count)
    let zone = rest.hasPrefix(".0") ? rest.dropFirst().drop { $0 == "0" } : rest
    return ["", "Z", "+00:00", "-00:00"].contains(zone)
  }

  /// Whether it is a link element with a web address.
  fileprivate var leadsToTheWeb: Bool {
    let start = Array("<link href=\"".utf8)
    guard bytes.starts(with: start) else { return false }
    return Untrusted(bytes: bytes.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }).isWebAddress
  }
}

extension [Untrusted] {
  /// The texts joined by semicolons.
  var joined: Untrusted { Untrusted(bytes: map(\.bytes).joined(separator: "; ".utf8)) }
}
