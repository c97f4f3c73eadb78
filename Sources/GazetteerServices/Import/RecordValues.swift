import GazetteerIndex

/// How the values of a record become those of a place. `attribute` is the number of the key, for what fits no field.
extension RecordSink {
  /// Takes a text that is not blank.
  mutating func take(text: TextPiece, as role: RecordField.Role, attribute: UInt32) {
    switch role {
    case .id: builder.set(id: .text(String(decoding: text, as: UTF8.self)))
    case .name: builder.set(name: text)
    case .latitude: if let degrees = degrees(text) { builder.set(latitude: degrees) }
    case .longitude: if let degrees = degrees(text) { builder.set(longitude: degrees) }
    case .alternates: take(separatedAlternates: text)
    case .country: builder.set(country: text)
    case .countryName: builder.set(countryName: text)
    case .admin1: builder.set(admin1: text)
    case .admin1Name: builder.set(admin1Name: text)
    case .timeZone: builder.set(timeZone: text)
    case .category: builder.add(category: text)
    case .population:
      if let population = JSONNumber.value(of: text).flatMap({ UInt32(exactly: $0) }) {
        builder.set(population: population)
      } else {
        builder.add(attribute: attribute, value: text)
      }
    case .position, .attribute: builder.add(attribute: attribute, value: text)
    }
  }

  @inline(__always)
  mutating func take(number: JSONNumber, as role: RecordField.Role, attribute: UInt32) {
    switch role {
    case .latitude: builder.set(latitude: number.double)
    case .longitude: builder.set(longitude: number.double)
    case .id:
      // The least number stands for "a text" in the columns.
      if let id = number.integer, id != .min {
        builder.set(id: .number(id))
      } else {
        take(text: number.text, as: role, attribute: attribute)
      }
    default: take(text: number.text, as: role, attribute: attribute)
    }
  }

  /// Takes one text of a list.
  mutating func take(element text: TextPiece, as role: RecordField.Role) {
    if role == .category { builder.add(category: text) } else { builder.add(alternate: text) }
  }

  /// Takes names separated by semicolons or, where there is none, by commas.
  private mutating func take(separatedAlternates text: TextPiece) {
    let separator = text.contains(UInt8(ascii: ";")) ? UInt8(ascii: ";") : UInt8(ascii: ",")
    for part in text.split(separator: separator) {
      let name = TextPiece(rebasing: part).trimmed
      if !name.isEmpty { builder.add(alternate: name) }
    }
  }

  private mutating func degrees(_ text: TextPiece) -> Double? {
    let degrees = JSONNumber.value(of: text)
    if degrees == nil { fail(.notANumber(Untrusted(bytes: text).beginning)) }
    return degrees
  }
}

extension SourceID {
  /// The identity that a text gives: a whole number as it would be written, else the text: `007` is one.
  init(written text: TextPiece) {
    self = SourceID.number(in: text).map { .number($0) } ?? .text(String(decoding: text, as: UTF8.self))
  }

  /// The whole number that `text` is, written as it would be.
  static func number(in text: TextPiece) -> Int64? {
    guard text.count <= 20 else { return nil }
    let text = String(decoding: text, as: UTF8.self)
    // The least number stands for "a text" in the columns.
    return Int64(text).flatMap { $0 != .min && String($0) == text ? $0 : nil }
  }
}

extension JSONNumber {
  /// The number that all of `text` is, blanks around it aside; nil where it is none.
  ///
  /// Wider than JSON's grammar: `+5`, `.5`, `5.` and `007` are numbers too. No hexadecimal, no infinity.
  static func value(of text: TextPiece) -> Double? {
    let digits = text.trimmed
    guard digits.allSatisfy(isOfNumbers) else { return nil }
    return Double(String(decoding: digits, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func isOfNumbers(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "0"..."9", "+", "-", ".", "e", "E": true
    default: false
    }
  }
}
