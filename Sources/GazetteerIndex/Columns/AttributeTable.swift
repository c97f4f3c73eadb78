/// What the source says about its places besides their fields: attributes, each with a key and a text.
///
/// A key that many places have has a column, if its values repeat or are numbers. Attributes with other keys are listed,
/// place after place.
struct AttributeTable: Sendable {
  /// The keys by their numbers. Number 0 is the empty text, which no attribute has.
  let keyNames: TextTable
  /// The columns with the numbers of their keys, ascending.
  let columns: [(key: Int, values: AttributeColumn)]

  /// What is in the sections of all columns, one entry for each column.
  private let shapes: Column<Shape>
  private let cells: Column<UInt32>
  private let numbers: Column<Double>
  private let textStarts: Column<UInt32>
  private let textBytes: Column<UInt8>

  /// The key and the value of each attribute in the list; those of `row` are `listedEnd[row]..<listedEnd[row + 1]`.
  let listedKeys: Column<UInt32>
  let listedValues: TextTable
  let listedEnd: Column<UInt32>

  /// The key of a column, and what it has in the sections.
  private struct Shape: BitwiseCopyable, Sendable {
    let key: UInt32
    let notation: UInt32
    let texts: UInt64
    let numbers: UInt64
    let bytes: UInt64
  }

  /// - Parameters:
  ///   - columns: those with keys, ascending. All have the same number of rows.
  ///   - listed: the keys and values of the list, and their ends.
  init(
    keyNames: TextTable, columns: [(key: Int, values: AttributeColumn)],
    listed: (keys: Column<UInt32>, values: TextTable, end: Column<UInt32>)
  ) {
    self.keyNames = keyNames
    (listedKeys, listedValues, listedEnd) = listed
    shapes = Column(
      columns.map { key, values in
        Shape(
          key: UInt32(key), notation: UInt32(values.notation.rawValue), texts: UInt64(values.texts.count),
          numbers: UInt64(values.numbers.count), bytes: UInt64(values.texts.bytes.count))
      })
    cells = Column(joining: columns.map(\.values.cells))
    numbers = Column(joining: columns.map(\.values.numbers))
    textStarts = Column(joining: columns.map(\.values.texts.starts))
    textBytes = Column(joining: columns.map(\.values.texts.bytes))
    self.columns = Self.columns(shapes, cells, numbers, textStarts, textBytes) ?? []
  }

  /// Whether a place has an attribute with this key. O(attributes that are listed) if none has it.
  func hasValues(ofKey key: Int) -> Bool {
    columns.contains { $0.key == key } || listedKeys.elements.contains(UInt32(key))
  }

  /// The columns in their sections; nil if these do not fit together. O(columns).
  private static func columns(
    _ shapes: Column<Shape>, _ cells: Column<UInt32>, _ numbers: Column<Double>, _ textStarts: Column<UInt32>,
    _ textBytes: Column<UInt8>
  ) -> [(key: Int, values: AttributeColumn)]? {
    guard !shapes.isEmpty else { return cells.isEmpty ? [] : nil }
    let rows = cells.count / shapes.count
    guard rows * shapes.count == cells.count else { return nil }
    var (cell, number, start, byte) = (0, 0, 0, 0)
    func next<Element>(_ count: UInt64, of column: Column<Element>, from position: inout Int) -> Column<Element>? {
      guard count <= column.count - position else { return nil }
      defer { position += Int(count) }
      return column[position..<position + Int(count)]
    }
    var columns: [(key: Int, values: AttributeColumn)] = []
    columns.reserveCapacity(shapes.count)
    for shape in shapes.elements {
      guard let notation = Notation(rawValue: UInt8(clamping: shape.notation)), shape.texts < UInt64(UInt32.max),
        let cells = next(UInt64(rows), of: cells, from: &cell),
        let numbers = next(shape.numbers, of: numbers, from: &number),
        let starts = next(shape.texts + 1, of: textStarts, from: &start),
        let bytes = next(shape.bytes, of: textBytes, from: &byte)
      else { return nil }
      let texts = TextTable(bytes: bytes, starts: starts)
      columns.append(
        (Int(shape.key), AttributeColumn(notation: notation, cells: cells, numbers: numbers, texts: texts)))
    }
    let isWhole = number == numbers.count && start == textStarts.count && byte == textBytes.count
    return isWhole ? columns : nil
  }
}

/// The attributes of rows.
extension AttributeTable {
  /// The column of a key, if it has one. O(columns).
  func column(ofKey key: Int) -> AttributeColumn? { columns.first { $0.key == key }?.values }

  /// A function that reads the first value of a row for a key: empty if it has none.
  func reader(ofKey key: Int) -> (_ row: Int) -> UnsafeBufferPointer<UInt8> {
    if let column = column(ofKey: key) { return { column.texts[Int(column.cells[$0])] } }
    return { row in
      let index = listed(row).first { listedKeys[$0] == UInt32(key) }
      return index.map { listedValues[$0] } ?? UnsafeBufferPointer(start: nil, count: 0)
    }
  }

  /// All attributes of a row: in the order of their keys if there are columns, else as they were added.
  /// O(columns + attributes in the list of the row).
  subscript(_ row: Int) -> [(key: Int, value: UnsafeBufferPointer<UInt8>)] {
    var attributes: [(key: Int, value: UnsafeBufferPointer<UInt8>)] = []
    for (key, values) in columns where values.cells[row] != 0 {
      attributes.append((key, values.texts[Int(values.cells[row])]))
    }
    let listed = listed(row)
    for index in listed { attributes.append((Int(listedKeys[index]), listedValues[index])) }
    guard !columns.isEmpty, !listed.isEmpty else { return attributes }
    return attributes.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }.map(\.element)
  }

  /// Where the attributes of a row are in the list.
  func listed(_ row: Int) -> Range<Int> {
    listedEnd.isEmpty ? 0..<0 : Int(listedEnd[row])..<Int(listedEnd[row + 1])
  }

  /// See `DecimalCommas`. Reads some of the first rows.
  func hasDecimalCommas(rows: Int) -> Bool {
    var commas = DecimalCommas()
    for row in 0..<rows where commas.seen < DecimalCommas.mostValues {
      for attribute in self[row] { commas.add(attribute.value) }
    }
    return commas.areUsed
  }
}

extension AttributeTable: Archived {
  /// The order of these lines is the order of the sections: when it changes, raise `Snapshot.version`.
  init(_ archive: inout some Archive, copying known: AttributeTable?) throws(SnapshotError) {
    keyNames = try archive.part(known?.keyNames)
    shapes = try archive.part(known?.shapes)
    cells = try archive.part(known?.cells)
    numbers = try archive.part(known?.numbers)
    textStarts = try archive.part(known?.textStarts)
    textBytes = try archive.part(known?.textBytes)
    guard let columns = Self.columns(shapes, cells, numbers, textStarts, textBytes) else { throw archive.damage }
    self.columns = columns
    listedKeys = try archive.part(known?.listedKeys)
    listedValues = try archive.part(known?.listedValues)
    listedEnd = try archive.part(known?.listedEnd)
  }

  /// Whether the columns have so many rows, and the list as well.
  func fits(rows: Int) -> Bool {
    (shapes.isEmpty || cells.count == shapes.count * rows) && (listedEnd.isEmpty || listedEnd.count == rows + 1)
  }
}

extension Column {
  /// The elements of all columns, one after the other. O(elements).
  fileprivate init(joining columns: [Column]) {
    self.init(count: columns.reduce(0) { $0 + $1.count }) { elements in
      var next = elements
      for column in columns {
        next.update(from: column.pointer, count: column.count)
        next += column.count
      }
    }
  }
}
