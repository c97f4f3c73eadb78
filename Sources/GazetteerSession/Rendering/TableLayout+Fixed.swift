import GazetteerIndex

extension TableLayout {
  /// A layout that depends on the width of the line only, so that the columns are the same whatever the rows are. Longer
  /// texts are cut. Links and sentences are below their rows.
  ///
  /// - Parameter available: the width of the line.
  init(fixed columns: [Table.Column], in available: Int, _ style: Style) {
    var widths = columns.map { $0.isLink || $0.isSentence ? nil : $0.fixedWidths.least }
    /// Takes columns of the highest rank out of the line while it is too wide.
    func takeOut(_ mayGo: (Table.Column) -> Bool) {
      while Self.total(widths) > available {
        let left = columns.indices.filter { widths[$0] != nil && columns[$0].rank > 0 && mayGo(columns[$0]) }
        guard let next = left.max(by: { columns[$0].rank < columns[$1].rank }) else { break }
        widths[next] = nil
      }
    }
    /// Changes a column by one cell after the other, in turn, until each of them is as wide as it may be.
    func change(by cell: Int, until limit: (Table.Column) -> Int?) {
      var mayChange = columns.indices.filter { widths[$0] != nil }
      while !mayChange.isEmpty {
        mayChange.removeAll { column in
          guard let width = widths[column], let limit = limit(columns[column]), (limit - width) * cell > 0,
            cell > 0 ? Self.total(widths) < available : Self.total(widths) > available
          else { return true }
          widths[column] = width + cell
          return false
        }
      }
    }
    // Positions are as wide in each row, also where some rows need them.
    takeOut { $0.rank > 1 && (!$0.isNeeded || $0.kind == .coordinates) }
    takeOut(\.isNeeded)
    change(by: -1) { $0.kind == .names ? Self.narrowest : $0.kind == .regions ? Self.narrowestRegion : nil }
    takeOut { $0.kind != .regions }
    change(by: -1) { $0.kind == .regions ? Self.narrowestCountry : nil }
    takeOut { _ in true }
    change(by: -1) { $0.least == nil ? nil : 1 }
    change(by: 1) { $0.kind == .names || $0.kind == .regions ? $0.fixedWidths.usual : nil }
    change(by: 1) { $0.kind == .coordinates ? $0.fixedWidths.most : nil }
    change(by: 1) { $0.fixedWidths.most }
    let positions = columns.firstIndex { $0.kind == .coordinates }
    let areShort = positions.map { (widths[$0] ?? 0) < columns[$0].fixedWidths.most } ?? false
    let below = columns.indices.filter { index in
      (columns[index].isNeeded || columns[index].isSentence) && (widths[index] == nil || index == positions && areShort)
    }
    self.init(columns, (widths, below), shorteningPositions: areShort, in: style)
  }
}

extension Table.Column {
  /// How wide it is in a narrow line, in most lines and in a wide one, where its texts do not matter. Nearly all names
  /// and regions of the world have room in `usual`, and all positions in `most`; with fewer decimals, in `least`.
  fileprivate var fixedWidths: (least: Int, usual: Int, most: Int) {
    switch kind {
    case .names: return (17, 22, 40)
    case .regions: return (14, 18, 28)
    case .coordinates: return (14, 14, 18)
    case nil: break
    }
    if isMark { return (1, 1, 1) }
    if isBar { return (CountsView.longestBar, CountsView.longestBar, CountsView.longestBar) }
    // A number of ten digits has room.
    let width = usual ?? max(13, least ?? 0)
    return (width, width, least == nil ? width : max(width, 40))
  }
}
