/// Matches a query against one place at a time, by the definition of the tiers: what `why` explains, and what tells
/// which alternate name or region a visible row owes its place to. O(names of the place).
struct Matcher {
  private let query: Untrusted
  private let pattern: Pattern

  /// nil where the query folds to nothing.
  init?(_ query: Untrusted) {
    guard let pattern = Pattern(query) else { return nil }
    self.query = query
    self.pattern = pattern
  }

  /// The text that matched, where that is not the name.
  func matched(_ answer: Answer) -> Untrusted? {
    let places = answer.dataset.places
    let alternates = places.alternates(of: answer.row).map(places.alternates.untrusted)
    switch answer.grade.tier {
    case .name, .prefix, .words, .inside: return nil
    case .alternate, .alternatePrefix:
      return best(of: alternates) { Self.grade(of: $0, for: pattern)?.rawValue }
    case .region:
      guard let name = nameOfRegionMatch(of: answer.row, in: answer.dataset) else { return regionText(answer) }
      if Self.gradeOfName(Fold.bytes(answer.dataset.place(answer.row).name), for: name) != nil { return nil }
      return best(of: alternates) { Self.grade(of: $0, for: name)?.rawValue }
    case .typo:
      guard answer.grade.rawValue & 0xF == 1 else { return nil }
      let names =
        [pattern]
        + RegionSplit.all(of: pattern, in: answer.dataset).filter {
          $0.regions.contains(places.region(of: answer.row))
        }.map(\.name)
      return best(of: alternates) { key in names.compactMap { Self.typos(of: key, for: $0) }.min() }
    }
  }

  /// Of the alternates with the least grade, the one spelled as typed, else the first.
  private func best(of alternates: [Untrusted], grade: ([UInt8]) -> Int?) -> Untrusted? {
    let graded = alternates.compactMap { alternate in grade(Fold.bytes(alternate)).map { (alternate, $0) } }
    guard let least = graded.map(\.1).min() else { return nil }
    let candidates = graded.filter { $0.1 == least }.map(\.0)
    let typed = query.text.lowercased()
    return candidates.first { $0.text.lowercased().hasPrefix(typed) } ?? candidates.first
  }

  /// Which words of the query an answer of the tier `region` owes to its name, and which to its region.
  ///
  /// - Parameter isWhole: whether the query was not split, as in the plain filter.
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

  /// The name part by which an answer of the tier `region` matched: the best one; nil: its region alone.
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

  /// The part of the place's region that the first token meets.
  private func regionText(_ answer: Answer) -> Untrusted? {
    let region = answer.dataset.places.region(answer.dataset.places.region(of: answer.row))
    let facts = CountryTable.facts(of: region.country.text)
    let aliases = facts?.aliases.description.split(separator: ";").map { Untrusted($0) } ?? []
    let codes = [region.country, Untrusted(facts?.alpha3.description ?? ""), region.admin1]
    let texts = [region.admin1Name, region.countryName] + aliases + codes
    return texts.first { text in
      Fold.bytes(text).split(separator: 0x20).contains { $0.starts(with: pattern.tokens[0]) }
    }
  }

  /// How a folded name meets `pattern`.
  static func gradeOfName(_ key: [UInt8], for pattern: Pattern) -> NameGrade? {
    guard !key.isEmpty else { return nil }
    if key == pattern.text || key.starts(with: pattern.text + [0x20]) { return .name }
    if key.starts(with: pattern.text) { return .prefix }
    return key.withUnsafeBufferPointer(pattern.isWords) ? .words : nil
  }

  /// How a folded alternate name meets `pattern`.
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
