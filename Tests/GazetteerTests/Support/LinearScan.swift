@testable import GazetteerIndex

/// A place as a plain value: what the linear scan looks at, and what datasets are built from in tests.
struct ScannedPlace {
  var id: SourceID
  var name: String
  var alternates: [String] = []
  var country = ""
  var admin1 = ""
  var admin1Name = ""
  var population: UInt32 = 0
  var latitude = Double.nan
  var longitude = Double.nan
  var categories: [String] = []
}

/// The rules of search as a scan over all places: slow, plain, and what the indexes must agree with.
struct LinearScan {
  struct Found: Equatable {
    let tier: Int
    let inside: [Int]
    let row: Int
  }

  private struct Folded {
    let name: String
    let alternates: [String]
    let region: [String]
    let countryWords: [String]
  }

  let places: [ScannedPlace]
  private let folded: [Folded]

  init(_ places: [ScannedPlace]) {
    self.places = places
    folded = places.map { place in
      let facts = CountryTable.facts(of: place.country)
      let name = facts?.name.description ?? ""
      let aliases = facts?.aliases.description.split(separator: ";").map(String.init) ?? []
      let texts = [place.country, facts?.alpha3.description ?? "", name] + aliases + [place.admin1, place.admin1Name]
      return Folded(
        name: Fold.fold(place.name), alternates: place.alternates.map(Fold.fold).filter { !$0.isEmpty },
        region: texts.flatMap(Self.words), countryWords: [place.country, name].flatMap(Self.words))
    }
  }

  /// All answers, best first, and the tiers that were asked.
  func search(_ text: String, prefixOnly: Bool = false, where isOpen: (Int) -> Bool = { _ in true }) -> [Found] {
    let query = Fold.fold(text)
    let rows = places.indices.filter(isOpen)
    if text.allSatisfy(\.isWhitespace) { return rows.map { Found(tier: 0, inside: [], row: $0) } }
    guard !query.isEmpty else { return [] }
    let tokens = query.split(separator: " ").map(String.init)
    if prefixOnly { return prefix(query, tokens, rows) }
    var found = rows.compactMap { row in
      exact(folded[row], query, tokens).map { Found(tier: $0[0], inside: $0, row: row) }
    }
    let count = found.count
    let left = Set(rows).subtracting(found.map(\.row))
    let inside = left.filter { folded[$0].name.contains(exactly: query) }
    if count < 20 { found += inside.map { Found(tier: 6, inside: [6], row: $0) } }
    if count == 0 {
      found += left.subtracting(inside).compactMap { row in
        typo(folded[row], query, tokens).map { Found(tier: 7, inside: [7] + $0, row: row) }
      }
    }
    return found.sorted { left, right in
      if left.inside != right.inside { return left.inside.lexicographicallyPrecedes(right.inside) }
      let (a, b) = (places[left.row], places[right.row])
      if a.population != b.population { return a.population > b.population }
      return [folded[left.row].name, a.country].precedes([folded[right.row].name, b.country]) ?? (a.id < b.id)
    }
  }

  private func prefix(_ query: String, _ tokens: [String], _ rows: [Int]) -> [Found] {
    let found = rows.compactMap { row -> Found? in
      if folded[row].name.hasExactPrefix(query) { return Found(tier: 0, inside: [0], row: row) }
      let isCountry = tokens.allSatisfy { token in folded[row].countryWords.contains { $0.hasExactPrefix(token) } }
      return isCountry ? Found(tier: 5, inside: [5], row: row) : nil
    }
    return found.sorted { left, right in
      if left.tier != right.tier { return left.tier < right.tier }
      let (a, b) = (places[left.row], places[right.row])
      return [folded[left.row].name, a.name, a.country].precedes([folded[right.row].name, b.name, b.country])
        ?? (a.id < b.id)
    }
  }

  private func exact(_ place: Folded, _ query: String, _ tokens: [String]) -> [Int]? {
    if let best = best(place, query, tokens) { return best }
    var found = splits(place, tokens).compactMap { best(place, $0.joined(separator: " "), $0) }.map { [5] + $0 }
    let isRegion = tokens.allSatisfy { token in
      place.region.contains { $0.same(as: token) || (token.unicodeScalars.count >= 3 && $0.hasExactPrefix(token)) }
    }
    if isRegion { found.append([5, 9]) }
    return found.min { $0.lexicographicallyPrecedes($1) }
  }

  private func best(_ place: Folded, _ query: String, _ tokens: [String]) -> [Int]? {
    var found: [[Int]] = []
    if !place.name.isEmpty {
      if place.name.same(as: query) || place.name.hasExactPrefix(query + " ") {
        found.append([0])
      } else if place.name.hasExactPrefix(query) {
        found.append([2])
      } else if Self.inOrder(tokens, Self.words(place.name)) {
        found.append([3])
      }
    }
    for alternate in place.alternates {
      let isCode = query.utf8.count <= 3 && query.allSatisfy { $0.isASCII && $0.isLetter }
      if alternate.same(as: query) && !isCode {
        found.append([1])
      } else if alternate.hasExactPrefix(query) {
        found.append([4, 0])
      } else if Self.inOrder(tokens, Self.words(alternate)) {
        found.append([4, 1])
      }
    }
    return found.min { $0.lexicographicallyPrecedes($1) }
  }

  private func splits(_ place: Folded, _ tokens: [String]) -> [[String]] {
    guard tokens.count > 1 else { return [] }
    func isRegion(_ tokens: ArraySlice<String>) -> Bool {
      tokens.allSatisfy { token in place.region.contains { $0.hasExactPrefix(token) } }
    }
    return (1..<tokens.count).flatMap { cut in
      (isRegion(tokens[cut...]) ? [Array(tokens[..<cut])] : [])
        + (isRegion(tokens[..<cut]) ? [Array(tokens[cut...])] : [])
    }
  }

  private func typo(_ place: Folded, _ query: String, _ tokens: [String]) -> [Int]? {
    let queries = [query] + splits(place, tokens).map { $0.joined(separator: " ") }
    let found = queries.flatMap { query -> [[Int]] in
      let length = query.unicodeScalars.count
      let limit = length >= 8 ? 2 : length >= 4 ? 1 : 0
      guard limit > 0 else { return [] }
      let names = place.name.isEmpty ? [] : [(place.name, 0)]
      return (names + place.alternates.map { ($0, 1) }).compactMap { name, kind in
        // A longer start of the name is further away than the limit.
        let start = name.unicodeScalars.prefix(length + limit)
        let distance = Self.distance(Array(query.unicodeScalars), Array(start))
        return distance <= limit ? [distance, kind] : nil
      }
    }
    return found.min { $0.lexicographicallyPrecedes($1) }
  }

  /// The least optimal-string-alignment distance of `query` to a prefix of `name`. Computes the whole table.
  static func distance(_ query: [Unicode.Scalar], _ name: [Unicode.Scalar]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: name.count + 1), count: query.count + 1)
    for i in 0...query.count { table[i][0] = i }
    for j in 0...name.count { table[0][j] = j }
    for i in stride(from: 1, through: query.count, by: 1) {
      for j in stride(from: 1, through: name.count, by: 1) {
        let substitution = table[i - 1][j - 1] + (query[i - 1] == name[j - 1] ? 0 : 1)
        table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, substitution)
        if i > 1, j > 1, query[i - 1] == name[j - 2], query[i - 2] == name[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[query.count].min() ?? 0
  }

  private static func words(_ text: String) -> [String] { Fold.fold(text).split(separator: " ").map(String.init) }

  private static func inOrder(_ tokens: [String], _ words: [String]) -> Bool {
    var next = tokens[...]
    for word in words {
      if let token = next.first, word.hasExactPrefix(token) { next.removeFirst() }
    }
    return next.isEmpty
  }
}

extension String {
  /// By code points, since Swift compares canonically equivalent texts as equal.
  fileprivate func same(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
  fileprivate func hasExactPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
  fileprivate func contains(exactly part: String) -> Bool {
    let (text, part) = (Array(utf8), Array(part.utf8))
    return text.count >= part.count && (0...text.count - part.count).contains { text[$0...].starts(with: part) }
  }
}

extension [String] {
  /// The order of two rows of texts by code points; nil if they are equal.
  fileprivate func precedes(_ other: [String]) -> Bool? {
    zip(self, other).first { !$0.same(as: $1) }.map { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
