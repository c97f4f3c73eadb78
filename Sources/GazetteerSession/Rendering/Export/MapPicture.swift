import GazetteerIndex

/// Places as an SVG 1.1 picture without scripts or links: the base map, lines of latitude and longitude, markers that do
/// not meet, the names of the most important places that fit, and a legend.
enum MapPicture {
  private static let width = 1000.0
  private static let heights = 360.0...1000.0
  /// The space around the map.
  private static let margin = 24.0
  private static let titleHeight = 40.0
  private static let lineHeight = 16.0

  static func text(of export: Export) -> String {
    let drawing = MapDrawing(of: export, width: width, heights: heights)
    let projection = drawing.projection
    let legend = MapLegend(of: drawing, width: width)
    let credits =
      [drawing.remark].compactMap(\.self) + export.credits.map { "© " + $0.neutralised }
      + ["Base map: Natural Earth (public domain)"]
    let total = (
      width: width + 2 * margin,
      height: titleHeight + projection.height + legend.height + margin + Double(credits.count) * lineHeight
    )
    var writer = XMLWriter()
    let root = SVG.attributes([
      "xmlns": "http://www.w3.org/2000/svg", "version": "1.1", "width": SVG.number(total.width),
      "height": SVG.number(total.height), "viewBox": "0 0 \(SVG.number(total.width)) \(SVG.number(total.height))",
      "role": "img", "font-family": "sans-serif", "font-size": SVG.number(MapLabels.size),
    ])
    writer.element("svg", root) { writer in
      writer.element("title", text: Untrusted(export.title))
      writer.element("desc", text: Untrusted("A map of " + SVG.names(export.places.lazy.map(\.place.name), most: 20)))
      writer.empty("rect", SVG.attributes(["width": "100%", "height": "100%", "fill": "#fff"]))
      SVG.text(export.title, x: margin, y: 26, ["font-size": "18", "font-weight": "bold"], to: &writer)
      let frame: KeyValuePairs = [
        "x": SVG.number(margin), "y": SVG.number(titleHeight), "width": SVG.number(projection.width),
        "height": SVG.number(projection.height),
        "viewBox": "0 0 \(SVG.number(projection.width)) "
          + SVG.number(projection.height), "overflow": "hidden",
      ]
      // Nothing is drawn outside this part of the picture.
      writer.element("svg", SVG.attributes(frame)) { drawing.draw(to: &$0) }
      let below = titleHeight + projection.height
      writer.element("g", SVG.attributes(["transform": "translate(\(SVG.number(margin)) \(SVG.number(below)))"])) {
        legend.draw(to: &$0)
      }
      for (index, credit) in credits.enumerated() {
        let y = below + legend.height + margin + Double(index) * lineHeight - 4
        SVG.text(credit, x: margin, y: y, ["fill": "#555", "font-size": "11"], to: &writer)
      }
    }
    return writer.text
  }
}

/// How parts of an SVG picture are written.
enum SVG {
  static func attributes(_ pairs: KeyValuePairs<String, String>) -> [XMLWriter.Attribute] {
    pairs.map { ($0.key, Untrusted($0.value)) }
  }

  static func number(_ value: Double) -> String { Numeral.plain((value * 10).rounded() / 10) }

  static func text(
    _ words: String, x: Double, y: Double, _ others: KeyValuePairs<String, String> = [:], to writer: inout XMLWriter
  ) {
    writer.element("text", attributes(["x": number(x), "y": number(y)]) + attributes(others), text: Untrusted(words))
  }

  static func circle(
    at point: MapProjection.Point, radius: Double, fill: String, to writer: inout XMLWriter
  ) {
    writer.empty(
      "circle",
      attributes(["cx": number(point.x), "cy": number(point.y), "r": number(radius), "fill": fill]))
  }

  /// `Ulm, Bonn and 3 more`.
  static func names(_ names: some Collection<Untrusted>, most: Int) -> String {
    let others = names.count > most ? " and \(Numeral.grouped(names.count - most)) more" : ""
    return names.prefix(most).map(\.neutralised).joined(separator: ", ") + others
  }

  /// Lines as the data of a path. Its unit is a tenth of that of the points.
  static func path(_ lines: [[MapProjection.Point]], areClosed: Bool) -> String {
    var path = ""
    for line in lines {
      var last: (x: Int, y: Int)?
      var part = ""
      for point in line {
        let (x, y) = (Int((point.x * 10).rounded()), Int((point.y * 10).rounded()))
        if let last {
          guard (x, y) != last else { continue }
          part += (x < last.x ? "" : " ") + String(x - last.x) + (y < last.y ? "" : " ") + String(y - last.y)
        } else {
          path += "M\(x) \(y)l"
        }
        last = (x, y)
      }
      // A line of one point is drawn as nothing.
      path += (part.isEmpty ? "0 0" : String(part.drop { $0 == " " })) + (areClosed ? "z" : "")
    }
    return path
  }
}
