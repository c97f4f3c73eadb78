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
    /// 0 in the tiers 6 and 7.
    var weight = 0
    /// In tier 7, the number of errors, and 1 if they are in an alternate name.
    var errors: [Int] = []
    let row: Int
  }

  private struct Folded {
    let name: String
    let alternates: [String]
    let region: [String]
    let furtherWords: Set<String>
    let regionNames: [String]
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
      let further = FurtherNames.names(of: place)
      return Folded(
        name: Fold.fold(place.name), alternates: place.alternates.map(Fold.fold).filter { !$0.isEmpty },
        region: texts.flatMap(Self.words), furtherWords: Set(further.flatMap(Self.words)),
        regionNames: (texts + further).map(Fold.fold).filter { !$0.isEmpty },
        countryWords: [place.country, name].flatMap(Self.words))
    }
  }

  /// All answers, best first.
  func search(_ text: String, prefixOnly: Bool = false, where isOpen: (Int) -> Bool = { _ in true }) -> [Found] {
    let query = Fold.fold(text)
    let rows = places.indices.filter(isOpen)
    if text.allSatisfy(\.isWhitespace) {
      let all = rows.map { Found(tier: 0, row: $0) }
      return prefixOnly ? all.sorted { isAlphabetical($0.row, $1.row) } : all
    }
    guard !query.isEmpty else { return [] }
    let tokens = query.split(separator: " ").map(String.init)
    if prefixOnly { return prefix(query, tokens, rows) }
    var found = full(tokens, rows)
    let count = found.count
    let left = Set(rows).subtracting(found.map(\.row))
    let inside = left.filter { folded[$0].name.contains(exactly: query) }
    if count < 20 { found += inside.map { Found(tier: 6, row: $0) } }
    if count == 0 {
      found += left.subtracting(inside).compactMap { row in
        typo(folded[row], query, tokens).map { Found(tier: 7, errors: $0, row: row) }
      }
    }
    // Leaving out either of two equal words gives the same.
    let shorter = shortened(tokens).reduce(into: [[String]]()) { if !$0.contains($1) { $0.append($1) } }
    if found.isEmpty { found = shorter.lazy.map { relaxed($0, rows) }.first { !$0.isEmpty } ?? [] }
    return found.sorted(by: isBetter)
  }

  /// The answers to a query without some of its words.
  func relaxed(_ tokens: [String], _ rows: [Int]) -> [Found] {
    full(tokens, rows).map { Found(tier: 8, weight: $0.weight, row: $0.row) }
  }

  func isBetter(_ left: Found, _ right: Found) -> Bool {
    let groups = [left, right].map { max($0.tier, 5) }
    if groups[0] != groups[1] { return groups[0] < groups[1] }
    let (a, b) = (places[left.row], places[right.row])
    if left.errors != right.errors { return left.errors.lexicographicallyPrecedes(right.errors) }
    // In the tiers 6 and 7, all have the weight 0, and only the people count.
    let importance = [(left, a), (right, b)].map { (Int($1.population) + 1) * max(1, $0.weight) }
    if importance[0] != importance[1] { return importance[0] > importance[1] }
    if left.tier != right.tier { return left.tier < right.tier }
    return [folded[left.row].name, a.country].precedes([folded[right.row].name, b.country]) ?? (a.id < b.id)
  }

  private func isAlphabetical(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (places[left], places[right])
    return [folded[left].name, a.name, a.country].precedes([folded[right].name, b.name, b.country]) ?? (a.id < b.id)
  }

  private func prefix(_ query: String, _ tokens: [String], _ rows: [Int]) -> [Found] {
    let found = rows.compactMap { row -> Found? in
      if folded[row].name.hasExactPrefix(query) { return Found(tier: 0, row: row) }
      let isCountry = tokens.allSatisfy { Self.isWord($0, of: folded[row].countryWords) }
      return isCountry ? Found(tier: 5, row: row) : nil
    }
    return found.sorted { left, right in
      left.tier == right.tier ? isAlphabetical(left.row, right.row) : left.tier < right.tier
    }
  }

  /// Whether a token is one of the words or, with three characters or more, begins one.
  private static func isWord(_ token: String, of words: [String]) -> Bool {
    words.contains { $0.same(as: token) || (token.unicodeScalars.count >= 3 && $0.hasExactPrefix(token)) }
  }

  /// The query without one word, then without two: the shortest first, of equals the first.
  private func shortened(_ tokens: [String]) -> [[String]] {
    (1...2).flatMap { count -> [[String]] in
      guard tokens.count > count else { return [] }
      let drops =
        count == 1
        ? tokens.indices.map { [$0] }
        : tokens.indices.flatMap { first in
          tokens.indices.filter { $0 > first }.map { [first, $0] }
        }
      let sorted = drops.map { drop in [drop.reduce(0) { $0 + tokens[$1].unicodeScalars.count }] + drop }
        .sorted { $0.lexicographicallyPrecedes($1) }.map { $0.dropFirst() }
      return sorted.map { drop in tokens.indices.filter { !drop.contains($0) }.map { tokens[$0] } }
    }
  }

  private static let short = ["st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort"]

  /// The query's words, and for each of them that has a short or a long form the query with that form instead.
  private func spellings(_ tokens: [String]) -> [(tokens: [String], share: Int)] {
    let long = Dictionary(uniqueKeysWithValues: Self.short.map { ($1, $0) })
    let others = tokens.indices.compactMap { index -> ([String], Int)? in
      (Self.short[tokens[index]] ?? long[tokens[index]]).map { other in
        (tokens[..<index] + [other] + tokens[(index + 1)...], 10)
      }
    }
    return [(tokens, 1)] + others
  }

  private func full(_ tokens: [String], _ rows: [Int]) -> [Found] {
    rows.compactMap { row in
      let found = spellings(tokens).compactMap { tokens, share in
        full(folded[row], tokens).map { (weight: max(1, $0.weight / share), tier: $0.tier) }
      }
      return Self.heaviest(found).map { Found(tier: $0.tier, weight: $0.weight, row: row) }
    }
  }

  private typealias Match = (weight: Int, tier: Int)

  /// The greatest weight; of equal weights, the lower tier.
  private static func heaviest(_ found: [Match]) -> Match? {
    found.min { $0.weight == $1.weight ? $0.tier < $1.tier : $0.weight > $1.weight }
  }

  private func full(_ place: Folded, _ tokens: [String]) -> Match? {
    var found = [best(place, tokens)].compactMap(\.self)
    found += splits(place, tokens).compactMap { best(place, $0) }.map { (max(1, $0.weight / 10), 5) }
    if place.regionNames.contains(where: { $0.same(as: tokens.joined(separator: " ")) }) { found.append((1000, 5)) }
    if tokens.allSatisfy({ place.furtherWords.contains($0) || Self.isWord($0, of: place.region) }) {
      found.append((1, 5))
    }
    return Self.heaviest(found)
  }

  /// The heaviest match of the tiers 0 to 4.
  private func best(_ place: Folded, _ tokens: [String]) -> Match? {
    let query = tokens.joined(separator: " ")
    var found: [Match] = []
    if !place.name.isEmpty {
      if place.name.same(as: query) {
        found.append((1_000_000, 0))
      } else if place.name.hasExactPrefix(query) {
        found.append((place.name.hasExactPrefix(query + " ") ? 30_000 : 10_000, 2))
      } else if Self.inOrder(tokens, Self.words(place.name)) {
        found.append((Self.words(place.name)[0].hasExactPrefix(tokens[0]) ? 3000 : 100, 3))
      }
    }
    for alternate in place.alternates {
      let isCode = query.utf8.count <= 3 && query.allSatisfy { $0.isASCII && $0.isLetter }
      if alternate.same(as: query) {
        found.append(isCode ? (10_000, 4) : (100_000, 1))
      } else if alternate.hasExactPrefix(query) {
        found.append((alternate.hasExactPrefix(query + " ") ? 300 : 100, 4))
      } else if Self.inOrder(tokens, Self.words(alternate)) {
        found.append((Self.words(alternate)[0].hasExactPrefix(tokens[0]) ? 30 : 10, 4))
      }
    }
    return Self.heaviest(found)
  }

  private func splits(_ place: Folded, _ tokens: [String]) -> [[String]] {
    guard tokens.count > 1 else { return [] }
    func isRegion(_ tokens: ArraySlice<String>) -> Bool {
      tokens.allSatisfy { token in
        place.furtherWords.contains(token) || place.region.contains { $0.hasExactPrefix(token) }
      }
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
