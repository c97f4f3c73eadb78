import GazetteerIndex

/// Places on a map.
struct MapView: Presentable {
  let subject: MapSubject

  var page: Page { Page([.map(subject)]) }

  var content: Content? {
    let markers = subject.markers
    var content = Content("places", total: markers.count, fields: MapView.fields, count: markers.count) { index in
      let marker = markers[index]
      var record = Record()
      record.add("n", marker.number.map { .integer($0) })
      record.add("name", Untrusted(marker.name))
      record.add("lat", .decimal(marker.coordinate.latitude))
      record.add("lon", .decimal(marker.coordinate.longitude))
      record.add("population", marker.weight > 0 ? .integer(marker.weight) : nil)
      record.add("checked", marker.isChecked ? .flag(true) : nil)
      record.add("favorite", marker.isFavorite ? .flag(true) : nil)
      return record
    }
    let viewport = subject.viewport(columns: MapView.columns, rows: MapView.rows)
    content.head.add("center", .own(viewport.center.word))
    content.head.add("zoom", .decimal(viewport.zoom))
    return content
  }

  static let headFields: [Content.Field] = [
    .init("center", "the middle of the map, as LAT,LON"),
    .init("zoom", "as of maps on the web; each step doubles the size"),
  ]

  static let fields: [Content.Field] = PlacesView.fields.filter {
    ["n", "name", "lat", "lon", "population", "checked", "favorite"].contains($0.name)
  }

  /// The size of a map if that of the window is not known, in cells.
  static let (columns, rows) = (80, 23)
}
