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

    /// Whether the symbol of its first marker is beside its count, too.
    fileprivate let hasSymbol: Bool
    /// Whether it is drawn as a count.
    var isCount: Bool { count > 1 }

    /// The number of cells of `text`; 0 for a group that joined another.
    fileprivate(set) var width = 0
    /// Whether the number of a single marker is on its left.
    fileprivate var isFlipped = false
  }

  /// What decides where a marker goes. It is small, since many are sorted.
  private struct Mark {
    /// Lower for more important markers: by rank, then by weight.
    let order: Int
    private let shortIndex: Int32
    private let shortCell: Int32
    let kind: MapMarker.Kind
    /// Whether its symbol is beside the count of its group, too.
    let hasSymbol: Bool

    var index: Int { Int(shortIndex) }
    /// Its cell in the grid, row by row.
    var cell: Int { Int(shortCell) }

    init(_ index: Int, of marker: MapMarker, cell: Int) {
      let rank = marker.rank
      order = rank << 48 - min(marker.weight, 1 << 47)
      kind = marker.kind
      hasSymbol = rank < 3
      shortIndex = Int32(index)
      shortCell = Int32(cell)
    }

    func precedes(_ other: Mark) -> Bool {
      order != other.order ? order < other.order : shortIndex < other.shortIndex
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
    marks.reserveCapacity(markers.count)
    for index in markers.indices {
      guard let dot = grid.dot(of: markers[index].coordinate) else {
        if markers[index].isPlace, !markers[index].isBeyond { outside += 1 }
        continue
      }
      let cell = dot.y / MapGrid.cellHeight * grid.columns + dot.x / MapGrid.cellWidth
      marks.append(Mark(index, of: markers[index], cell: cell))
    }
    marks.sort { $0.precedes($1) }
    for mark in marks { add(mark) }
    groups.removeAll { $0.members.isEmpty }
    for index in groups.indices { groups[index].text = text(of: groups[index]) }
  }

  private mutating func add(_ mark: Mark) {
    let owner = owners[mark.cell]
    let (row, column) = mark.cell.quotientAndRemainder(dividingBy: grid.columns)
    if mark.kind == .town, self.owner(column: column, row: row, width: 1) != nil { return }
    let count = mark.kind == .point ? 0 : 1
    guard owner < 0 else { return grow(owner, by: CollectionOfOne(mark.index), count) }
    groups.append(
      Group(members: [mark.index], count: count, column: column, row: row, hasSymbol: mark.hasSymbol))
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
    guard groups[group].isCount else { return 1 + (number(of: groups[group]).map { Numeral.digits(of: $0) } ?? 0) }
    return (groups[group].hasSymbol ? 1 : 0) + 2 + Numeral.digits(of: groups[group].count)
  }

  private func text(of group: Group) -> String {
    let symbol = markers[group.members[0]].ink.symbol(isASCII: isASCII)
    if group.isCount { return (group.hasSymbol ? symbol : "") + "(\(group.count))" }
    let number = number(of: group).map(String.init) ?? ""
    return group.isFlipped ? number + symbol : symbol + number
  }

  /// The number of a group that is no count: that of its only place.
  private func number(of group: Group) -> Int? { group.members.lazy.compactMap { markers[$0].number }.first }
}
