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
