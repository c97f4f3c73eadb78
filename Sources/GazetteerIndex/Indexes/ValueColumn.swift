/// The values of one column of places, so that a condition is compared with each different value once.
///
/// The value of `row` is in the cell `cells[row]`. Made when a question first names the column, or before in the
/// background. Memory: four bytes for each place, and eight for each different number.
struct ValueColumn: Sendable {
  let notation: Notation
  var type: CellType { notation.type }
  let count: Int
  /// The cell of each row; empty: each row has a cell of its own.
  let cells: Column<UInt32>
  /// The number in each cell, not a number if the value is missing; empty for texts. If rows share cells, cell 0 is for
  /// missing values, and the numbers of the other cells ascend.
  let numbers: Column<Double>
  /// The text in each cell, empty if the value is missing. Fields that are numbers have no texts.
  let texts: TextTable?
  /// Whether the texts of the cells are known to differ.
  let hasDifferentTexts: Bool
  /// The cells of `texts` that each cell of a place stands for, if places can have several values.
  let parts: [[Int]]?
  /// See `ranks`.
  let knownRanks = Lazy<Column<UInt32>>()
  let knownRanksOfTexts = Lazy<Column<UInt32>>()
  /// See `oddValues`.
  let knownOddValues = Lazy<OddValues?>()
  /// The folded texts of the cells, once a condition has looked into them.
  let knownFolds = Lazy<TextTable>()
  /// The different numbers, once those of a column without texts were counted.
  let knownNumbers = Lazy<DifferentNumbers>()
  /// The rows of each cell, once a condition has looked for a few of the cells.
  let knownRowsOfCells = Lazy<RowsOfCells>()

  private init(
    _ notation: Notation, count: Int, cells: Column<UInt32> = Column([]), numbers: Column<Double> = Column([]),
    texts: TextTable? = nil, hasDifferentTexts: Bool = false, parts: [[Int]]? = nil
  ) {
    self.notation = notation
    self.count = count
    self.cells = cells
    self.numbers = numbers
    self.texts = texts
    self.hasDifferentTexts = hasDifferentTexts
    self.parts = parts
  }

  /// O(places, and the bytes of their values).
  init(_ column: ColumnID, of places: PlaceColumns, _ cancellation: Cancellation) throws(Cancelled) {
    switch column {
    case .attribute(let key): try self.init(attribute: key, of: places, cancellation)
    case .field(let field): try self.init(field, of: places, cancellation)
    }
  }

  private init(attribute key: Int, of places: PlaceColumns, _ cancellation: Cancellation) throws(Cancelled) {
    func text(_ row: Int) -> UnsafeBufferPointer<UInt8> {
      let index = places.attributes(of: row).first { places.attributeKeys[$0] == UInt32(key) }
      return index.map { places.attributeValues[$0] } ?? UnsafeBufferPointer(start: nil, count: 0)
    }
    let hasDecimalCommas = places.hasDecimalCommas
    let dense =
      hasDecimalCommas
      ? nil
      : try DenseNumbers(rows: places.count, cancellation) { row in
        let text = text(row)
        return CellType.isMissing(text) ? UnsafeBufferPointer(start: nil, count: 0) : text
      }
    if let dense {
      self.init(
        .plain, count: places.count, cells: dense.cells, numbers: Column(dense.numbers), texts: dense.texts)
      return
    }
    var known = Interner()
    let cells = try Column<UInt32>(count: places.count) { cells throws(Cancelled) in
      for row in 0..<places.count {
        try cancellation.check(every: row)
        let text = text(row)
        cells[row] = text.isEmpty ? 0 : known.number(of: text)
      }
    }
    let texts = TextTable(known.table)
    var notation = hasDecimalCommas ? Notation.decimalComma : .plain
    var numbers = try Self.numbers(notation, texts, cancellation)
    if numbers == nil, hasDecimalCommas {
      notation = .plain
      numbers = try Self.numbers(notation, texts, cancellation)
    }
    if numbers == nil {
      notation = try Notation.unlessPlain(texts, cancellation)
      numbers = try Self.numbers(notation, texts, cancellation)
    }
    guard let numbers else {
      self.init(.text, count: places.count, cells: cells, texts: texts, hasDifferentTexts: true)
      return
    }
    try self.init(notation, cells, numbers, texts, cancellation)
  }

  /// Renumbers the cells in the order of their numbers; those with the same number by their first row. A cell without a
  /// number becomes cell 0.
  private init(
    _ notation: Notation, _ cells: Column<UInt32>, _ numbers: [Double], _ texts: TextTable, _ cancellation: Cancellation
  ) throws(Cancelled) {
    var items = numbers.indices.filter { !numbers[$0].isNaN }.map {
      RadixSort.Item(key: Self.sortable(numbers[$0]), row: UInt32($0))
    }
    try RadixSort.sort(&items, cancellation)
    var sortedTexts = TextTableDraft()
    sortedTexts.append(texts[0])
    var renumbered = [UInt32](repeating: 0, count: numbers.count)
    for (position, item) in items.enumerated() {
      try cancellation.check(every: position)
      renumbered[Int(item.row)] = UInt32(position + 1)
      sortedTexts.append(texts[Int(item.row)])
    }
    self.init(
      notation, count: cells.count,
      cells: try Column(count: cells.count) { sorted throws(Cancelled) in
        for row in 0..<cells.count {
          try cancellation.check(every: row)
          sorted[row] = renumbered[Int(cells[row])]
        }
      }, numbers: Column([.nan] + items.map { numbers[Int($0.row)] }), texts: TextTable(sortedTexts))
  }

  /// Different whole numbers beyond this may be the same number here. A column that has such numbers is one of texts.
  private static let mostExact = 0x1p53 - 1

  /// The numbers of all texts, those of texts such as `n/a` not numbers; nil if there are none, or if one is written
  /// otherwise.
  private static func numbers(
    _ notation: Notation, _ texts: TextTable, _ cancellation: Cancellation
  ) throws(Cancelled) -> [Double]? {
    guard texts.count > 1, notation != .text else { return nil }
    var numbers = [Double.nan]
    for cell in 1..<texts.count {
      try cancellation.check(every: cell)
      if let number = notation.number(texts[cell]) {
        guard isExact(number, texts[cell], notation) else { return nil }
        numbers.append(number)
      } else {
        guard CellType.isMissing(texts[cell]) else { return nil }
        numbers.append(.nan)
      }
    }
    return numbers.contains { !$0.isNaN } ? numbers : nil
  }

  static func isExact(
    _ number: Double, _ text: UnsafeBufferPointer<UInt8>, _ notation: Notation
  ) -> Bool {
    let marks = notation == .decimalComma ? "," : ".eE"
    return number.magnitude <= mostExact || notation.type == .date || text.contains { marks.utf8.contains($0) }
  }

  private static func isExact(_ id: Int64) -> Bool { id.magnitude <= UInt64(mostExact) }

  private init(
    _ field: ColumnID.Field, of places: PlaceColumns, _ cancellation: Cancellation
  ) throws(Cancelled) {
    let count = places.count
    func cells(_ known: Column<UInt32>) -> Column<UInt32> {
      known.isEmpty ? Column(repeatElement(0, count: count)) : known
    }
    func numbers(_ number: (Int) -> Double) throws(Cancelled) -> ValueColumn {
      ValueColumn(
        .plain, count: count,
        numbers: try Column(count: count) { numbers throws(Cancelled) in
          for row in 0..<count {
            try cancellation.check(every: row)
            numbers[row] = number(row)
          }
        })
    }
    switch field {
    case .name: self.init(.text, count: count, texts: places.names)
    case .id where places.ids.texts.count == 0 && places.ids.numbers.elements.allSatisfy({ Self.isExact($0) }):
      self = try numbers { Double(places.ids.numbers[$0]) }
    case .id:
      var texts = TextTableDraft()
      for row in 0..<count {
        try cancellation.check(every: row)
        switch places.ids[row] {
        case .number(let number): Self.append(Untrusted(String(number)), to: &texts)
        case .text(let text): Self.append(Untrusted(text), to: &texts)
        }
      }
      self.init(.text, count: count, texts: TextTable(texts))
    case .country, .region:
      var texts = TextTableDraft()
      for region in 0..<places.regionTexts.count / 4 {
        let name = places.regionTexts[region * 4 + 3]
        let (code, countryName) = (places.country(ofRegion: region), places.countryName(ofRegion: region))
        texts.append(
          field == .country
            ? code.isEmpty ? countryName : code : name.isEmpty ? places.regionTexts[region * 4 + 2] : name)
      }
      self.init(.text, count: count, cells: cells(places.regions), texts: TextTable(texts))
    case .category:
      let parts = (0..<places.categorySets.count - 1).map { places.members(ofSet: $0).map(Int.init) }
      self.init(
        .text, count: count, cells: cells(places.categories), texts: places.categoryNames, parts: parts)
    case .population:
      self = try numbers { places.population(of: $0) == 0 ? .nan : Double(places.population(of: $0)) }
    case .latitude: self = try numbers { places.positions.coordinate($0)?.latitude ?? .nan }
    case .longitude: self = try numbers { places.positions.coordinate($0)?.longitude ?? .nan }
    case .timezone:
      self.init(.text, count: count, cells: cells(places.timeZones), texts: places.timeZoneNames)
    }
  }

  /// How much memory it takes, with what was made of it later. Some may be shared with the places.
  var bytes: Int {
    let tables = [texts, knownFolds.madeValue].compactMap(\.self).map { $0.bytes.count + $0.starts.bytes.count }
    let ranks = [knownRanks.madeValue, knownRanksOfTexts.madeValue].compactMap { $0?.bytes.count }
    return cells.bytes.count + numbers.bytes.count + (knownRowsOfCells.madeValue?.bytes ?? 0)
      + (knownNumbers.madeValue?.bytes ?? 0)
      + (tables + ranks).reduce(0, +)
  }

  /// Sorting more different texts takes too long to be done before it is asked for.
  private static let mostSorted = 1 << 20

  /// Makes what conditions, words and orders need, see the properties.
  func prepare(forWords: Bool, _ cancellation: Cancellation) throws(Cancelled) {
    _ = try oddValues(cancellation)
    if forWords { try prepareForWords(cancellation) }
    if type != .text || cellCount <= Self.mostSorted { _ = try ranks(as: type, cancellation) }
  }

  private static func append(_ text: Untrusted, to texts: inout TextTableDraft) {
    text.bytes.withUnsafeBufferPointer { texts.append($0) }
  }
}
