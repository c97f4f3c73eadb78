/// Names of places that complete a text.
package struct NameSuggestions: Sendable {
  package struct Name: Sendable {
    /// As the best place writes it, if several spellings have the same fold.
    package let text: Untrusted
    /// The best of the places with this name.
    package let place: PlaceID
    /// The name of that place.
    package let placeName: Untrusted
    package let region: Region
    /// The number of places in its dataset with this name.
    package let places: Int
    /// The fold of `text`.
    let key: [UInt8]
    let population: UInt32

    package init(
      text: Untrusted, place: PlaceID, placeName: Untrusted, region: Region, places: Int, population: UInt32
    ) {
      self.init(
        text: text, place: place, placeName: placeName, region: region, places: places, key: Fold.bytes(text),
        population: population)
    }

    init(
      text: Untrusted, place: PlaceID, placeName: Untrusted, region: Region, places: Int, key: [UInt8],
      population: UInt32
    ) {
      self.text = text
      self.place = place
      self.placeName = placeName
      self.region = region
      self.places = places
      self.key = key
      self.population = population
    }
  }

  /// How the names match the text.
  package enum Meeting: Sendable {
    /// The names begin with it.
    case beginning
    /// The names are alternate names, and begin with it.
    case alternate
    /// A later word of the names begins with it.
    case word
  }

  package var meeting = Meeting.beginning
  /// The best first, no two with the same fold.
  package var names: [Name] = []
  /// The number of names, listed or not, up to the limit of counting.
  package var total = 0
  /// Whether there are more than `total`.
  package var hasMore = false
  /// The beginning that the folds of all names share, listed or not.
  package var common: [UInt8] = []
}

extension Dataset {
  /// The number of names that are counted exactly.
  private static let mostCounted = 1000
  /// The number of names that are examined for each one that is listed.
  private static let patience = 4
  /// Longer names are not suggested, in bytes of the fold.
  private static let longestName = 200

  package func names(_ meeting: NameSuggestions.Meeting, _ beginning: [UInt8], limit: Int) -> NameSuggestions {
    meeting == .word
      ? names(withWord: beginning, limit: limit)
      : names(beginningWith: beginning, isAlternate: meeting == .alternate, limit: limit)
  }

  package func places(beginningWith beginning: [UInt8], limit: Int) -> [(place: PlaceID, population: UInt32)] {
    let range = beginning.withUnsafeBufferPointer { names.entries(withPrefix: $0) }
    let ranks = nameRanks
    var best = BestEntries(of: range, in: ranks.names)
    var found: [(place: PlaceID, population: UInt32)] = []
    while found.count < limit, let (entry, _) = best.next() {
      let row = Int(names.rows[entry])
      found.append((id(row), places.population(of: row)))
    }
    return found
  }

  private func names(beginningWith beginning: [UInt8], isAlternate: Bool, limit: Int) -> NameSuggestions {
    let index = isAlternate ? alternateNames : names
    let range = beginning.withUnsafeBufferPointer { index.entries(withPrefix: $0) }
    var found = NameSuggestions(meeting: isAlternate ? .alternate : .beginning)
    guard !range.isEmpty else { return found }
    let ranks = nameRanks
    var best =
      isAlternate
      ? BestEntries(of: range, in: ranks.alternates, others: index.run(of:))
      : BestEntries(of: range, in: ranks.names, others: index.run(of:))
    for _ in 0..<limit * Self.patience {
      guard found.names.count < limit, let (entry, run) = best.next() else { break }
      guard index.key(entry).count <= Self.longestName else { continue }
      found.names.append(name(of: entry, in: index, isAlternate: isAlternate, places: run.count))
    }
    found.common = index.common(range)
    (found.total, found.hasMore) = count(range, in: index)
    return found
  }

  /// The number of different keys in a range, and whether there are more.
  private func count(_ range: Range<Int>, in index: KeyIndex) -> (total: Int, hasMore: Bool) {
    var entry = range.lowerBound
    var total = 0
    while entry < range.upperBound {
      guard total < Self.mostCounted else { return (total, true) }
      entry = index.run(of: entry).upperBound
      total += 1
    }
    return (total, false)
  }

  private func names(withWord beginning: [UInt8], limit: Int) -> NameSuggestions {
    var found = NameSuggestions(meeting: .word)
    let token = Array(beginning.prefix { $0 != 0x20 })
    let range = token.withUnsafeBufferPointer { names.words(withPrefix: $0) }
    let ranks = nameRanks
    var best = BestEntries(of: range, in: ranks.words)
    var seen: Set<Int> = []
    for _ in 0..<limit * Self.patience {
      guard found.names.count < limit, let (word, _) = best.next() else { break }
      let entry = Int(names.wordEntries[word])
      let rest = UnsafeBufferPointer(
        start: names.text.pointer + Int(names.wordStarts[word]),
        count: Int(names.starts[entry + 1]) - 1 - Int(names.wordStarts[word]))
      guard rest.starts(with: beginning), names.key(entry).count <= Self.longestName else { continue }
      let run = names.run(of: entry)
      guard seen.insert(run.lowerBound).inserted else { continue }
      found.names.append(name(of: entry, in: names, isAlternate: false, places: run.count))
    }
    found.total = found.names.count
    found.hasMore = best.next() != nil
    return found
  }

  private func name(of entry: Int, in index: KeyIndex, isAlternate: Bool, places count: Int) -> NameSuggestions.Name {
    let row = Int(index.rows[entry])
    let key = Array(index.key(entry))
    let name = places.names.untrusted(row)
    // The alternate name with this key, as the place writes it.
    let alternate = isAlternate ? places.alternates(of: row).first { fold(ofAlternate: $0) == key } : nil
    return NameSuggestions.Name(
      text: alternate.map(places.alternates.untrusted) ?? name, place: id(row), placeName: name,
      region: places.region(places.region(of: row)), places: count, key: key, population: places.population(of: row))
  }

  private func fold(ofAlternate number: Int) -> [UInt8] {
    var folded: [UInt8] = []
    Fold.append(places.alternates[number], to: &folded)
    return folded
  }
}

extension NameSuggestions {
  package init(meeting: Meeting) { self.meeting = meeting }

  /// Joins the suggestions of several sources; nil if there are none.
  init?(joining parts: [NameSuggestions], limit: Int) {
    let parts = parts.filter { !$0.names.isEmpty }
    guard var joined = parts.first else { return nil }
    for part in parts.dropFirst() {
      joined.names += part.names
      joined.total += part.total
      joined.hasMore = joined.hasMore || part.hasMore
      joined.common = joined.common.sharedCharacters(with: part.common)
    }
    guard parts.count > 1 else {
      self = joined
      return
    }
    var seen: Set<[UInt8]> = []
    let order = joined.names.enumerated()
      .sorted { ($1.element.population, $0.offset) < ($0.element.population, $1.offset) }
    joined.names = order.map(\.element).filter { seen.insert($0.key).inserted }
    // A name of several sources is counted once, but only if all names are listed.
    if !joined.hasMore, parts.allSatisfy({ $0.total == $0.names.count }) { joined.total = joined.names.count }
    joined.names.removeLast(max(0, joined.names.count - limit))
    self = joined
  }
}
