import Synchronization

/// The columns that were asked for last. Each is made once; that which was not used for longest is forgotten when there
/// are too many.
final class ValueColumns: Sendable {
  /// So many are kept in any case, and more as long as all of them have so many bytes.
  private static let (fewest, mostBytes) = (8, 1 << 28)

  /// Those that were used last are last.
  private let known = Mutex<[(id: ColumnID, column: Lazy<ValueColumn>)]>([])

  /// A column, made if it is not known.
  func column(_ id: ColumnID, of places: PlaceColumns, _ cancellation: Cancellation) throws(Cancelled) -> ValueColumn {
    let column = known.withLock { known in
      if let index = known.firstIndex(where: { $0.id == id }) {
        known.append(known.remove(at: index))
        return known[known.count - 1].column
      }
      let column = Lazy<ValueColumn>()
      known.append((id, column))
      while known.count > Self.fewest, Self.bytes(of: known) > Self.mostBytes { known.removeFirst() }
      return column
    }
    return try column(cancellation) { cancellation throws(Cancelled) in try ValueColumn(id, of: places, cancellation) }
  }

  /// A column, if it is made already.
  func madeColumn(_ id: ColumnID) -> ValueColumn? {
    known.withLock { known in known.first { $0.id == id }?.column.madeValue }
  }

  /// How many more bytes there may be.
  var room: Int { Self.mostBytes - known.withLock { Self.bytes(of: $0) } }

  private static func bytes(of known: [(id: ColumnID, column: Lazy<ValueColumn>)]) -> Int {
    known.reduce(0) { $0 + ($1.column.madeValue?.bytes ?? 0) }
  }
}

/// Columns by their names.
extension Dataset {
  /// The names of all columns that conditions can name, the fields of places first.
  package var columnNames: [Untrusted] { namedColumns.map(\.name) }

  /// All columns. A field whose own name means another column is called as in the file.
  private var namedColumns: [(id: ColumnID, name: Untrusted)] {
    ColumnID.all(in: places).map { ($0.id, title(of: $0.id, called: $0.name)) }
  }

  private func title(of id: ColumnID, called name: Untrusted) -> Untrusted {
    guard case .field(let field) = id, columnID(name) != id else { return name }
    return about.headers.first { $0.field == field.rawValue }?.name ?? name
  }

  /// The column with a name, also if it is called so only in the file; nil if there is none, or more than one.
  func columnID(_ name: Untrusted) -> ColumnID? {
    guard let id = columnIDOfName(name) else { return nil }
    // A file may have a column `region` that is no region, perhaps beside a column `state` that is one.
    guard case .field(let field) = id, places.isEmpty(field) || isOtherwiseCalled(field, not: name) else { return id }
    return ColumnID(Untrusted("\(field.rawValue)_2"), in: places) ?? id
  }

  /// Whether a field is called by its own name, and that is not what the file calls it.
  private func isOtherwiseCalled(_ field: ColumnID.Field, not name: Untrusted) -> Bool {
    let headers = about.headers.filter { $0.field == field.rawValue }
    let own = Untrusted(field.rawValue)
    return name.isFolded(as: own) && !headers.isEmpty && !headers.contains { $0.name.isFolded(as: own) }
  }

  private func columnIDOfName(_ name: Untrusted) -> ColumnID? {
    func id(_ header: DatasetAbout.Header) -> ColumnID? { header.field.flatMap(ColumnID.Field.init).map { .field($0) } }
    if !ColumnID.names(in: places).contains(name), let header = about.headers.first(where: { $0.name == name }) {
      return id(header)
    }
    if let id = ColumnID(name, in: places) { return id }
    let headers = about.headers.filter { $0.name.isFolded(as: name) }
    guard let header = headers.first else { return ColumnID(usuallyCalled: name) }
    return headers.allSatisfy { $0.field == header.field } ? id(header) : nil
  }

  package func columnName(for name: Untrusted) -> Untrusted? { columnID(name).map(ownName) }

  package func columnTitle(for name: Untrusted) -> Untrusted? {
    columnID(name).map { title(of: $0, called: ownName(of: $0)) }
  }

  private func ownName(of id: ColumnID) -> Untrusted {
    switch id {
    case .field(let field): Untrusted(field.rawValue)
    case .attribute(let key): places.attributes.keyNames.untrusted(key)
    }
  }

  /// How the values of a column are written; nil if there is none of that name. O(places), for most columns only the first
  /// time.
  package func notation(ofColumn name: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> Notation? {
    guard let id = columnID(name) else { return nil }
    if case .field(let field) = id { return hasNumbers(field) ? .plain : .text }
    return try valueColumns.column(id, of: places, cancellation).notation
  }

  /// Whether a field has numbers, all of which a `Double` can tell apart. O(1).
  private func hasNumbers(_ field: ColumnID.Field) -> Bool {
    switch field {
    case .population, .latitude, .longitude: true
    case .id: hasExactIDs
    case .name, .country, .region, .category, .timezone: false
    }
  }

  package func oddValues(
    ofColumn name: Untrusted, _ cancellation: Cancellation
  ) throws(Cancelled) -> OddValues? {
    guard let id = columnID(name) else { return nil }
    return try valueColumns.column(id, of: places, cancellation).oddValues(cancellation)
  }

  package func mayHaveValues(inColumn name: Untrusted) -> Bool {
    switch columnID(name) {
    case .field(let field)?: !places.isEmpty(field)
    case .attribute(let key)?: places.attributes.hasValues(ofKey: key)
    case nil: true
    }
  }

  package func hasValues(inColumn name: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> Bool {
    guard let id = columnID(name) else { return false }
    return try valueColumns.column(id, of: places, cancellation).hasValues
  }

  /// The rank of each row in an order; nil if there is no such column. O(places) the first time, and the sorting of the
  /// different values.
  func ranks(of order: ColumnOrder, _ cancellation: Cancellation) throws(Cancelled) -> Column<UInt32>? {
    guard let id = columnID(order.column) else { return nil }
    let column = try valueColumns.column(id, of: places, cancellation)
    return try column.ranks(as: order.type ?? column.type, cancellation)
  }

  /// The value of a row in an order.
  func value(
    of row: Int, in order: ColumnOrder?, _ cancellation: Cancellation
  ) throws(Cancelled) -> OrderedValue {
    guard let order, let id = columnID(order.column) else { return .missing }
    let column = try valueColumns.column(id, of: places, cancellation)
    return column.orderedValue(of: row, as: order.type ?? column.type)
  }

  /// The rows that meet a condition. If there is no such column, each value is missing.
  func rows(meeting condition: Condition, _ cancellation: Cancellation) throws(Cancelled) -> BitSet {
    guard let id = columnID(condition.column) else {
      return BitSet(capacity: count, full: condition.comparison == .isNull)
    }
    if case .field(let field) = id, let rows = try indexedRows(of: field, meeting: condition, cancellation) {
      return rows
    }
    return try valueColumns.column(id, of: places, cancellation).rows(meeting: condition, cancellation)
  }

  /// O(places × columns) the first time; two columns are read at the same time.
  package func columns(_ cancellation: Cancellation) throws(Cancelled) -> [ColumnSummary] {
    try columnSummaries(cancellation) { cancellation throws(Cancelled) in try summaries(cancellation) }
  }

  private func summaries(_ cancellation: Cancellation) throws(Cancelled) -> [ColumnSummary] {
    let all = namedColumns
    var columns = [ColumnSummary?](repeating: nil, count: all.count)
    try columns.withUnsafeMutableBufferPointer { columns throws(Cancelled) in
      // A buffer is captured as a constant: both threads write to its elements, none to the same one.
      let columns = columns
      func sumUp(from first: Int) throws(Cancelled) {
        for number in stride(from: first, to: all.count, by: 2) {
          let (id, name) = all[number]
          let made = valueColumns.madeColumn(id)
          let column = if let made { made } else { try ValueColumn(id, of: places, cancellation) }
          columns[number] = try column.summary(named: name, cancellation)
        }
      }
      try concurrently(
        rows: count, { () throws(Cancelled) in try sumUp(from: 0) }, { () throws(Cancelled) in try sumUp(from: 1) })
    }
    return columns.compactMap(\.self)
  }
}
