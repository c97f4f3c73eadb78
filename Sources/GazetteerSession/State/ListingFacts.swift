import GazetteerIndex

/// Where a list comes from, as a line: the command that lists so, wherever there is one.
extension Listing.Source {
  var words: [Word] {
    switch self {
    case .search(let query): ["search", .text(query.text)] + query.options
    case .near(let origin, let radius, let categories):
      ["near", Word(origin)] + .option("within", radius) + .options("category", categories)
    case .box(let southWest, let northEast): ["within", Word(southWest), Word(northEast)]
    case .categories(let categories): ["list"] + categories.map { .text($0) }
    case .place(let place): ["list-place", Word(place)]
    case .checked(let places): ["checked"] + places.map { Word($0) }
    case .favorites(let query):
      ["favorites", .text(query.search.text)] + query.search.options + .options("list", query.lists)
        + .options("tag", query.tags) + .option("min-rating", query.leastRating.map { "\($0)" })
        + .option("order", query.order?.rawValue)
    }
  }

  /// nil where the words are no such line.
  init?(_ words: [Word]) {
    guard let keyword = words.first?.text.text, let facts = FactOptions(words.dropFirst()) else { return nil }
    let parameters = facts.parameters
    switch keyword {
    case "search":
      guard let query = Query(facts) else { return nil }
      self = .search(query)
    case "near":
      guard parameters.count == 1, let origin = Coordinate(parameters[0]), let radius = facts.distance("within") else {
        return nil
      }
      self = .near(origin, within: radius.value, categories: facts.all("category"))
    case "within":
      let corners = parameters.compactMap { Coordinate($0) }
      guard corners.count == 2, parameters.count == 2 else { return nil }
      self = .box(southWest: corners[0], northEast: corners[1])
    case "list": self = .categories(parameters.map(\.text))
    case "list-place":
      guard parameters.count == 1, let place = PlaceID(parameters[0]) else { return nil }
      self = .place(place)
    case "checked": self = .checked(parameters.compactMap { PlaceID($0) })
    case "favorites":
      guard let search = Query(facts) else { return nil }
      var query = FavoritesQuery(search)
      query.lists = facts.all("list")
      query.tags = facts.all("tag")
      query.leastRating = facts["min-rating"].flatMap { Int($0.text) }
      query.order = facts["order"].flatMap { FavoritesQuery.Order(rawValue: $0.text) }
      self = .favorites(query)
    default: return nil
    }
  }
}

extension Query {
  fileprivate var options: [Word] {
    [Word].option("in", country) + .options("category", categories) + .option("near", origin?.word)
      + .option("within", radius) + .option("from", dataset) + .option("sort", order?.rawValue)
      + (prefixOnly ? ["--prefix"] : [])
  }

  fileprivate init?(_ facts: FactOptions) {
    guard facts.parameters.count == 1, let radius = facts.distance("within") else { return nil }
    self.init(facts.parameters[0].text)
    country = facts["in"]
    categories = facts.all("category")
    origin = facts["near"].flatMap { Coordinate(Word($0)) }
    self.radius = radius.value
    dataset = facts["from"]?.text
    order = facts["sort"].flatMap { Order(rawValue: $0.text) }
    prefixOnly = facts.flags.contains("prefix")
  }
}

/// The words of a line behind its first: options with their values, and the rest.
struct FactOptions {
  private(set) var parameters: [Word] = []
  private(set) var flags: Set<String> = []
  private var values: [String: [Untrusted]] = [:]

  /// nil where an option has no value.
  init?(_ words: ArraySlice<Word>) {
    var rest = words
    while let word = rest.popFirst() {
      guard let option = OptionWord(word) else {
        parameters.append(word)
        continue
      }
      if option.name == "prefix" {
        flags.insert(option.name)
      } else {
        guard let value = rest.popFirst() else { return nil }
        values[option.name, default: []].append(value.text)
      }
    }
  }

  subscript(name: String) -> Untrusted? { values[name]?.last }
  func all(_ name: String) -> [Untrusted] { values[name] ?? [] }

  /// A distance in metres, if there is one; nil where it is none.
  func distance(_ name: String) -> (value: Distance?, Void)? {
    guard let text = self[name] else { return (nil, ()) }
    guard text.bytes.last == UInt8(ascii: "m"), let metres = Double(text.text.dropLast()), metres.isFinite
    else { return nil }
    return (.metres(metres), ())
  }
}

extension Word: ExpressibleByStringLiteral {
  /// A word of the program's own.
  package init(stringLiteral value: StaticString) { self.init(Untrusted(value.description)) }

  init(_ place: PlaceID) {
    // A text that looks like a number is none.
    let looksLikeANumber = if case .text(let text) = place.id { Int64(text) != nil } else { false }
    self.init(place.word, isQuoted: looksLikeANumber)
  }

  init(_ point: Coordinate) { self.init(Untrusted(point.word)) }

  /// A word that is never an option.
  static func text(_ text: Untrusted) -> Word { Word(text, isQuoted: text.bytes.starts(with: "--".utf8)) }
}

extension [Word] {
  static func option(_ name: String, _ value: Untrusted?) -> [Word] {
    value.map { [Word(Untrusted("--\(name)")), .text($0)] } ?? []
  }

  static func option(_ name: String, _ value: String?) -> [Word] { option(name, value.map { Untrusted($0) }) }
  static func option(_ name: String, _ value: Distance?) -> [Word] {
    option(name, value.map { Numeral.plain($0.metres) + "m" })
  }

  static func options(_ name: String, _ values: [Untrusted]) -> [Word] { values.flatMap { option(name, $0) } }
}

extension PlaceID {
  /// What `DATASET:ID` says; in quotes, or where it is no plain number, the identity is a text.
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
  fileprivate init?(_ word: Word) {
    guard let point = try? Coordinate(word: word.text.text) else { return nil }
    self = point
  }
}
