/// What the colors and the sizes of the markers in a picture mean.
struct MapLegend {
  private struct Entry {
    let radius: Double
    let color: String
    let text: String
    /// What is written in the marker.
    var count = ""
    var point = MapProjection.Point(x: 0, y: 0)
    /// Where its text starts.
    var x: Double { point.x + max(radius, 7.5) + 5 }
  }

  private static let lineHeight = 22.0
  private let entries: [Entry]
  let height: Double

  init(of drawing: MapDrawing, width: Double) {
    var all: [Entry] = []
    let colors = drawing.colors
    if colors.entries.count > 1 || colors.entries.first.map({ $0.name != "Default" }) == true {
      all = colors.entries.map { Entry(radius: 5, color: $0.color, text: MapLabels.shortened($0.name)) }
    }
    if colors.hasOthers { all.append(Entry(radius: 5, color: CategoryColors.other, text: "other categories")) }
    for size in MarkerSize.allCases where drawing.sizes.contains(size) {
      guard let meaning = size.meaning else { continue }
      all.append(Entry(radius: size.radius, color: "#9aa5ad", text: meaning))
    }
    if drawing.hasGroups {
      all.append(
        Entry(
          radius: PictureMarkers.radius(of: 2), color: CategoryColors.other,
          text: "several places, named after the first", count: "3"))
    }
    var (x, line) = (0.0, 0.0)
    for index in all.indices {
      let length = 40 + MapLabels.width(of: all[index].text)
      if x > 0, x + length > width { (x, line) = (0, line + 1) }
      all[index].point = MapProjection.Point(x: x + 10, y: (line + 0.9) * Self.lineHeight)
      x += length
    }
    entries = all
    height = all.isEmpty ? 0 : (line + 1) * Self.lineHeight + 8
  }

  func draw(to writer: inout XMLWriter) {
    for entry in entries {
      SVG.circle(at: entry.point, radius: entry.radius, fill: entry.color, to: &writer)
      if !entry.count.isEmpty {
        let style: KeyValuePairs = ["fill": "#fff", "font-size": "10", "text-anchor": "middle"]
        SVG.text(entry.count, x: entry.point.x, y: entry.point.y + 3.5, style, to: &writer)
      }
      SVG.text(entry.text, x: entry.x, y: entry.point.y + 4, to: &writer)
    }
  }
}
