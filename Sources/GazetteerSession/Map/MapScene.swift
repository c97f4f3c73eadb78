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

  /// `├────┤ 100 km  N↑  zoom 5.2  20 places, 3 of them outside  1 without a position`, as much as fits.
  var legend: InkedText {
    let bar = ScaleBar(in: grid, most: max(3, grid.columns / 5))
    let scale = [[bar?.text(isASCII: isASCII)], [isASCII ? "N^" : "N↑"], ["zoom " + Numeral.plain(grid.viewport.zoom)]]
    var text = ""
    for forms in scale + [counts, [subject.unplacedText], [subject.beyondText(isASCII: isASCII)]] {
      let next = forms.lazy.compactMap(\.self).map { text.isEmpty ? $0 : text + "  " + $0 }
      text = next.first { Width.of($0) <= grid.columns } ?? text
    }
    return InkedText(text, .frame)
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
