import GazetteerIndex

/// Places on a map.
struct MapView: Presentable {
  let subject: MapSubject
  /// Whether it is shown as sentences.
  var isText = false
  /// What the sentences tell around a single place.
  var surroundings: [MapMarker] = []

  var page: Page {
    isText ? Page(sentences.map { .line($0) }) : Page(subject.remarks.map { .line($0) } + [.map(subject)])
  }

  var content: Content? {
    let (markers, origin) = (markers, origin)
    var content = Content("places", total: markers.count, fields: MapView.fields, count: markers.count) { index in
      let marker = markers[index]
      var record = Record()
      record.add("n", marker.number.map { .integer($0) })
      record.add("name", Untrusted(marker.name))
      record.add("lat", .decimal(marker.coordinate.latitude))
      record.add("lon", .decimal(marker.coordinate.longitude))
      record.add("whereabouts", whereabouts(of: marker, from: origin).map { Untrusted($0) })
      record.add("population", marker.weight > 0 ? .integer(marker.weight) : nil)
      record.add("checked", marker.isChecked ? .flag(true) : nil)
      record.add("favorite", marker.isFavorite ? .flag(true) : nil)
      return record
    }
    let viewport = subject.viewport(columns: MapView.columns, rows: MapView.rows)
    content.head.add("center", .own(viewport.roundedCenter))
    content.head.add("zoom", .decimal(viewport.zoom))
    content.head.add("unplaced", subject.unplaced > 0 ? .integer(subject.unplaced) : nil)
    content.head.add("beyond", subject.beyond > 0 ? .integer(subject.beyond) : nil)
    return content
  }

  static let headFields: [Content.Field] = [
    .init("center", "the middle of the map, as LAT,LON"),
    .init("zoom", "as of maps on the web; each step doubles the size"),
    .init("unplaced", "how many more places have no position; missing if all have one"),
    .init("beyond", "how many places are too near to a pole to be drawn; missing if none is"),
  ]

  static let fields: [Content.Field] =
    PlacesView.fields.filter {
      ["n", "name", "lat", "lon", "population", "checked", "favorite"].contains($0.name)
    } + [
      .init(
        "whereabouts",
        "how far it is from the point or the station, the current or the first place, and in which direction")
    ]

  /// The size of a map if that of the window is not known, in cells.
  static let (columns, rows) = (80, 23)

  /// Whether no place was asked for.
  var isEmpty: Bool { markers.isEmpty }

  /// The names of its places, for the side of the map, in at most so many rows.
  func names(rows: Int, columns: Int, isASCII: Bool) -> Page {
    let markers = markers
    let last = [subject.countText, subject.unplacedText, subject.beyondText(isASCII: isASCII)].compactMap(\.self)
    let isAll = markers.count + last.count <= rows
    let shown = markers.prefix(isAll ? markers.count : max(0, rows - last.count - 1))
    let names = shown.map { marker in
      let number = marker.number.map { "\($0)  " } ?? ""
      return Width.fit(number + marker.name, cells: columns, ascii: isASCII)
    }
    let more = isAll ? [] : ["and \(Numeral.grouped(markers.count - shown.count)) more"]
    return Page((names + more + last).map { .line($0) })
  }

  /// Those that were asked for.
  private var markers: [MapMarker] { subject.markers.filter(\.isPlace) }

  /// From where the others are seen: the point that the list is around, the station, the current place, or the first.
  private var origin: MapMarker? {
    subject.markers.first { $0.kind == .point } ?? markers.first { $0.kind == .station }
      ?? markers.first(where: \.isCurrent) ?? markers.first
  }

  /// The map in words, for those who hear it.
  private var sentences: [String] {
    guard let origin else { return subject.remarks }
    let counts = [subject.total == nil ? nil : subject.countText, subject.unplacedText].compactMap(\.self)
    let rest = counts + subject.remarks
    return markers.map { marker in
      let number = marker.number.map { "\($0) " } ?? ""
      return number + (whereabouts(of: marker, from: origin).map { "\($0): " } ?? "") + marker.title
        + (marker == origin ? " (\(marker.coordinate.word))" : "")
    } + surroundings.map { (whereabouts(of: $0, from: origin).map { "\($0): " } ?? "") + $0.title } + rest
  }

  /// `300 m north-east of Hoboken`; nil for the place from which the others are seen.
  private func whereabouts(of marker: MapMarker, from origin: MapMarker?) -> String? {
    guard let origin, marker != origin else { return nil }
    let distance = origin.coordinate.distance(to: marker.coordinate)
    guard distance.metres >= 1 else { return "at \(origin.name)" }
    let direction = origin.coordinate.direction(to: marker.coordinate)
    return "\(Numeral.text(distance)) \(direction.name) of \(origin.name)"
  }
}

extension Viewport {
  /// `LAT,LON` to a tenth of a metre. Further digits are noise of the projection.
  fileprivate var roundedCenter: String {
    let unit = 1e6
    let latitude = (center.latitude * unit).rounded() / unit
    let longitude = (center.longitude * unit).rounded() / unit
    return Numeral.plain(latitude) + "," + Numeral.plain(longitude)
  }
}
