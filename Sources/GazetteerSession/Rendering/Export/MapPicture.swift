import GazetteerIndex

/// Places as an SVG 1.1 picture without scripts or links: points, the names that fit, and lines of latitude and
/// longitude.
enum MapPicture {
  private static let width = 1000.0
  private static let heights = 360.0...1000.0
  /// The space around the map.
  private static let margin = 24.0
  private static let titleHeight = 40.0
  private static let lineHeight = 16.0

  static func text(of export: Export) -> String {
    let coordinates = export.places.compactMap(\.place.coordinate)
    let projection = MapProjection(of: coordinates, width: width, heights: heights)
    let points = coordinates.map(projection.point)
    let credits = export.credits.map { Untrusted("© " + $0.neutralised) }
    let total = (
      width: width + 2 * margin,
      height: titleHeight + projection.height + margin + Double(credits.count) * lineHeight
    )
    var writer = XMLWriter()
    let root: [XMLWriter.Attribute] = [
      ("xmlns", "http://www.w3.org/2000/svg"), ("version", "1.1"), ("width", number(total.width)),
      ("height", number(total.height)), ("viewBox", "0 0 \(number(total.width)) \(number(total.height))"),
      ("role", "img"), ("font-family", "sans-serif"), ("font-size", number(MapLabels.size)),
    ].map { ($0, Untrusted($1)) }
    writer.element("svg", root) { writer in
      writer.element("title", text: Untrusted(export.title))
      let names = export.places.prefix(20).map(\.place.name.neutralised).joined(separator: ", ")
      let others = export.places.count > 20 ? " and \(Numeral.grouped(export.places.count - 20)) more" : ""
      writer.element("desc", text: Untrusted("A map of " + names + others))
      writer.empty("rect", attributes(["width": "100%", "height": "100%", "fill": "#fff"]))
      text(export.title, x: margin, y: 26, ["font-size": "18", "font-weight": "bold"], to: &writer)
      let shift = "translate(\(number(margin)) \(number(titleHeight)))"
      writer.element("g", attributes(["transform": shift])) { writer in
        drawGraticule(of: projection, to: &writer)
        draw(export, at: points, in: projection, to: &writer)
      }
      for (index, credit) in credits.enumerated() {
        let y = titleHeight + projection.height + margin + Double(index) * lineHeight
        text(credit.neutralised, x: margin, y: y, ["fill": "#555"], to: &writer)
      }
    }
    return writer.text
  }

  private static func drawGraticule(of projection: MapProjection, to writer: inout XMLWriter) {
    let (width, height) = (projection.width, projection.height)
    let frame: KeyValuePairs = ["width": number(width), "height": number(height), "fill": "#eef3f7", "stroke": "#9ab"]
    writer.empty("rect", attributes(frame))
    writer.element("g", attributes(["stroke": "#cbd6de", "fill": "none"])) { writer in
      for longitude in projection.lines(from: projection.west, to: projection.east) {
        let x = number(projection.point(0, longitude).x)
        writer.empty("path", attributes(["d": "M\(x) 0V\(number(height))"]))
      }
      for latitude in projection.lines(from: projection.south, to: projection.north) {
        let y = number(projection.point(latitude, 0).y)
        writer.empty("path", attributes(["d": "M0 \(y)H\(number(width))"]))
      }
    }
    writer.element("g", attributes(["fill": "#678", "font-size": "9"])) { writer in
      for longitude in projection.lines(from: projection.west, to: projection.east) {
        let turned = longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
        let x = projection.point(0, longitude).x + 2
        text(degrees(turned, "E", "W"), x: x, y: height - 3, [:], to: &writer)
      }
      for latitude in projection.lines(from: projection.south, to: projection.north) {
        let y = projection.point(latitude, 0).y - 2
        if y > 10 { text(degrees(latitude, "N", "S"), x: 2, y: y, [:], to: &writer) }
      }
    }
  }

  private static func draw(
    _ export: Export, at points: [MapProjection.Point], in projection: MapProjection,
    to writer: inout XMLWriter
  ) {
    writer.element("g", attributes(["fill": "#c2334d", "stroke": "#fff"])) { writer in
      for (place, point) in zip(export.places, points) where !export.isCancelled {
        let circle = attributes(["cx": number(point.x), "cy": number(point.y), "r": "5"])
        writer.element("circle", circle) { $0.element("title", text: Untrusted(place.place.title.neutralised)) }
      }
    }
    var labels = MapLabels(beside: points, in: projection)
    writer.element("g", attributes(["fill": "#222"])) { writer in
      for (index, place) in export.places.prefix(MapLabels.most).enumerated() where !export.isCancelled {
        guard let label = labels.place(place.place.name, at: index) else { continue }
        text(label.text, x: label.origin.x, y: label.origin.y, [:], to: &writer)
      }
    }
  }

  private static func text(
    _ words: String, x: Double, y: Double, _ others: KeyValuePairs<String, String>, to writer: inout XMLWriter
  ) {
    let place: [XMLWriter.Attribute] = [("x", Untrusted(number(x))), ("y", Untrusted(number(y)))]
    writer.element("text", place + others.map { ($0.key, Untrusted($0.value)) }, text: Untrusted(words))
  }

  private static func attributes(_ pairs: KeyValuePairs<String, String>) -> [XMLWriter.Attribute] {
    pairs.map { ($0.key, Untrusted($0.value)) }
  }

  private static func number(_ value: Double) -> String {
    Numeral.plain((value * 10).rounded() / 10)
  }

  /// `12.5° N`.
  private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    let rounded = (value * 1000).rounded() / 1000
    let side = rounded == 0 ? "" : " " + (rounded > 0 ? positive : negative)
    return Numeral.plain(abs(rounded)) + "°" + side
  }
}
