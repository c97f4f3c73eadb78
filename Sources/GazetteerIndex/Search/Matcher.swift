/// Matches a query with one place at a time, as the tiers are defined. It finds the alternate name or region that a
/// visible row matched, and the parts that `why` explains. O(names of the place).
struct Matcher {
  private let query: Untrusted
  private let pattern: Pattern

  /// Returns nil if the query folds to nothing.
  init?(_ query: Untrusted) {
    guard let pattern = Pattern(query) else { return nil }
    self.query = query
    self.pattern = pattern
  }

  /// The text that a row matched with this grade; nil if it is the name.
  func matched(_ row: Int, by grade: Grade, in dataset: Dataset) -> Untrusted? {
    let places = dataset.places
    var alternates: [Untrusted] { places.alternates(of: row).map(places.alternates.untrusted) }
    switch grade.tier {
    case .name, .prefix, .words, .inside: return nil
    case .alternate, .alternatePrefix:
      return best(of: alternates) { Self.grade(of: $0, for: pattern)?.rawValue }
    case .region:
      guard let name = nameOfRegionMatch(of: row, in: dataset) else { return regionText(row, in: dataset) }
      if Self.gradeOfName(Fold.bytes(places.names.untrusted(row)), for: name) != nil { return nil }
      return best(of: alternates) { Self.grade(of: $0, for: name)?.rawValue }
    case .typo:
      guard grade.rawValue & 0xF == 1 else { return nil }
      let names =
        [pattern]
        + RegionSplit.all(of: pattern, in: dataset).filter { $0.regions.contains(places.region(of: row)) }
        .map(\.name)
      return best(of: alternates) { key in names.compactMap { Self.typos(of: key, for: $0) }.min() }
    }
  }

  /// Of the alternate names with the best grade, the one that is spelled as typed; otherwise the first.
  private func best(of alternates: [Untrusted], grade: ([UInt8]) -> Int?) -> Untrusted? {
    let graded = alternates.compactMap { alternate in grade(Fold.bytes(alternate)).map { (alternate, $0) } }
    guard let least = graded.map(\.1).min() else { return nil }
    let candidates = graded.filter { $0.1 == least }.map(\.0)
    let typed = query.text.lowercased()
    return candidates.first { $0.text.lowercased().hasPrefix(typed) } ?? candidates.first
  }

  /// The words of the query that match the name of an answer of the tier `region`, and those that match its region.
  ///
  /// - Parameter isWhole: whether the whole query must match the region, as with `--prefix`.
  func regionMatch(of row: Int, in dataset: Dataset, isWhole: Bool) -> Explanation.RegionMatch {
    guard !isWhole, let name = nameOfRegionMatch(of: row, in: dataset) else {
      return Explanation.RegionMatch(name: nil, region: Untrusted(bytes: pattern.text))
    }
    let count = name.tokens.count
    let region =
      pattern.tokens.starts(with: name.tokens) ? pattern.tokens.dropFirst(count) : pattern.tokens.dropLast(count)
    return Explanation.RegionMatch(
      name: Untrusted(bytes: name.text), region: Untrusted(bytes: region.joined(separator: [0x20])))
  }

  /// The best part of the query that matches the name of a place in the tier `region`; nil if only the region matches.
  private func nameOfRegionMatch(of row: Int, in dataset: Dataset) -> Pattern? {
    let place = dataset.place(row)
    let keys = place.alternates.map(Fold.bytes)
    let name = Fold.bytes(place.name)
    let graded = RegionSplit.all(of: pattern, in: dataset)
      .filter { $0.regions.contains(dataset.places.region(of: row)) }
      .compactMap { split in
        let grades = [Self.gradeOfName(name, for: split.name)] + keys.map { Self.grade(of: $0, for: split.name) }
        return grades.compactMap(\.self).min().map { (part: split.name, grade: $0) }
      }
    return graded.min { $0.grade < $1.grade }?.part
  }

  /// The part of the place's region that the first token matches.
  private func regionText(_ row: Int, in dataset: Dataset) -> Untrusted? {
    let region = dataset.places.region(dataset.places.region(of: row))
    let facts = CountryTable.facts(of: region.country.text)
    let aliases = facts?.aliases.description.split(separator: ";").map { Untrusted($0) } ?? []
    let codes = [region.country, Untrusted(facts?.alpha3.description ?? ""), region.admin1]
    let texts = [region.admin1Name, region.countryName] + aliases + codes
    return texts.first { text in
      Fold.bytes(text).split(separator: 0x20).contains { $0.starts(with: pattern.tokens[0]) }
    }
  }

  /// How a folded name matches `pattern`.
  static func gradeOfName(_ key: [UInt8], for pattern: Pattern) -> NameGrade? {
    guard !key.isEmpty else { return nil }
    if key == pattern.text || key.starts(with: pattern.text + [0x20]) { return .name }
    if key.starts(with: pattern.text) { return .prefix }
    return key.withUnsafeBufferPointer(pattern.isWords) ? .words : nil
  }

  /// How a folded alternate name matches `pattern`.
  static func grade(of key: [UInt8], for pattern: Pattern) -> NameGrade? {
    guard !key.isEmpty else { return nil }
    if key == pattern.text && !pattern.isCode { return .alternate }
    if key.starts(with: pattern.text) { return .alternatePrefix }
    return key.withUnsafeBufferPointer(pattern.isWords) ? .alternateWords : nil
  }

  private static func typos(of key: [UInt8], for pattern: Pattern) -> Int? {
    guard !key.isEmpty, pattern.typoLimit > 0 else { return nil }
    return Typo.distance(
      of: pattern.text.withUnsafeBufferPointer(\.scalars), toPrefixOf: key.withUnsafeBufferPointer(\.scalars),
      limit: pattern.typoLimit)
  }
}
