import GazetteerIndex

extension ImportedFile {
  /// The placemarks of a KML file as favorites. The description becomes the note, and the innermost folder or document
  /// the list. Everything else is an extra, except the entries of this program.
  init(kml content: TextPiece, _ cancellation: Cancellation) throws(ImportError) {
    self.init(format: ImportFormat.kml.rawValue)
    var count = 0
    do throws(XMLError) {
      let document = try KMLDocument(content, cancellation)
      while let placemark = try document.next() { add(placemark) }
      (count, others) = (document.placemarks, document.others)
    } catch {
      throw .malformed(.kml, error)
    }
    guard count > 0 else { throw others.map { .onlyOthers(.kml, $0) } ?? .noRecords(.kml) }
  }

  private mutating func add(_ placemark: KMLPlacemark) {
    var favorite = ImportedFavorite(placemark.name, position: placemark.place)
    var lost: (latitude: Double, longitude: Double)?
    switch placemark.position {
    case .malformed(let text): return leaveOut(placemark.place, RowFault.notANumber(text).message)
    case .none: break
    case .at(let latitude, let longitude):
      favorite.values.place.coordinate = Coordinate(latitude: latitude, longitude: longitude)
      lost = (latitude, longitude)
    }
    var entries: [FavoriteEntry] = []
    for datum in placemark.element.child("ExtendedData")?.children ?? [] {
      if let entry = datum.entry { entries.append(entry) } else { favorite.read(datum: datum, of: placemark) }
    }
    let isOwn = !entries.isEmpty
    if !isOwn, let folder = placemark.folders.last(where: { !$0.isBlank }) { favorite.values.lists = [folder] }
    for child in placemark.element.children where !["name", "ExtendedData", "Point"].contains(child.tag.localName) {
      favorite.read(child, of: placemark, isOwn: isOwn)
    }
    add(favorite, with: entries, without: lost)
  }
}

extension ImportedFavorite {
  fileprivate mutating func read(datum: XMLElement, of placemark: KMLPlacemark) {
    let value = datum.child("value")
    if datum.tag.localName == "Data", datum.children.count == 1, let value, let name = datum.tag["name"] {
      values.extras.append(
        Place.Attribute(key: Untrusted(bytes: Array(ExtraKey.kmlDatum.utf8) + name.bytes), value: value.text))
    } else {
      values.extras.append(Place.Attribute(ExtraKey.kmlExtension, datum.extra(in: placemark.element)))
    }
  }

  fileprivate mutating func read(_ child: XMLElement, of placemark: KMLPlacemark, isOwn: Bool) {
    let text = child.text
    let isPlain = child.isPlain && child.tag.prefix == placemark.element.tag.prefix
    let key = ExtraKey.kml + child.tag.localName
    switch child.tag.localName {
    case _ where isOwn && ExtraKey.derived.contains(key): break
    case _ where KMLPlacemark.geometries.contains(String(child.tag.localName)):
      values.extras.append(Place.Attribute(ExtraKey.kmlGeometry, child.extra(in: placemark.element)))
    case _ where !isPlain:
      values.extras.append(Place.Attribute(ExtraKey.kmlElement, child.extra(in: placemark.element)))
    case _ where text.isBlank: break
    case "description": values.note = text
    default: values.extras.append(Place.Attribute(key, text))
    }
  }
}

extension XMLElement {
  /// The datum as an entry of this program; nil if it is not one.
  fileprivate var entry: FavoriteEntry? {
    guard tag.localName == "Data", let name = tag["name"], let (key, part) = FavoriteKey.parse(name),
      let value = child("value")
    else { return nil }
    return FavoriteEntry(escaped: key, name: part, value.text.bytes)
  }
}
