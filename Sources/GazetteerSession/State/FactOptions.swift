import GazetteerIndex

/// The words of a line after its first: options with their values, and the parameters.
struct FactOptions {
  private(set) var parameters: [Word] = []
  private(set) var flags: Set<String> = []
  private var values: [String: [Untrusted]] = [:]

  /// nil if an option has no value.
  init?(_ words: ArraySlice<Word>) {
    var rest = words
    while let word = rest.popFirst() {
      guard let option = OptionWord(word) else {
        parameters.append(word)
        continue
      }
      if ["prefix", "in-columns", "descending", "reverse"].contains(option.name) {
        flags.insert(option.name)
      } else {
        guard let value = rest.popFirst() else { return nil }
        values[option.name, default: []].append(value.text)
      }
    }
  }

  subscript(name: String) -> Untrusted? { values[name]?.last }
  func all(_ name: String) -> [Untrusted] { values[name] ?? [] }

  /// Those that are malformed are left out.
  var conditions: [Condition] { all("where").compactMap(Condition.init) }

  var columnOrder: ColumnOrder? {
    self["by-column"].map { ColumnOrder($0, isDescending: flags.contains("descending")) }
  }

  /// A place; nil without the option.
  func place(_ name: String) -> PlaceID? {
    self[name + "-text"].flatMap { PlaceID(Word($0, isQuoted: true)) } ?? self[name].flatMap { PlaceID(Word($0)) }
  }

  /// The station of a list around a point; nil without the option.
  func station(at origin: Coordinate) -> Favorite.Station? {
    place("station").map { Favorite.Station(id: $0, name: self["called"] ?? $0.word, coordinate: origin) }
  }

  /// A distance in metres; nil without the option.
  func distance(_ name: String) throws(Malformed) -> Distance? {
    guard let text = self[name] else { return nil }
    guard text.bytes.last == UInt8(ascii: "m"), let metres = Double(text.text.dropLast()), metres.isFinite
    else { throw Malformed() }
    return .metres(metres)
  }
}
