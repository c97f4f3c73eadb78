/// The names of places that what is typed may become.
package struct NameSuggestions: Sendable {
  package struct Name: Sendable {
    /// As it is written, of all that fold to the same the one of the best place.
    package let text: Untrusted
    /// The best of the places with this name.
    package let place: PlaceID
    /// What the place itself is called.
    package let placeName: Untrusted
    package let region: Region
    /// How many places of its dataset have it.
    package let places: Int
    let key: [UInt8]
    let population: UInt32
  }

  /// How they meet what is typed.
  package enum Meeting: Sendable {
    /// They begin with it.
    case beginning
    /// An alternate name of a place begins with it; the names are those.
    case alternate
    /// A later word begins with it.
    case word
  }

  package var meeting = Meeting.beginning
  /// The best first, no two that fold to the same.
  package var names: [Name] = []
  /// How many there are, listed or not, as far as they were counted.
  package var total = 0
  /// Whether there are more than `total`.
  package var hasMore = false
  /// The beginning that the folds of all of them share, listed or not.
  package var common: [UInt8] = []
}

extension Catalog {
  /// The names that begin with `beginning`, a fold that may end with a space, by the relevance of their places; where there
  /// are none the alternate names that do, else the names with a later word that does.
  ///
  /// Reads so much of the indexes as `limit` asks for, however many names begin so: O(limit² + limit log count).
  package func names(
    beginningWith beginning: [UInt8], limit: Int, meeting: [NameSuggestions.Meeting] = [.beginning, .alternate, .word]
  ) -> NameSuggestions {
    guard beginning.contains(where: { $0 != 0x20 }), limit > 0 else { return NameSuggestions() }
    for meeting in meeting {
      let parts = datasets.map { dataset in
        meeting == .word
          ? dataset.suggestions(withWord: beginning, limit: limit)
          : dataset.suggestions(meeting, beginning, limit: limit)
      }
      if let found = NameSuggestions(joining: parts, limit: limit) { return found }
    }
    return NameSuggestions()
  }

  /// The places whose names begin with `beginning`, the most relevant first.
  package func places(beginningWith beginning: [UInt8], limit: Int) -> [PlaceID] {
    guard beginning.contains(where: { $0 != 0x20 }) else { return [] }
    var found: [(dataset: Dataset, row: Int)] = []
    for dataset in datasets {
      let range = beginning.withUnsafeBufferPointer { dataset.names.entries(withPrefix: $0) }
      let ranks = dataset.nameRanks
      var best = BestEntries(of: range, least: ranks.names, rank: ranks.rank(ofName:))
      for _ in 0..<limit {
        guard let (entry, _) = best.next() else { break }
        found.append((dataset, Int(dataset.names.rows[entry])))
      }
    }
    let ranked = found.enumerated().map { offset, place in
      (population: place.dataset.places.population(of: place.row), offset: offset)
    }
    let order = ranked.sorted { ($1.population, $0.offset) < ($0.population, $1.offset) }
    return order.prefix(limit).map { found[$0.offset].dataset.id(found[$0.offset].row) }
  }
}

extension Dataset {
  /// So many names are counted; what is more, is said to be more.
  private static let mostCounted = 1000
  /// So many names are looked at for one that is listed.
  private static let patience = 4
  /// Nobody chooses a longer one, in bytes of its fold.
  private static let longestName = 200

  fileprivate func suggestions(
    _ meeting: NameSuggestions.Meeting, _ beginning: [UInt8], limit: Int
  ) -> NameSuggestions {
    let isAlternate = meeting == .alternate
    let index = isAlternate ? alternateNames : names
    let range = beginning.withUnsafeBufferPointer { index.entries(withPrefix: $0) }
    var found = NameSuggestions(meeting: meeting)
    guard !range.isEmpty else { return found }
    let ranks = nameRanks
    var best =
      isAlternate
      ? BestEntries(of: range, least: ranks.alternates, rank: ranks.rank(ofAlternate:), others: index.run(of:))
      : BestEntries(of: range, least: ranks.names, rank: ranks.rank(ofName:), others: index.run(of:))
    for _ in 0..<limit * Self.patience {
      guard found.names.count < limit, let (entry, run) = best.next() else { break }
      guard index.key(entry).count <= Self.longestName else { continue }
      found.names.append(name(of: entry, in: index, isAlternate: isAlternate, places: run.count))
    }
    found.common = index.common(range)
    (found.total, found.hasMore) = count(range, in: index)
    return found
  }

  /// How many different keys there are in a range, and whether there are more.
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

  fileprivate func suggestions(withWord beginning: [UInt8], limit: Int) -> NameSuggestions {
    var found = NameSuggestions(meeting: .word)
    let token = Array(beginning.prefix { $0 != 0x20 })
    let range = token.withUnsafeBufferPointer { names.words(withPrefix: $0) }
    let ranks = nameRanks
    var best = BestEntries(of: range, least: ranks.words, rank: ranks.rank(ofWord:))
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
    // As the place writes the alternate name that has this key.
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
  fileprivate init(meeting: Meeting) { self.meeting = meeting }

  /// What several datasets suggest, as one; nil where they suggest nothing.
  fileprivate init?(joining parts: [NameSuggestions], limit: Int) {
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
    // Names that several datasets have are counted once where all of them are listed.
    if !joined.hasMore, parts.allSatisfy({ $0.total == $0.names.count }) { joined.total = joined.names.count }
    joined.names.removeLast(max(0, joined.names.count - limit))
    self = joined
  }
}
