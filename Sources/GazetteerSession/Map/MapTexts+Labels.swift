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
      let others = group.isCount ? (isASCII ? " ..." : " …") : ""
      let name = Width.fit(lead.name, cells: MapTexts.longest, ascii: isASCII) + others
      let (width, size) = (Width.of(name), group.text.count)
      let middle = group.start + (size - width) / 2
      let places = [
        (group.start + size + 1, group.row), (group.start - width - 1, group.row), (middle, group.row - 1),
        (middle, group.row + 1), (group.start, group.row - 1), (group.start, group.row + 1),
        (group.start + size - width, group.row - 1), (group.start + size - width, group.row + 1),
      ]
      let ink: Ink = lead.kind == .town ? .graticule : .label
      _ = places.contains { put(name, column: $0.0, row: $0.1, ink) }
    }
  }
}

extension MapMarker {
  /// Names of lower numbers are placed first, whatever their weights are.
  fileprivate var urgency: Int { rank < 5 ? 0 : rank }
}
