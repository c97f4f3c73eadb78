import GazetteerIndex

extension Catalog {
  /// The categories with these names. A name in another case or without its accents is taken if it can only mean one.
  ///
  /// - Parameter others: more categories to choose from, even if no place here has them.
  func categories(named names: [Untrusted], or others: [Untrusted] = []) throws(Failure) -> [Untrusted] {
    guard !names.isEmpty else { return [] }
    let known = categories.map(\.name).adding(others)
    let knownByKey = Dictionary(grouping: known, by: \.categoryKey)
    var found: [Untrusted] = []
    for (index, name) in names.enumerated() {
      if known.contains(name) {
        found.append(name)
        continue
      }
      guard let same = knownByKey[name.categoryKey] else {
        throw Catalog.noCategory(name, followedBy: names[(index + 1)...], known: known) {
          knownByKey[$0.categoryKey] != nil
        }
      }
      guard same.count == 1 else {
        let names = same.map { "\"\($0.neutralised)\"" }.listed("or")
        throw Failure("\(quoted: name) may be \(own: names)", try: "write the name as it is", code: .usage)
      }
      found += same
    }
    return found
  }

  private static func noCategory(
    _ name: Untrusted, followedBy rest: ArraySlice<Untrusted>, known: [Untrusted], isKnown: (Untrusted) -> Bool
  ) -> Failure {
    var whole = name
    for next in rest.prefix(4) {
      whole = Untrusted(bytes: whole.bytes + " ".utf8 + next.bytes)
      guard isKnown(whole) else { continue }
      return Failure(
        "no category is called \(quoted: name)", why: .didYouMean([whole.neutralised]), try: "put it in quotes")
    }
    let nearest = Spelling.nearest(to: name.text, among: known.map(\.neutralised))
    var examples = known.filter(isShort).prefix(5).map(\.neutralised)
    if !examples.isEmpty, examples.count < known.count { examples.append("…") }
    return Failure(
      "no category is called \(quoted: name)", why: .didYouMean(nearest),
      try: nearest.isEmpty && !examples.isEmpty ? "\(own: examples.joined(separator: ", "))" : nil)
  }

  /// Whether a name is short enough for an error message.
  private static func isShort(_ name: Untrusted) -> Bool { name.bytes.count <= 80 }

  /// Throws if neither the built-in table nor any place has the country or division, or if no place has any country.
  ///
  /// - Parameter text: the other words of the command, which may be the rest of an unquoted name.
  func check(country: Untrusted, beside text: Untrusted) throws(Failure) {
    if CountryTable.hasCountry(Fold.fold(country.text)) {
      if !hasPlaces(in: country) { try checkCountries(country) }
      return
    }
    // A division may be called like the first word of a country: the Central African Republic.
    let words = text.text.split(separator: " ")
    for start in words.indices {
      for end in (start + 1)...min(start + 4, words.count) {
        let whole = ([country.text] + words[start..<end].map(String.init)).joined(separator: " ")
        guard CountryTable.hasCountry(Fold.fold(whole)) else { continue }
        throw Failure("\(quoted: country) is not a country", try: "--in \(quoted: Untrusted(whole))", code: .usage)
      }
    }
    guard !hasPlaces(in: country) else { return }
    let known = CountryTable.all.flatMap(\.words)
    let nearest = Spelling.nearest(to: country.text, among: known.filter { $0.utf8.count > 3 })
    throw Failure(
      "\(quoted: country) is not a country", why: .didYouMean(nearest),
      try: nearest.isEmpty ? "a code such as FR, a name such as France, or a division such as Bavaria" : nil)
  }

  /// Throws if no place has a country.
  ///
  /// - Parameter wanted: the country that a place should have; nil: any.
  func checkCountries(_ wanted: Untrusted? = nil) throws(Failure) {
    guard !datasets.isEmpty, datasets.allSatisfy({ $0.countryWords.entries.isEmpty }) else { return }
    let consequence = wanted.map { ", so none can be in \(quoted: $0)" as Message } ?? ""
    throw Failure(
      "no place in use has a country\(consequence)",
      try: "columns; if one of them has countries: --where COLUMN=VALUE")
  }

  /// Whether it is the division of a place.
  func knows(division: Untrusted) -> Bool { datasets.contains { $0.hasPlaces(inDivision: division) } }

  /// Whether it is a country of the built-in table, or the country or division of a place.
  func knows(country: Untrusted) -> Bool {
    CountryTable.hasCountry(Fold.fold(country.text))
      || datasets.contains { !$0.countryWords.entries.isEmpty && $0.hasPlaces(in: country) }
  }
}

extension CountryFacts {
  /// All names of the country.
  fileprivate var words: [String] {
    [code, alpha3, name].map(\.description) + aliases.description.split(separator: ";").map(String.init)
  }
}

extension Untrusted {
  /// The same text for all spellings of a category: the folded name, or the name itself if its fold is empty.
  fileprivate var categoryKey: Untrusted {
    let folded = Fold.fold(text)
    return folded.isEmpty ? self : Untrusted(folded)
  }
}
