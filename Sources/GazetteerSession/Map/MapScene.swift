import GazetteerIndex

/// What is on a map of a size, besides its lines: groups of markers, their names, the scale.
struct MapScene {
  let subject: MapSubject
  let grid: MapGrid
  let graticule: Graticule
  let groups: MarkerGroups
  let texts: MapTexts
  private let isASCII: Bool

  /// - Parameters:
  ///   - columns: the size in cells, without the row of the scale.
  ///   - hasSymbols: whether the symbol of a single marker is a text, too.
  init(of subject: MapSubject, columns: Int, rows: Int, isASCII: Bool, hasSymbols: Bool = true) {
    self.subject = subject
    self.isASCII = isASCII
    grid = MapGrid(subject.viewport(columns: columns, rows: rows), columns: columns, rows: rows)
    graticule = Graticule(of: grid)
    groups = MarkerGroups(of: subject.markers, in: grid, isASCII: isASCII)
    var texts = MapTexts(columns: columns, rows: grid.rows)
    for group in groups.groups {
      let lead = subject.markers[group.members[0]]
      let isMany = group.members.count > 1
      let ink = isMany && lead.rank > 2 ? .cluster : lead.ink
      let symbol = Character(lead.ink.symbol(isASCII: isASCII))
      let text = isMany || hasSymbols ? group.text : String(group.text.map { $0 == symbol ? " " : $0 })
      texts.put(text, column: group.start, row: group.row, ink)
    }
    texts.putNames(of: groups.groups, subject.markers, isASCII: isASCII)
    graticule.label(&texts, isASCII: isASCII)
    self.texts = texts
  }

  /// `├────┤ 100 km  N↑  zoom 5.2  20 places, 3 of them outside`, as much as fits.
  var legend: InkedText {
    let bar = ScaleBar(in: grid, most: max(3, grid.columns / 5))
    let count = subject.markers.count { $0.kind != .town }
    let hidden = groups.outside > 0 ? ", \(Numeral.grouped(groups.outside)) of them outside" : ""
    let parts = [
      bar?.text(isASCII: isASCII), isASCII ? "N^" : "N↑", "zoom " + Numeral.plain(grid.viewport.zoom),
      count > 0 ? (count == 1 ? "1 place" : Numeral.grouped(count) + " places") + hidden : nil,
    ].compactMap(\.self)
    var text = ""
    for part in parts {
      let next = text.isEmpty ? part : text + "  " + part
      guard Width.of(next) <= grid.columns else { break }
      text = next
    }
    return InkedText(text, .frame)
  }
}
