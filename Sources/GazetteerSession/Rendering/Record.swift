import GazetteerIndex

/// One row of a view as data: its fields in order, without those that have no value.
struct Record: Equatable, Sendable {
  private(set) var values: [(field: String, value: Datum)] = []

  /// Adds a field if it has a value.
  mutating func add(_ field: String, _ value: Datum?) {
    if let value { values.append((field, value)) }
  }

  /// Adds a field if it has a text that is not empty.
  mutating func add(_ field: String, _ text: Untrusted?) {
    if let text, !text.isEmpty { values.append((field, .text(text))) }
  }

  subscript(field: String) -> Datum? { values.first { $0.field == field }?.value }

  /// The record with only these fields, in this order; an empty list selects all.
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

extension JSONWriter {
  mutating func write(_ record: Record) {
    object(record.values) { writer, entry in
      writer.string(Untrusted(entry.field))
      writer.raw(":")
      writer.write(entry.value)
    }
  }
}
