import GazetteerIndex
import Glibc

/// One record on its way into a `DatasetBuilder`: which meanings it has had, and what is wrong with it.
///
/// The first key of a meaning is taken; another one of the same meaning is an attribute.
struct RecordDraft {
  /// A bit for each meaning, by its raw value.
  private var taken: UInt32 = 0
  private(set) var fault: RowFault?

  mutating func begin() {
    taken = 0
    fault = nil
  }

  mutating func fail(_ fault: RowFault) { self.fault = self.fault ?? fault }

  /// Whether `field` has not been seen in this record; it has from now on.
  mutating func takes(_ field: RecordField) -> Bool {
    let bit: UInt32 = 1 << UInt32(field.rawValue)
    guard field != .attribute, taken & bit == 0 else { return false }
    taken |= bit
    return true
  }

  /// Hands a text that stands for `field` to the builder.
  mutating func set(_ field: RecordField, text: UnsafeBufferPointer<UInt8>, in builder: inout DatasetBuilder) {
    guard !text.isEmpty else { return }
    switch field {
    case .id: builder.set(id: .text(String(decoding: text, as: UTF8.self)))
    case .name: builder.set(name: text)
    case .latitude: setDegrees(text) { builder.set(latitude: $0) }
    case .longitude: setDegrees(text) { builder.set(longitude: $0) }
    case .alternates: addParts(of: text, to: &builder)
    case .country: builder.set(country: text)
    case .countryName: builder.set(countryName: text)
    case .admin1: builder.set(admin1: text)
    case .admin1Name: builder.set(admin1Name: text)
    case .population: if let number = Self.number(text) { set(population: number, in: &builder) }
    case .timeZone: builder.set(timeZone: text)
    case .category: builder.add(category: text)
    case .position, .attribute: break
    }
  }

  /// Hands a number that stands for `field` to the builder; false where the field is not one of numbers.
  mutating func set(_ field: RecordField, number: JSONNumber, in builder: inout DatasetBuilder) -> Bool {
    switch field {
    case .id:
      guard let integer = number.integer else { return false }
      builder.set(id: .number(integer))
    case .latitude: builder.set(latitude: number.double)
    case .longitude: builder.set(longitude: number.double)
    case .population: set(population: number.double, in: &builder)
    default: return false
    }
    return true
  }

  private func set(population: Double, in builder: inout DatasetBuilder) {
    builder.set(population: UInt32(min(max(population.isNaN ? 0 : population, 0), Double(UInt32.max))))
  }

  private mutating func setDegrees(_ text: UnsafeBufferPointer<UInt8>, _ set: (Double) -> Void) {
    if let number = Self.number(text) { set(number) } else { fail(.notANumber(Untrusted(bytes: text.prefix(40)))) }
  }

  /// Alternate names in one text are separated by semicolons or commas.
  private func addParts(of text: UnsafeBufferPointer<UInt8>, to builder: inout DatasetBuilder) {
    let separator = text.contains(UInt8(ascii: ";")) ? UInt8(ascii: ";") : UInt8(ascii: ",")
    for part in text.split(separator: separator) { builder.add(alternate: UnsafeBufferPointer(rebasing: part)) }
  }

  /// The number that all of `text` is, blanks around it passed over; nil where it is none, or not finite.
  static func number(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let trimmed = String(decoding: text, as: UTF8.self).trimmingBlanks
    guard let number = Double(trimmed), number.isFinite, !trimmed.contains("x"), !trimmed.contains("X") else {
      return nil
    }
    return number
  }
}

extension String {
  fileprivate var trimmingBlanks: Substring {
    let start = self.drop { $0 == " " }
    return start[..<(start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex)]
  }
}

/// Why a record is not a place.
enum RowFault: Equatable {
  case noName
  case notARecord
  case notANumber(Untrusted)
  case repeatedID(Untrusted)
  case malformed(Message)

  var message: Message {
    switch self {
    case .noName: "no name"
    case .notARecord: "not a record"
    case .notANumber(let text): "a position that is no number: \"\(text)\""
    case .repeatedID(let id): "the id \"\(id)\" of a place before it"
    case .malformed(let reason): reason
    }
  }
}
