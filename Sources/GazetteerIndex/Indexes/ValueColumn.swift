/// The values of one column of places, so that a condition is compared with each different value once.
///
/// The value of `row` is in the cell `cells[row]`. Made when a condition first names the column. Memory: four bytes for
/// each place, and eight for each different number.
struct ValueColumn: Sendable {
  let type: CellType
  let count: Int
  /// The cell of each row; empty: each row has a cell of its own.
  let cells: Column<UInt32>
  /// The number in each cell, not a number if the value is missing; empty for texts.
  let numbers: Column<Double>
  /// The text in each cell, empty if the value is missing. Fields that are numbers have no texts.
  let texts: TextTable?
  /// The cells of `texts` that each cell of a place stands for, if places can have several values.
  let parts: [[Int]]?
  /// See `ranks`.
  let knownRanks = Lazy<Column<UInt32>>()
  let knownRanksOfTexts = Lazy<Column<UInt32>>()

  private init(
    _ type: CellType, count: Int, cells: Column<UInt32> = Column([]), numbers: Column<Double> = Column([]),
    texts: TextTable? = nil, parts: [[Int]]? = nil
  ) {
    self.type = type
    self.count = count
    self.cells = cells
    self.numbers = numbers
    self.texts = texts
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
    var known = Interner()
    let cells = try Column<UInt32>(count: places.count) { cells throws(Cancelled) in
      for row in 0..<places.count {
        try cancellation.check(every: row)
        let index = places.attributes(of: row).first { places.attributeKeys[$0] == UInt32(key) }
        cells[row] = index.map { known.number(of: places.attributeValues[$0]) } ?? 0
      }
    }
    let texts = TextTable(known.table)
    for type in [CellType.number, .date] {
      if let numbers = try Self.numbers(type, texts, cancellation) {
        self.init(type, count: places.count, cells: cells, numbers: numbers, texts: texts)
        return
      }
    }
    self.init(.text, count: places.count, cells: cells, texts: texts)
  }

  /// Different whole numbers beyond this may be the same number here. A column that has such numbers is one of texts.
  private static let mostExact = 0x1p53 - 1

  /// The numbers of all texts; nil if there are none, or if one has another type.
  private static func numbers(
    _ type: CellType, _ texts: TextTable, _ cancellation: Cancellation
  ) throws(Cancelled) -> Column<Double>? {
    guard texts.count > 1 else { return nil }
    var numbers = [Double.nan]
    for cell in 1..<texts.count {
      try cancellation.check(every: cell)
      guard let number = type.number(texts[cell]), type == .date || isExact(number, texts[cell]) else { return nil }
      numbers.append(number)
    }
    return Column(numbers)
  }

  private static func isExact(_ number: Double, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    number.magnitude <= mostExact || text.contains { ".eE".utf8.contains($0) }
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
        .number, count: count,
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
        texts.append(
          field == .country
            ? places.country(ofRegion: region) : name.isEmpty ? places.regionTexts[region * 4 + 2] : name)
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

  private static func append(_ text: Untrusted, to texts: inout TextTableDraft) {
    text.bytes.withUnsafeBufferPointer { texts.append($0) }
  }
}

extension ValueColumn {
  /// The rows whose value meets a condition. A missing value never does. A value of several parts does if one of them
  /// does. O(places, and the bytes of the texts).
  func rows(meeting condition: Condition, _ cancellation: Cancellation) throws(Cancelled) -> BitSet {
    try rows(of: try cells(meeting: condition, cancellation), cancellation)
  }

  /// The rows with a value that contains a text, folded. O(places, and the bytes of the texts).
  func rows(containing text: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> BitSet {
    try rows(of: try cells(containing: text, cancellation), cancellation)
  }

  private func rows(of meets: [Bool], _ cancellation: Cancellation) throws(Cancelled) -> BitSet {
    var meets = meets
    if let parts { meets = parts.map { $0.contains { meets[$0] } } }
    return try meets.withUnsafeBufferPointer { meets throws(Cancelled) in
      guard !cells.isEmpty else { return try BitSet(capacity: count, cancellation) { meets[$0] } }
      return try BitSet(capacity: count, cancellation) { meets[Int(cells[$0])] }
    }
  }

  private func cells(meeting condition: Condition, _ cancellation: Cancellation) throws(Cancelled) -> [Bool] {
    if condition.comparison == .contains { return try cells(containing: condition.value, cancellation) }
    guard type == .text else {
      let number = type.number(condition.value)
      return numbers.elements.map { value in
        guard let number, !value.isNaN else { return false }
        return condition.comparison.holds(isLess: value < number, isEqual: value == number)
      }
    }
    guard let texts else { return [] }
    return try condition.value.bytes.withUnsafeBufferPointer { wanted throws(Cancelled) in
      var meets: [Bool] = []
      for cell in 0..<texts.count {
        try cancellation.check(every: cell)
        let text = texts[cell]
        meets.append(
          !text.isEmpty
            && condition.comparison.holds(
              isLess: text.lexicographicallyPrecedes(wanted), isEqual: text.elementsEqual(wanted))
        )
      }
      return meets
    }
  }

  /// Folded. A value that folds to nothing, such as `!`, is looked for as it is.
  private func cells(containing value: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> [Bool] {
    let folded = Fold.bytes(value)
    let wanted = folded.isEmpty ? value.bytes : folded
    var meets: [Bool] = []
    for cell in 0..<(texts?.count ?? numbers.count) {
      try cancellation.check(every: cell)
      let text = texts?.untrusted(cell) ?? Untrusted(numbers[cell].isNaN ? "" : Numeral.plain(numbers[cell]))
      let bytes = folded.isEmpty ? text.bytes : Fold.bytes(text)
      meets.append(bytes.firstRange(of: wanted) != nil)
    }
    return meets
  }
}

extension Condition.Comparison {
  /// Whether it holds for a value that is less than the condition's value, or equal to it.
  @inline(__always)
  fileprivate func holds(isLess: Bool, isEqual: Bool) -> Bool {
    switch self {
    case .equal: isEqual
    case .unequal: !isEqual
    case .less: isLess
    case .atMost: isLess || isEqual
    case .greater: !isLess && !isEqual
    case .atLeast: !isLess
    case .contains: false
    }
  }
}
