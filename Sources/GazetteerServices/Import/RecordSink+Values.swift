import GazetteerIndex

/// How the values of a record become the fields of a place. `attribute` is the number of the key, for values that fit
/// no field.
extension RecordSink {
  /// Adds a text that is not blank.
  mutating func take(text: TextPiece, as role: RecordField.Role, attribute: UInt32) {
    switch role {
    case .id: builder.set(id: .text(String(decoding: text, as: UTF8.self)))
    case .name: builder.set(name: text)
    case .latitude, .longitude: take(angle: text, as: role, attribute)
    case .alternates: take(separatedAlternates: text)
    case .country: builder.set(country: text)
    case .countryName: builder.set(countryName: text)
    case .admin1: builder.set(admin1: text)
    case .admin1Name: builder.set(admin1Name: text)
    case .timeZone: builder.set(timeZone: text)
    case .category: take(separatedCategories: text)
    case .population:
      if let population = Self.population(text) {
        builder.set(population: population)
      } else {
        builder.add(attribute: attribute, value: text)
      }
    case .geometry: take(position: text, longitudeFirst: false, attribute: attribute)
    case .geometryFromLongitude: take(position: text, longitudeFirst: true, attribute: attribute)
    case .northSouth, .eastWest, .latitudeMinutes, .latitudeSeconds, .longitudeMinutes, .longitudeSeconds:
      angleParts.note(text, as: role)
      builder.add(attribute: attribute, value: text)
    case .position where text.first == UInt8(ascii: "{"):
      take(position: text, longitudeFirst: false, attribute: attribute)
    case .position, .attribute: builder.add(attribute: attribute, value: text)
    }
  }

  @inline(__always)
  mutating func take(number: JSONNumber, as role: RecordField.Role, attribute: UInt32) {
    switch role {
    case .latitude: builder.set(latitude: number.double)
    case .longitude: builder.set(longitude: number.double)
    case .population where UInt32(exactly: number.double) != nil: builder.set(population: UInt32(number.double))
    case .id:
      // Columns use `Int64.min` to mean "a text".
      if let id = number.integer, id != .min {
        builder.set(id: .number(id))
      } else {
        take(text: number.text, as: role, attribute: attribute)
      }
    default: take(text: number.text, as: role, attribute: attribute)
    }
  }

  /// How many people a text means: `20000`, also `20,000` and `20.000`. Nobody counts thousandths of people.
  static func population(_ text: TextPiece) -> UInt32? {
    let text = text.trimmed
    let thousands: Notation = text.contains(UInt8(ascii: ",")) ? .grouped : .decimalComma
    let number = thousands.number(text) ?? Notation.plain.number(text)
    return number.flatMap { UInt32(exactly: $0) }
  }

  /// Adds one text of a list.
  mutating func take(element text: TextPiece, as role: RecordField.Role) {
    if role == .category { builder.add(category: text) } else { builder.add(alternate: text) }
  }

  /// Adds names separated by semicolons or, if there are none, by commas.
  private mutating func take(separatedAlternates text: TextPiece) {
    let separator = text.contains(UInt8(ascii: ";")) ? UInt8(ascii: ";") : UInt8(ascii: ",")
    for part in text.split(separator: separator) {
      let name = TextPiece(rebasing: part).trimmed
      if name.isEmpty { continue }
      guard builder.draftedAlternates < RecordSize.mostValues else { return fail(.tooManyValues) }
      builder.add(alternate: name)
    }
  }

  /// Adds categories separated by semicolons.
  private mutating func take(separatedCategories text: TextPiece) {
    guard text.contains(UInt8(ascii: ";")) else { return builder.add(category: text) }
    let parts = text.split(separator: UInt8(ascii: ";")).map { TextPiece(rebasing: $0).trimmed }.filter { !$0.isEmpty }
    guard parts.count <= RecordSize.mostValues else { return fail(.tooManyValues) }
    for part in parts { builder.add(category: part) }
  }

  /// Adds a text that holds a position. An address before it, and a text that cannot be understood, become attributes.
  private mutating func take(position text: TextPiece, longitudeFirst: Bool, attribute: UInt32) {
    if let position = point(text, longitudeFirst: longitudeFirst) {
      builder.set(latitude: position.latitude)
      builder.set(longitude: position.longitude)
      if let address = PointText.address(in: text) { builder.add(attribute: attribute, value: address) }
    } else if !text.isMissing {
      builder.add(attribute: attribute, value: text)
      if let number = PointText.system(of: text) {
        warn { "kept without its position, which is one of EPSG:\(number); try: open with --crs EPSG:\(number)" }
      } else {
        warn { "\(own: "kept without a position"): \(Untrusted(bytes: text).beginning)" }
      }
    }
  }

  /// In degrees, or in the units of the projection.
  private func point(_ text: TextPiece, longitudeFirst: Bool) -> (latitude: Double, longitude: Double)? {
    if let projection { return PointText.plane(text, of: projection.number).map { ($0.northing, $0.easting) } }
    return PointText.parse(text, longitudeFirst: longitudeFirst).map { ($0.latitude, $0.longitude) }
  }

  /// Sets the latitude or the longitude, unless the text is missing or blank. In formats without columns.
  mutating func take(angle text: Untrusted?, as role: RecordField.Role) {
    guard let text, !text.isBlank else { return }
    if text.bytes.withUnsafeBufferPointer(Degrees.parse) == nil { return losePosition(text.beginning) }
    take(text, as: role)
  }

  /// Sets the latitude or the longitude. A letter says which of them it is: `11.5 E` is never a latitude. A text that is
  /// not a number becomes an attribute.
  private mutating func take(angle text: TextPiece, as role: RecordField.Role, _ attribute: UInt32) {
    if let degrees = JSONNumber.value(of: text) ?? Degrees.parse(text) {
      if let axis = Degrees.axis(of: text), axis != role {
        return angleParts.note(crossed: text, degrees, as: axis, attribute: attribute)
      }
      if role == .latitude { builder.set(latitude: degrees) } else { builder.set(longitude: degrees) }
    } else if !text.isMissing {
      losePosition(Untrusted(bytes: text).beginning)
      builder.add(attribute: attribute, value: text)
    }
  }

  mutating func set(name: Untrusted) { name.bytes.withUnsafeBufferPointer { set(name: $0) } }

  /// Adds a text, unless it is missing or blank.
  mutating func take(_ text: Untrusted?, as role: RecordField.Role) {
    guard let text, !text.isBlank else { return }
    text.bytes.withUnsafeBufferPointer { take(text: $0, as: role, attribute: 0) }
  }

  /// The key of the categories that this program has written.
  static let ownCategory = FavoriteField.categories.keys[0].text

  /// Adds a fact of a format without columns. What this program has written means the same again: attributes have their
  /// own names, the name of a place is exact, and what only says which place it was is left out.
  mutating func add(fact key: String, _ value: Untrusted) {
    guard let (own, name) = FavoriteKey.parse(Untrusted(key)) else { return add(attribute: key, value) }
    let value = EscapedText.unescaped(value.bytes)
    if own.name == "name" {
      if !value.isBlank { set(name: value) }
    } else if let name {
      add(attribute: EscapedText.unescaped(name.bytes).text, value)
    } else if let role = own.role {
      take(fact: value, as: role)
    } else if !own.isHelper {
      add(attribute: own.name, value)
    }
  }

  /// Takes an exact value that this program has written: of a list, one element.
  mutating func take(fact value: Untrusted, as role: RecordField.Role) {
    guard role == .category || role == .alternates else { return take(value, as: role) }
    value.bytes.withUnsafeBufferPointer { if !$0.isBlank { take(element: $0, as: role) } }
  }

  mutating func add(attribute key: String, _ value: Untrusted) {
    var key = key
    let number = key.withUTF8 { builder.number(ofAttribute: $0) }
    value.bytes.withUnsafeBufferPointer { builder.add(attribute: number, value: $0) }
  }
}
