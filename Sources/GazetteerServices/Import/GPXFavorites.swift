import GazetteerIndex

extension ImportedFile {
  /// The waypoints of a GPX file as places to keep: the description is the note, the type (OsmAnd's group) the list. All
  /// else but the program's own fields is an extra; where there are none of these, OsmAnd's day of a visit is theirs, too.
  init(gpx content: TextPiece, _ cancellation: Cancellation) throws(ImportError) {
    self.init(format: ImportFormat.gpx.rawValue)
    var count = 0
    do throws(XMLError) {
      let document = try GPXDocument(content, cancellation)
      while let waypoint = try document.next() { take(waypoint) }
      (count, others) = (document.waypoints, document.others)
    } catch {
      throw .malformed(.gpx, error)
    }
    guard count > 0 else { throw others.map { .onlyOthers(.gpx, $0) } ?? .noRecords(.gpx) }
  }

  private mutating func take(_ waypoint: GPXWaypoint) {
    guard waypoint.hasPosition else { return leaveOut(waypoint.place, RowFault.noPosition.message) }
    guard let latitude = waypoint.latitude?.number, let longitude = waypoint.longitude?.number else {
      let text = [waypoint.latitude, waypoint.longitude].compactMap(\.self).first { $0.number == nil }
      return leaveOut(waypoint.place, RowFault.notANumber(text?.beginning ?? Untrusted("")).message)
    }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    var favorite = ImportedFavorite(waypoint.name, at: coordinate, position: waypoint.place)
    var fields: [FavoriteField] = []
    var visited: CalendarDay?
    for child in waypoint.element.children where child.tag.localName == "extensions" {
      for fact in child.children {
        if let field = fact.field {
          fields.append(field)
        } else {
          visited = visited ?? fact.dayOfVisit
          favorite.extras.append(Place.Attribute(ExtraKey.gpxExtension, fact.extra(in: waypoint.element)))
        }
      }
    }
    let isOwn = !fields.isEmpty
    if !isOwn { favorite.visited = visited }
    for child in waypoint.element.children where !["name", "extensions"].contains(child.tag.localName) {
      favorite.take(child, of: waypoint, isOwn: isOwn)
    }
    take(favorite, with: fields, without: (latitude, longitude))
  }
}

extension ImportedFavorite {
  fileprivate mutating func take(_ child: XMLElement, of waypoint: GPXWaypoint, isOwn: Bool) {
    let text = child.text
    let isPlain = child.isPlain && child.tag.prefix == waypoint.element.tag.prefix
    let key = ExtraKey.gpx + child.tag.localName
    switch child.tag.localName {
    case _ where isOwn && ExtraKey.derived.contains(key): break
    case _ where !isPlain: extras.append(Place.Attribute(ExtraKey.gpxElement, child.extra(in: waypoint.element)))
    case _ where text.isBlank: break
    case "desc": note = text
    case "type": lists = [text]
    default: extras.append(Place.Attribute(key, text))
    }
  }
}

extension XMLElement {
  /// The program's own field that an element is; nil for any other.
  fileprivate var field: FavoriteField? {
    guard tag.namespace == FavoriteKey.namespace, let key = FavoriteKey(rawValue: String(tag.localName)),
      key.hasName == (tag["name"] != nil)
    else { return nil }
    return FavoriteField(escaped: key, name: tag["name"], text.bytes)
  }

  /// The day that OsmAnd says of a visit, in `<osmand:visited_date>2026-01-31T12:00:00Z</osmand:visited_date>`.
  fileprivate var dayOfVisit: CalendarDay? {
    guard tag.localName == "visited_date", tag.namespace?.hasPrefix("https://osmand.net") == true else { return nil }
    return CalendarDay(String(decoding: text.bytes.prefix { $0 != UInt8(ascii: "T") }, as: UTF8.self))
  }

  /// The element as it is kept, to be written back into an element like `parent`.
  func extra(in parent: XMLElement) -> Untrusted { Untrusted(xml(in: parent.tag.namespace)) }

  /// Whether it can stand in any file of its format.
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
  /// The number that the text is; nil where it is none.
  var number: Double? { bytes.withUnsafeBufferPointer(JSONNumber.value) }
}
