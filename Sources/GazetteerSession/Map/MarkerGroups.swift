/// Markers on a grid of cells. Those that would cover one another are one group, which is drawn as a count.
///
///     ●3      a marker with its number; ● is at its place
///     (12)    twelve markers; ★(12) if the current place is among them
///
/// No two groups share a cell, every cell of a group is inside the grid, and every marker inside the grid is in exactly
/// one group. Only towns that would cover something are left out. O(markers).
struct MarkerGroups {
  struct Group: Equatable {
    /// The indexes of its markers, the most important first.
    var members: [Int]
    /// The cell of the first.
    let column, row: Int
    fileprivate(set) var text = ""
    /// Where `text` begins.
    fileprivate(set) var start = 0
  }

  /// In the order of their first markers.
  private(set) var groups: [Group] = []
  /// How many markers are outside the grid, without the towns.
  private(set) var outside = 0
  private let markers: [MapMarker]
  private let grid: MapGrid
  private let isASCII: Bool
  /// The group of each cell; -1 for none.
  private var owners: [Int]

  init(of markers: [MapMarker], in grid: MapGrid, isASCII: Bool) {
    self.markers = markers
    self.grid = grid
    self.isASCII = isASCII
    owners = Array(repeating: -1, count: grid.columns * grid.rows)
    let order = markers.indices.sorted { one, other in
      let (first, second) = (markers[one], markers[other])
      return (first.rank, -first.weight, one) < (second.rank, -second.weight, other)
    }
    for index in order {
      guard let dot = grid.dot(of: markers[index].coordinate) else {
        if markers[index].kind != .town { outside += 1 }
        continue
      }
      add(index, column: dot.x / MapGrid.cellWidth, row: dot.y / MapGrid.cellHeight)
    }
    groups.removeAll { $0.members.isEmpty }
  }

  private mutating func add(_ marker: Int, column: Int, row: Int) {
    let owner = owners[row * grid.columns + column]
    guard owner < 0 || markers[marker].kind != .town else { return }
    if owner >= 0 { return join([marker], to: owner) }
    groups.append(Group(members: [marker], column: column, row: row))
    settle(groups.count - 1)
  }

  private mutating func join(_ members: [Int], to group: Int) {
    let old = groups[group].text
    groups[group].members += members
    guard text(of: groups[group]).count != old.count || groups[group].members.count - members.count == 1 else {
      groups[group].text = text(of: groups[group])
      return
    }
    release(group)
    settle(group)
  }

  /// Gives a group its cells. If one belongs to another group, the less important of the two joins the other.
  private mutating func settle(_ group: Int) {
    let text = text(of: groups[group])
    let width = text.count
    let isCount = groups[group].members.count > 1
    let (column, row) = (groups[group].column, groups[group].row)
    // A count is around its place; a number is on the right of its marker, or else on the left.
    let wanted = isCount ? [column - width / 2] : [column, column - width + 1]
    let starts = wanted.map { min(max($0, 0), max(0, grid.columns - width)) }
    let free = starts.first { owner(column: $0, row: row, width: width) == nil }
    guard let start = free ?? starts.first else { return }
    guard free == nil, let other = owner(column: start, row: row, width: width) else {
      groups[group].start = start
      groups[group].text = isCount || start == column ? text : flipped(groups[group])
      for cell in start..<min(start + width, grid.columns) { owners[row * grid.columns + cell] = group }
      return
    }
    let (kept, lost) = (min(group, other), max(group, other))
    let members = groups[lost].members
    release(lost)
    groups[lost].members = []
    if kept == group {
      groups[kept].members += members
      settle(kept)
    } else {
      join(members, to: kept)
    }
  }

  private func owner(column: Int, row: Int, width: Int) -> Int? {
    (column..<min(column + width, grid.columns)).lazy.map { owners[row * grid.columns + $0] }.first { $0 >= 0 }
  }

  private mutating func release(_ group: Int) {
    let row = groups[group].row * grid.columns
    for cell in row..<row + grid.columns where owners[cell] == group { owners[cell] = -1 }
  }

  private func text(of group: Group) -> String {
    let lead = markers[group.members[0]]
    let symbol = lead.ink.symbol(isASCII: isASCII)
    guard group.members.count > 1 else { return symbol + (lead.number.map(String.init) ?? "") }
    return (lead.rank < 3 ? symbol : "") + "(\(group.members.count))"
  }

  private func flipped(_ group: Group) -> String {
    let lead = markers[group.members[0]]
    return (lead.number.map(String.init) ?? "") + lead.ink.symbol(isASCII: isASCII)
  }
}
