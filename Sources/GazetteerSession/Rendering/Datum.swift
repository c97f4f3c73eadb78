import GazetteerIndex

/// A value as the data formats write it.
indirect enum Datum: Equatable, Sendable {
  case text(Untrusted)
  case integer(Int64)
  case decimal(Double)
  case flag(Bool)
  case list([Datum])
  case object([Member])

  struct Member: Equatable, Sendable {
    let key: Untrusted
    let value: Datum
  }

  /// The program's own words.
  static func own(_ words: String) -> Datum { .text(Untrusted(words)) }
  static func integer(_ value: some BinaryInteger) -> Datum { .integer(Int64(clamping: value)) }
}

/// One row of a view as data: values by field, in the order of the fields. A field without a value is left out.
struct Record: Equatable, Sendable {
  private(set) var values: [(field: String, value: Datum)] = []

  /// Adds a field, if it has a value.
  mutating func add(_ field: String, _ value: Datum?) {
    if let value { values.append((field, value)) }
  }

  /// Adds a field, if it has text.
  mutating func add(_ field: String, _ text: Untrusted?) {
    if let text, !text.isEmpty { values.append((field, .text(text))) }
  }

  subscript(field: String) -> Datum? { values.first { $0.field == field }?.value }

  /// The fields of these names only, in this order; all of them for none.
  func selecting(_ fields: [String]) -> Record {
    guard !fields.isEmpty else { return self }
    var record = Record()
    for field in fields { record.add(field, self[field]) }
    return record
  }

  static func == (left: Record, right: Record) -> Bool {
    left.values.elementsEqual(right.values) { $0.field == $1.field && $0.value == $1.value }
  }
}

/// What a view holds as data: records, made one by one when they are written.
struct Content {
  /// The key of the records in `--json`; nil where the view is one record.
  let name: String?
  /// How many there are in all, printed or not.
  let total: Int
  /// The fields that records may have, in order.
  let fields: [Field]
  /// The number of records to print.
  let count: Int
  /// Whom to credit.
  let attribution: [Untrusted]
  let record: (Int) -> Record

  /// A field of a view's records: part of the shape of `--json`.
  struct Field: Equatable, Sendable {
    let name: String
    let meaning: String

    init(_ name: String, _ meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }

  init(
    _ name: String?, total: Int, fields: [Field], count: Int, attribution: [Untrusted] = [],
    record: @escaping (Int) -> Record
  ) {
    self.name = name
    self.total = total
    self.fields = fields
    self.count = count
    self.attribution = attribution
    self.record = record
  }

  /// A view that is one record.
  init(fields: [Field], _ record: Record) {
    self.init(nil, total: 1, fields: fields, count: 1) { _ in record }
  }
}
