import GazetteerIndex

/// Markers on a grid of cells. Those that would cover one another are one group, which is drawn as a count.
///
///     ●3      a marker with its number; ● is at its place
///     (12)    twelve markers; ★(12) if the current place is among them
///
/// No two groups share a cell, every cell of a group is inside the grid, and every marker inside the grid is in exactly
/// one group. Only towns that would cover something are left out. O(markers · log markers).
struct MarkerGroups {
  struct Group: Equatable {
    /// The indexes of its markers, the most important first.
    fileprivate(set) var members: [Int]
    /// The cell of the first.
    let column, row: Int
    fileprivate(set) var text = ""
    /// Where `text` begins.
    fileprivate(set) var start = 0

    /// The number of cells of `text` while groups still join; 0 for none.
    fileprivate var width = 0
    /// Whether the number of a single marker is on its left.
    fileprivate var isFlipped = false
  }

  /// What decides where a marker goes. Copies of it are cheaper than those of the whole marker.
  private struct Mark {
    /// Lower for more important markers: by rank, then by weight.
    let order: Int
    let index: Int
    let column, row: Int

    init(_ index: Int, of marker: MapMarker, column: Int, row: Int) {
      order = marker.rank << 48 - min(marker.weight, 1 << 47)
      self.index = index
      self.column = column
      self.row = row
    }

    func precedes(_ other: Mark) -> Bool {
      order != other.order ? order < other.order : index < other.index
    }
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
    var marks: [Mark] = []
    for index in markers.indices {
      guard let dot = grid.dot(of: markers[index].coordinate) else {
        if markers[index].kind != .town { outside += 1 }
        continue
      }
      marks.append(
        Mark(index, of: markers[index], column: dot.x / MapGrid.cellWidth, row: dot.y / MapGrid.cellHeight))
    }
    marks.sort { $0.precedes($1) }
    for mark in marks { add(mark) }
    groups.removeAll { $0.members.isEmpty }
    for index in groups.indices { groups[index].text = text(of: groups[index]) }
  }

  private mutating func add(_ mark: Mark) {
    let owner = owners[mark.row * grid.columns + mark.column]
    guard owner < 0 || markers[mark.index].kind != .town else { return }
    guard owner < 0 else {
      groups[owner].members.append(mark.index)
      return grow(owner, by: 1)
    }
    groups.append(Group(members: [mark.index], column: mark.column, row: mark.row))
    settle(groups.count - 1)
  }

  /// Gives a group that has got markers its cells. A count needs others than a single marker, or than a shorter count.
  private mutating func grow(_ group: Int, by count: Int) {
    let wasCount = groups[group].members.count - count > 1
    guard !wasCount || width(of: group) != groups[group].width else { return }
    release(group)
    settle(group)
  }

  /// Gives a group its cells. If one belongs to another group, the less important of the two joins the other.
  private mutating func settle(_ group: Int) {
    let width = width(of: group)
    let isCount = groups[group].members.count > 1
    let (column, row) = (groups[group].column, groups[group].row)
    // A count is around its place; a number is on the right of its marker, or else on the left.
    let last = max(0, grid.columns - width)
    let first = min(max(isCount ? column - width / 2 : column, 0), last)
    let second = isCount ? first : min(max(column - width + 1, 0), last)
    var start = first
    var other = owner(column: first, row: row, width: width)
    if other != nil, second != first, owner(column: second, row: row, width: width) == nil {
      (start, other) = (second, nil)
    }
    guard let other else {
      groups[group].start = start
      groups[group].width = width
      groups[group].isFlipped = !isCount && start != column
      for cell in start..<min(start + width, grid.columns) { owners[row * grid.columns + cell] = group }
      return
    }
    let (kept, lost) = (min(group, other), max(group, other))
    let members = groups[lost].members
    release(lost)
    groups[lost].members = []
    groups[kept].members += members
    if kept == group { settle(kept) } else { grow(kept, by: members.count) }
  }

  /// The group of the first cell that has one.
  private func owner(column: Int, row: Int, width: Int) -> Int? {
    for cell in column..<min(column + width, grid.columns) {
      let owner = owners[row * grid.columns + cell]
      if owner >= 0 { return owner }
    }
    return nil
  }

  private mutating func release(_ group: Int) {
    let (start, row) = (groups[group].start, groups[group].row * grid.columns)
    for cell in start..<min(start + groups[group].width, grid.columns) where owners[row + cell] == group {
      owners[row + cell] = -1
    }
    groups[group].width = 0
  }

  /// The number of cells of its text.
  private func width(of group: Int) -> Int {
    let lead = groups[group].members[0]
    let count = groups[group].members.count
    guard count > 1 else { return 1 + (markers[lead].number.map { Numeral.digits(of: $0) } ?? 0) }
    return (hasSymbol(lead) ? 1 : 0) + 2 + Numeral.digits(of: count)
  }

  private func text(of group: Group) -> String {
    let lead = group.members[0]
    let symbol = markers[lead].ink.symbol(isASCII: isASCII)
    guard group.members.count == 1 else { return (hasSymbol(lead) ? symbol : "") + "(\(group.members.count))" }
    let number = markers[lead].number.map(String.init) ?? ""
    return group.isFlipped ? number + symbol : symbol + number
  }

  /// Whether the symbol of a marker is beside the count of its group, too.
  private func hasSymbol(_ lead: Int) -> Bool { markers[lead].rank < 3 }
}
