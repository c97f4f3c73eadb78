import GazetteerIndex

/// A view as data: records, which are made one by one while they are written.
struct Content {
  /// The key of the records in `--json`; nil if the view is one record.
  let name: String?
  /// How many there are, printed or not.
  let total: Int
  /// False if there may be more than `total`.
  let isTotalExact: Bool
  /// The fields that records may have, in order.
  let fields: [Field]
  /// The number of records to print.
  let count: Int
  /// Whom to credit.
  let attribution: [Untrusted]
  /// What `--json` says once, before the records.
  var head = Record()
  private let record: (Int) -> Record
  /// The records with all their fields, if only some were asked for.
  var whole: ((Int) -> Record)?

  /// A field of a view's records: part of the shape of `--json`.
  struct Field: Equatable, Sendable {
    let name: String
    let meaning: String
    /// Whether CSV and TSV have it.
    let isInTables: Bool

    init(_ name: String, _ meaning: String, isInTables: Bool = true) {
      self.name = name
      self.meaning = meaning
      self.isInTables = isInTables
    }
  }

  init(
    _ name: String?, total: Int, isTotalExact: Bool = true, fields: [Field], count: Int, attribution: [Untrusted] = [],
    record: @escaping (Int) -> Record
  ) {
    self.name = name
    self.total = total
    self.isTotalExact = isTotalExact
    self.fields = fields
    self.count = count
    self.attribution = attribution
    self.record = record
  }

  /// The only record of a view that is one record.
  var first: Record { record(0) }

  /// Calls `body` with each record and its index.
  func forEach(_ cancellation: Cancellation, _ body: (Int, Record) -> Void) throws(Cancelled) {
    for index in 0..<count {
      try cancellation.checkWhileRendering(index)
      body(index, record(index))
    }
  }

  /// A view that is one record.
  init(fields: [Field], _ record: Record) {
    self.init(nil, total: 1, fields: fields, count: 1) { _ in record }
  }
}

extension Cancellation {
  /// Checks for cancellation in every 256th row of a loop. A row takes up to 0.1 ms.
  func checkWhileRendering(_ row: Int) throws(Cancelled) { if row & 255 == 0 { try check() } }
}
