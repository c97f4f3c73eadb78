import GazetteerIndex

extension Word: ExpressibleByStringLiteral {
  /// A word that the program wrote.
  package init(stringLiteral value: StaticString) { self.init(Untrusted(value.description)) }

  init(_ place: PlaceID) {
    // Quotes distinguish a text that looks like a number from a number.
    let looksLikeANumber = if case .text(let text) = place.id { Int64(text) != nil } else { false }
    self.init(place.word, isQuoted: looksLikeANumber)
  }

  init(_ point: Coordinate) { self.init(Untrusted(point.word)) }

  /// A word that is never an option.
  static func text(_ text: Untrusted) -> Word {
    Word(text, isQuoted: text.bytes.starts(with: "--".utf8) || text.isShortOption)
  }
}

extension [Word] {
  static func option(_ name: String, _ value: Untrusted?) -> [Word] {
    value.map { [Word(Untrusted("--\(name)")), .text($0)] } ?? []
  }

  static func option(_ name: String, _ value: String?) -> [Word] { option(name, value.map { Untrusted($0) }) }
  static func option(_ name: String, _ value: Distance?) -> [Word] {
    option(name, value.map { Numeral.plain($0.metres) + "m" })
  }

  static func flag(_ name: String, _ isSet: Bool) -> [Word] { isSet ? [Word(Untrusted("--\(name)"))] : [] }

  /// The name of the option says which kind of id the place has.
  static func option(_ name: String, _ place: PlaceID?) -> [Word] {
    guard let place else { return [] }
    return if case .text = place.id { option(name + "-text", place.word) } else { option(name, place.word) }
  }

  /// Its position is that of the list.
  static func station(_ station: Favorite.Station?) -> [Word] {
    option("station", station?.id) + option("called", station?.name)
  }

  static func columnOrder(_ order: ColumnOrder?) -> [Word] {
    option("by-column", order?.column) + flag("descending", order?.isDescending == true)
  }

  static func conditions(_ conditions: [Condition]) -> [Word] { options("where", conditions.map(\.word)) }
  static func options(_ name: String, _ values: [Untrusted]) -> [Word] { values.flatMap { option(name, $0) } }
}

extension [Word] {
  /// Another place that the user may have meant, and below it the line to type for that.
  func offer(of place: Place) -> Message {
    "or \(cut: place.title):\n  \(Untrusted(bytes: FactLine.text(self)))"
  }
}

extension PlaceID {
  /// The place of `DATASET:ID`. The id is a number if it is written as one, without quotes.
  init?(_ word: Word) {
    let bytes = word.text.bytes
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let dataset = String(decoding: bytes[..<colon], as: UTF8.self)
    guard DatasetName.isWellFormed(dataset) else { return nil }
    let id = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    let number = word.isQuoted ? nil : Int64(id)
    self.init(dataset: dataset, id: number.flatMap { String($0) == id ? .number($0) : nil } ?? .text(id))
  }
}

extension Coordinate {
  init?(_ word: Word) {
    guard let point = try? Coordinate(word: word.text.text) else { return nil }
    self = point
  }
}
