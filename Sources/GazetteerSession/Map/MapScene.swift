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
      let ink = group.isCount && lead.rank > 2 ? .cluster : lead.ink
      let symbol = Character(lead.ink.symbol(isASCII: isASCII))
      let text = group.isCount || hasSymbols ? group.text : String(group.text.map { $0 == symbol ? " " : $0 })
      texts.put(text, width: group.width, column: group.start, row: group.row, ink)
    }
    texts.putNames(of: groups.groups, subject.markers, isASCII: isASCII)
    graticule.label(&texts, isASCII: isASCII)
    self.texts = texts
  }

  /// `├────┤ 100 km  N↑  zoom 5.2  20 places, 3 of them outside  1 without a position`, in shorter forms and with fewer
  /// parts in narrower maps. The zoom and the direction are left out before what says that places are not drawn.
  var legend: InkedText {
    let bar = ScaleBar(in: grid, most: max(3, grid.columns / 5))?.text(isASCII: isASCII)
    let (north, zoom) = ([isASCII ? "N^" : "N↑"], ["zoom " + Numeral.plain(grid.viewport.zoom)])
    let scale = bar.map { [$0] } ?? []
    let missing = [counts, subject.unplacedTexts, subject.beyondTexts(isASCII: isASCII)]
    let choices = [
      [scale, north, zoom] + missing, [scale, north] + missing, [scale] + missing, [scale, north, zoom, counts],
      [scale, north, counts], [scale, counts], [scale, north], [scale],
    ]
    let texts = choices.lazy.flatMap { parts in
      (0..<2).lazy.map { length in
        parts.compactMap { $0.indices.contains(length) ? $0[length] : $0.last }.joined(separator: "  ")
      }
    }
    return InkedText(texts.first { Width.of($0) <= grid.columns } ?? "", .frame)
  }

  /// How many places there are, and how many of them are outside, in a long form and in shorter ones.
  private var counts: [String] {
    let count = subject.placeCount
    guard count > 0 else { return subject.unplaced > 0 ? [] : ["no places"] }
    let outside = Numeral.grouped(groups.outside)
    let all = subject.countText
    if groups.outside == 0 { return subject.countTexts }
    if count == 1 { return ["\(all), outside", "outside"] }
    return ["\(all), \(outside) of them outside", "\(outside) of \(Numeral.grouped(count)) outside"]
  }
}
