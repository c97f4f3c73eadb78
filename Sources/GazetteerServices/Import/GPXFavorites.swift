import GazetteerIndex

extension ImportedFile {
  /// The waypoints of a GPX file as favorites. The description becomes the note, and the type (OsmAnd's group) the
  /// list. Everything else is an extra, except the entries of this program. If a waypoint has no such entries, OsmAnd's
  /// date of a visit is read too.
  init(gpx content: TextPiece, _ cancellation: Cancellation) throws(ImportError) {
    self.init(format: ImportFormat.gpx.rawValue)
    var count = 0
    do throws(XMLError) {
      let document = try GPXDocument(content, cancellation)
      while let waypoint = try document.next() { add(waypoint) }
      (count, others) = (document.waypoints, document.others)
    } catch {
      throw .malformed(.gpx, error)
    }
    guard count > 0 else { throw others.map { .onlyOthers(.gpx, $0) } ?? .noRecords(.gpx) }
  }

  private mutating func add(_ waypoint: GPXWaypoint) {
    guard waypoint.hasPosition else { return leaveOut(waypoint.place, RowFault.noPosition.message) }
    guard let latitude = waypoint.latitude?.number, let longitude = waypoint.longitude?.number else {
      let text = [waypoint.latitude, waypoint.longitude].compactMap(\.self).first { $0.number == nil }
      return leaveOut(waypoint.place, RowFault.notANumber(text?.beginning ?? Untrusted("")).message)
    }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    var favorite = ImportedFavorite(waypoint.name, at: coordinate, position: waypoint.place)
    var entries: [FavoriteEntry] = []
    var visited: CalendarDay?
    for child in waypoint.element.children where child.tag.localName == "extensions" {
      for fact in child.children {
        if let entry = fact.entry {
          entries.append(entry)
        } else {
          visited = visited ?? fact.dayOfVisit
          favorite.values.extras.append(Place.Attribute(ExtraKey.gpxExtension, fact.extra(in: waypoint.element)))
        }
      }
    }
    let isOwn = !entries.isEmpty
    if !isOwn { favorite.values.visited = visited }
    for child in waypoint.element.children where !["name", "extensions"].contains(child.tag.localName) {
      favorite.read(child, of: waypoint, isOwn: isOwn)
    }
    add(favorite, with: entries, without: (latitude, longitude))
  }
}

extension ImportedFavorite {
  fileprivate mutating func read(_ child: XMLElement, of waypoint: GPXWaypoint, isOwn: Bool) {
    let text = child.text
    let isPlain = child.isPlain && child.tag.prefix == waypoint.element.tag.prefix
    let key = ExtraKey.gpx + child.tag.localName
    switch child.tag.localName {
    case _ where isOwn && ExtraKey.derived.contains(key): break
    case _ where !isPlain: values.extras.append(Place.Attribute(ExtraKey.gpxElement, child.extra(in: waypoint.element)))
    case _ where text.isBlank: break
    case "desc": values.note = text
    case "type": values.lists = [text]
    default: values.extras.append(Place.Attribute(key, text))
    }
  }
}

extension XMLElement {
  /// The element as an entry of this program; nil if it is not one.
  fileprivate var entry: FavoriteEntry? {
    guard tag.namespace == FavoriteKey.namespace, let key = FavoriteKey.named(String(tag.localName)),
      key.hasName == (tag["name"] != nil)
    else { return nil }
    return FavoriteEntry(escaped: key, name: tag["name"], text.bytes)
  }

  /// OsmAnd's day of a visit: `<osmand:visited_date>2026-01-31T12:00:00Z</osmand:visited_date>`.
  fileprivate var dayOfVisit: CalendarDay? {
    guard tag.localName == "visited_date", tag.namespace?.hasPrefix("https://osmand.net") == true else { return nil }
    return CalendarDay(String(decoding: text.bytes.prefix { $0 != UInt8(ascii: "T") }, as: UTF8.self))
  }

  /// The element as an extra, to be written back into an element like `parent`.
  func extra(in parent: XMLElement) -> Untrusted { Untrusted(xml(in: parent.tag.namespace)) }

  /// Whether it can be part of any file of its format.
  var declaresItsPrefixes: Bool {
    let isDeclared = { (prefix: Substring) in
      prefix.isEmpty || prefix == "xml" || tag.namespaces[String(prefix)] != nil
    }
    return isDeclared(tag.prefix)
      && tag.attributes.allSatisfy { $0.name.hasPrefix("xmlns") || isDeclared(XMLName.prefix(of: $0.name)) }
      && children.allSatisfy(\.declaresItsPrefixes)
  }
}

extension Untrusted {
  /// The text as a number; nil if it is not one.
  var number: Double? { bytes.withUnsafeBufferPointer(JSONNumber.value) }
}
