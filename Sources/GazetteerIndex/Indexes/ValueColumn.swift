/// The values of one column of places, so that a condition is compared with each different value once.
///
/// The value of `row` is in the cell `cells[row]`. Made when a question first names the column, or before in the
/// background. Memory: four bytes for each place, and eight for each different number; none for what the places have.
struct ValueColumn: Sendable {
  let notation: Notation
  var type: CellType { notation.type }
  let count: Int
  /// The cell of each row; empty: each row has a cell of its own.
  let cells: Column<UInt32>
  /// The number in each cell, not a number if the value is missing; empty for texts. If rows share cells, cell 0 is for
  /// missing values, and the numbers of the other cells ascend.
  let numbers: NumberColumn
  /// The text in each cell, empty if the value is missing. Fields that are numbers have no texts.
  let texts: TextTable?
  /// Whether the texts of the cells are known to differ.
  let hasDifferentTexts: Bool
  /// The cells of `texts` that each cell of a place stands for, if places can have several values.
  let parts: [[Int]]?
  /// Whether cells, texts and the numbers of cells are those of the places, and take hardly more memory.
  let isStored: Bool
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
  /// See `rowsOfCellsIfWantedAgain`.
  let isFirstWish = FirstCall()

  private init(
    _ notation: Notation, count: Int, cells: Column<UInt32> = Column([]),
    numbers: NumberColumn = NumberColumn(Column([])),
    texts: TextTable? = nil, hasDifferentTexts: Bool = false, parts: [[Int]]? = nil, isStored: Bool = false
  ) {
    self.notation = notation
    self.count = count
    self.cells = cells
    self.numbers = numbers
    self.texts = texts
    self.hasDifferentTexts = hasDifferentTexts
    self.parts = parts
    self.isStored = isStored
  }

  /// O(places, and the bytes of their values).
  init(_ column: ColumnID, of places: PlaceColumns, _ cancellation: Cancellation) throws(Cancelled) {
    switch column {
    case .attribute(let key): try self.init(attribute: key, of: places, cancellation)
    case .field(let field): try self.init(field, of: places, cancellation)
    }
  }

  /// O(1) for an attribute that has a column whose numbers have no texts such as `n/a` among them.
  private init(attribute key: Int, of places: PlaceColumns, _ cancellation: Cancellation) throws(Cancelled) {
    let attributes = places.attributes
    let stored = attributes.column(ofKey: key)
    let column: AttributeColumn
    if let stored {
      column = stored
    } else {
      column = try AttributeColumn(
        rows: places.count, hasDecimalCommas: attributes.hasDecimalCommas(rows: places.count), cancellation,
        text: attributes.reader(ofKey: key))
    }
    let values = column.notation == .text ? column.texts.count : column.numbers.count
    let hasOthers = values < column.texts.count
    var cells = column.cells
    if hasOthers {
      cells = try Column(count: cells.count) { valued throws(Cancelled) in
        for row in 0..<cells.count {
          try cancellation.check(every: row)
          valued[row] = cells[row] < values ? cells[row] : 0
        }
      }
    }
    self.init(
      column.notation, count: places.count, cells: cells, numbers: NumberColumn(column.numbers),
      texts: column.texts.prefix(values), hasDifferentTexts: true, isStored: stored != nil && !hasOthers)
  }

  private init(
    _ field: ColumnID.Field, of places: PlaceColumns, _ cancellation: Cancellation
  ) throws(Cancelled) {
    let count = places.count
    func cells(_ known: Column<UInt32>) -> Column<UInt32> {
      known.isEmpty ? Column(repeatElement(0, count: count)) : known
    }
    if let numbers = NumberColumn(field, of: places) {
      self.init(.plain, count: count, numbers: numbers)
      return
    }
    switch field {
    case .name: self.init(.text, count: count, texts: places.names, isStored: true)
    case .id:
      var texts = TextTableDraft()
      for row in 0..<count {
        try cancellation.check(every: row)
        places.ids[row].written.bytes.withUnsafeBufferPointer { texts.append($0) }
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
      self.init(
        .text, count: count, cells: cells(places.regions), texts: TextTable(texts), isStored: !places.regions.isEmpty)
    case .category:
      let parts = (0..<places.categorySets.count - 1).map { places.members(ofSet: $0).map(Int.init) }
      self.init(
        .text, count: count, cells: cells(places.categories), texts: places.categoryNames, parts: parts,
        isStored: !places.categories.isEmpty)
    case .timezone:
      self.init(
        .text, count: count, cells: cells(places.timeZones), texts: places.timeZoneNames,
        isStored: !places.timeZones.isEmpty)
    case .population, .latitude, .longitude: preconditionFailure("these are numbers")
    }
  }

  /// How much memory it takes that the places do not have, with what was made of it later.
  var bytes: Int {
    let tables = [isStored ? nil : texts, knownFolds.madeValue].compactMap(\.self)
      .map { $0.bytes.count + $0.starts.bytes.count }
    let ranks = [knownRanks.madeValue, knownRanksOfTexts.madeValue].compactMap { $0?.bytes.count }
    return (isStored ? 0 : cells.bytes.count + numbers.bytes) + (knownRowsOfCells.madeValue?.bytes ?? 0)
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
}
