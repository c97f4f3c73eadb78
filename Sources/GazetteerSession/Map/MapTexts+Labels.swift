import GazetteerIndex

extension MapTexts {
  /// In cells.
  private static let longest = 24

  /// Puts the names of groups beside them, those of the greatest weights first. A name that has no room is left out.
  mutating func putNames(of groups: [MarkerGroups.Group], _ markers: [MapMarker], isASCII: Bool) {
    let keys = groups.indices.map { index in
      let lead = groups[index].members[0]
      return (urgency: markers[lead].urgency, weight: markers[lead].weight, index: index)
    }
    let order = keys.sorted { ($0.urgency, -$0.weight, $0.index) < ($1.urgency, -$1.weight, $1.index) }
    for (_, _, index) in order {
      let group = groups[index]
      // A point at a place has no name of its own.
      let lead = markers[group.members.first { markers[$0].kind != .point } ?? group.members[0]]
      guard !lead.name.isEmpty else { continue }
      // Where no single cell is free, no name is; most groups of a crowded map have no room.
      guard
        MapTexts.places(beside: group, width: 1).contains(where: { isFree(column: $0.column, row: $0.row, width: 1) })
      else { continue }
      let name = Width.fit(lead.name, cells: MapTexts.longest, ascii: isASCII)
      let (others, more) = group.isCount ? (isASCII ? (" ...", 4) : (" …", 2)) : ("", 0)
      let width = Width.of(name) + more
      let places = MapTexts.places(beside: group, width: width)
      let ink: Ink = lead.kind == .town ? .graticule : .label
      let place = places.first { isFree(column: $0.column, row: $0.row, width: width) }
      if let place { put(name + others, width: width, column: place.column, row: place.row, ink) }
    }
  }

  /// Where a name of a width may begin, the best first: right, left, above, below. A wider name that has room has the
  /// cells of a single one at the same place.
  private static func places(beside group: MarkerGroups.Group, width: Int) -> [(column: Int, row: Int)] {
    let (start, row, size) = (group.start, group.row, group.width)
    let middle = start + (size - width) / 2
    return [
      (start + size + 1, row), (start - width - 1, row), (middle, row - 1), (middle, row + 1), (start, row - 1),
      (start, row + 1), (start + size - width, row - 1), (start + size - width, row + 1),
    ]
  }
}

extension MapMarker {
  /// Names of lower numbers are placed first, whatever their weights are.
  fileprivate var urgency: Int { rank < 5 ? 0 : rank }
}
