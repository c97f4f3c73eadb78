import GazetteerIndex

/// The map of a picture: what is drawn where.
struct MapDrawing {
  let projection: MapProjection
  let colors: CategoryColors
  /// The sizes of single places.
  let sizes: Set<MarkerSize>
  private let export: Export
  let labels: MapLabels
  let markers: [PictureMarkers.Marker]

  /// What is not where it is; nil if all is.
  var remark: String? {
    let beyond = export.places.count { abs($0.place.coordinate?.latitude ?? 0) > Mercator.mostLatitude }
    guard beyond > 0 else { return nil }
    return Numeral.places(beyond) + " nearer to a pole than 85°: drawn at 85°"
  }

  var hasGroups: Bool { markers.contains { $0.places.count > 1 } }

  /// - Parameter export: every place has a position.
  init(of export: Export, width: Double, heights: ClosedRange<Double>) {
    self.export = export
    let coordinates = export.places.compactMap(\.place.coordinate)
    let projection = MapProjection(of: coordinates, width: width, heights: heights)
    self.projection = projection
    let inside = Box(x: 10...(projection.width - 10), y: 10...(projection.height - 10))
    var spots: [PictureMarkers.Spot] = []
    for (place, coordinate) in zip(export.places, coordinates) where !export.isCancelled {
      let population = place.place.population
      spots.append(
        PictureMarkers.Spot(
          point: inside.nearest(to: projection.point(coordinate)), size: MarkerSize(population: population),
          weight: population))
    }
    colors = CategoryColors(of: export.places.map(\.place.mainCategory))
    labels = MapLabels(
      of: PictureMarkers(of: spots).all, in: Box(x: 2...(projection.width - 2), y: 2...(projection.height - 2)),
      weight: { spots[$0].weight }, name: { export.places[$0].place.name })
    markers = labels.markers
    sizes = Set(markers.lazy.filter { $0.places.count == 1 }.map { spots[$0.places[0]].size })
  }

  func draw(to writer: inout XMLWriter) {
    drawBaseMap(to: &writer)
    drawGraticule(to: &writer)
    drawMarkers(to: &writer)
    drawNames(to: &writer)
  }

  private func drawBaseMap(to writer: inout XMLWriter) {
    // Lines are cut outside of what is seen.
    let frame = Box(x: -4...(projection.width + 4), y: -4...(projection.height + 4))
    let extent = MapOutlines.Extent(
      west: projection.west, south: projection.south, east: projection.east, north: projection.north)
    let outlines = MapOutlines(of: extent, in: frame, tolerance: 0.4, project: projection.point)
    // There is nothing beyond the last latitude, not even sea.
    let most = Mercator.mostLatitude
    let top = max(0, projection.point(most, 0).y)
    let bottom = min(projection.height, projection.point(-most, 0).y)
    let sea: KeyValuePairs = [
      "y": SVG.number(top), "width": SVG.number(projection.width), "height": SVG.number(max(0, bottom - top)),
      "fill": "#d5e5ee",
    ]
    writer.empty("rect", SVG.attributes(sea))
    writer.element("g", SVG.attributes(["transform": "scale(.1)", "fill": "none", "stroke-linejoin": "round"])) {
      writer in
      let layers: [(lines: [[MapProjection.Point]], areFilled: Bool, style: KeyValuePairs<String, String>)] = [
        (outlines.land, true, ["fill": "#f7f4ea", "fill-rule": "evenodd"]),
        (outlines.rivers, false, ["stroke": "#a9c9dc", "stroke-width": "7"]),
        (outlines.lakes, true, ["fill": "#d5e5ee", "fill-rule": "evenodd", "stroke": "#a9c9dc", "stroke-width": "5"]),
        (outlines.states, false, ["stroke": "#d8cfb8", "stroke-width": "7", "stroke-dasharray": "40 30"]),
        (outlines.coasts, false, ["stroke": "#8fb0c2", "stroke-width": "7"]),
        (outlines.borders, false, ["stroke": "#a4957a", "stroke-width": "10"]),
      ]
      for layer in layers where !layer.lines.isEmpty {
        let path = SVG.path(layer.lines, areClosed: layer.areFilled)
        writer.empty("path", SVG.attributes(layer.style) + SVG.attributes(["d": path]))
      }
    }
  }

  private func drawGraticule(to writer: inout XMLWriter) {
    let (width, height) = (projection.width, projection.height)
    let meridians = projection.lines(from: projection.west, to: projection.east)
    let parallels = projection.lines(from: projection.south, to: projection.north)
    writer.element("g", SVG.attributes(["stroke": "#7790a0", "stroke-opacity": "0.25", "fill": "none"])) { writer in
      for longitude in meridians {
        let x = SVG.number(projection.point(0, longitude).x)
        writer.empty("path", SVG.attributes(["d": "M\(x) 0V\(SVG.number(height))"]))
      }
      for latitude in parallels {
        let y = SVG.number(projection.point(latitude, 0).y)
        writer.empty("path", SVG.attributes(["d": "M0 \(y)H\(SVG.number(width))"]))
      }
    }
    var written = BoxIndex()
    writer.element("g", SVG.attributes(["fill": "#567", "font-size": "9"])) { writer in
      let texts =
        meridians.map { (degrees: $0, x: projection.point(0, $0).x + 2, y: height - 3, isLatitude: false) }
        + parallels.map { (degrees: $0, x: 2, y: projection.point($0, 0).y - 2, isLatitude: true) }
      for text in texts {
        let turned =
          text.degrees < -180 ? text.degrees + 360 : text.degrees > 180 ? text.degrees - 360 : text.degrees
        let words = text.isLatitude ? degrees(turned, "N", "S") : degrees(turned, "E", "W")
        let box = Box(x: text.x...(text.x + MapLabels.width(of: words) * 0.75), y: (text.y - 8)...(text.y + 2))
        guard box.x.upperBound < width, box.y.lowerBound > 2, !labels.covers(box), !written.overlaps(box) else {
          continue
        }
        written.insert(box)
        SVG.text(words, x: text.x, y: text.y, to: &writer)
      }
    }
  }

  /// Less important markers are under more important ones.
  private func drawMarkers(to writer: inout XMLWriter) {
    let style: KeyValuePairs = ["stroke": "#fff", "stroke-width": "1", "font-size": "10", "text-anchor": "middle"]
    writer.element("g", SVG.attributes(style)) { writer in
      for marker in markers.reversed() where !export.isCancelled {
        let places = marker.places.lazy.map { export.places[$0].place }
        let color = colors.color(of: Array(places.map(\.mainCategory)))
        writer.element("g") { writer in
          let title = places.count == 1 ? places[0].title.neutralised : SVG.names(places.map(\.name), most: 10)
          writer.element("title", text: Untrusted(title))
          SVG.circle(at: marker.point, radius: marker.radius, fill: color, to: &writer)
          guard places.count > 1 else { return }
          let style: KeyValuePairs = ["fill": "#fff", "stroke": "none"]
          SVG.text(
            Numeral.grouped(places.count), x: marker.point.x, y: marker.point.y + 3.5, style, to: &writer)
        }
      }
    }
  }

  private func drawNames(to writer: inout XMLWriter) {
    let style: KeyValuePairs = [
      "fill": "#222", "stroke": "#fff", "stroke-width": "2.5", "stroke-opacity": "0.8", "stroke-linejoin": "round",
      "paint-order": "stroke",
    ]
    writer.element("g", SVG.attributes(style)) { writer in
      for label in labels.labels where !export.isCancelled {
        SVG.text(label.text, x: label.origin.x, y: label.origin.y, to: &writer)
      }
    }
  }

  /// `12.5° N`.
  private func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    let rounded = (value * 1000).rounded() / 1000
    let side = rounded == 0 || abs(rounded) == 180 ? "" : " " + (rounded > 0 ? positive : negative)
    return Numeral.plain(abs(rounded)) + "°" + side
  }
}
