import GazetteerIndex

/// Markers on a grid of cells. Those that would cover or touch one another are one group, which is drawn as a count.
///
///     ●3      a marker with its number; ● is at its place
///     (12)    twelve markers; ★(12) if the current place is among them
///     ⊕3      the point that the list is around, and one marker there; the point is not counted
///
/// Between two groups in a row is at least one cell, every cell of a group is inside the grid, and every marker inside
/// the grid is in exactly one group. Only towns that would cover or touch something are left out.
/// O(markers · log markers).
struct MarkerGroups {
  struct Group: Equatable {
    /// The indexes of its markers, the most important first.
    fileprivate(set) var members: [Int]
    /// How many of them are counted: all but a point.
    fileprivate(set) var count: Int
    /// The cell of the first.
    let column, row: Int
    fileprivate(set) var text = ""
    /// Where `text` begins.
    fileprivate(set) var start = 0

    /// Whether it is drawn as a count.
    var isCount: Bool { count > 1 }

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
  /// How many places are outside the grid, without those that no map shows.
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
        if markers[index].isPlace, !markers[index].isBeyond { outside += 1 }
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
    if markers[mark.index].kind == .town, self.owner(column: mark.column, row: mark.row, width: 1) != nil { return }
    let count = markers[mark.index].kind == .point ? 0 : 1
    guard owner < 0 else { return grow(owner, by: CollectionOfOne(mark.index), count) }
    groups.append(Group(members: [mark.index], count: count, column: mark.column, row: mark.row))
    settle(groups.count - 1)
  }

  /// Adds markers to a group, and gives it its cells. A count needs others than a single marker, or than a shorter count.
  private mutating func grow(_ group: Int, by members: some Collection<Int>, _ count: Int) {
    let wasCount = groups[group].isCount
    groups[group].members += members
    groups[group].count += count
    guard wasCount != groups[group].isCount || width(of: group) != groups[group].width else { return }
    release(group)
    settle(group)
  }

  /// Gives a group its cells. If one belongs to another group, the less important of the two joins the other.
  private mutating func settle(_ group: Int) {
    let width = width(of: group)
    let isCount = groups[group].isCount
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
    let (members, count) = (groups[lost].members, groups[lost].count)
    release(lost)
    groups[lost].members = []
    grow(kept, by: members, count)
  }

  /// The first group that a text would cover or touch.
  private func owner(column: Int, row: Int, width: Int) -> Int? {
    for cell in max(0, column - 1)..<min(column + width + 1, grid.columns) {
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
    guard groups[group].isCount else { return 1 + (number(of: groups[group]).map { Numeral.digits(of: $0) } ?? 0) }
    return (hasSymbol(lead) ? 1 : 0) + 2 + Numeral.digits(of: groups[group].count)
  }

  private func text(of group: Group) -> String {
    let lead = group.members[0]
    let symbol = markers[lead].ink.symbol(isASCII: isASCII)
    if group.isCount { return (hasSymbol(lead) ? symbol : "") + "(\(group.count))" }
    let number = number(of: group).map(String.init) ?? ""
    return group.isFlipped ? number + symbol : symbol + number
  }

  /// The number of a group that is no count: that of its only place.
  private func number(of group: Group) -> Int? { group.members.lazy.compactMap { markers[$0].number }.first }

  /// Whether the symbol of a marker is beside the count of its group, too.
  private func hasSymbol(_ lead: Int) -> Bool { markers[lead].rank < 3 }
}
