/// The categories or countries of a dataset, sorted by the words for them. Completion looks them up here.
package struct WordList: Sendable {
  package struct Entry: Sendable {
    /// The fold of `word`.
    package let key: [UInt8]
    /// A word for it, as the user can type it.
    package let word: Untrusted
    /// Its proper name.
    package let name: Untrusted
    /// The number of its places.
    package let places: Int
  }

  /// Ascending by key.
  package let entries: [Entry]

  init(_ entries: [Entry]) {
    self.entries = entries.sorted {
      $0.key == $1.key
        ? $0.word.bytes.lexicographicallyPrecedes($1.word.bytes) : $0.key.lexicographicallyPrecedes($1.key)
    }
  }

  /// The entries that begin with a folded text, which may be empty. O(log count).
  package func entries(beginningWith beginning: [UInt8]) -> ArraySlice<Entry> {
    let low = partition(entries.indices) { entries[$0].key.lexicographicallyPrecedes(beginning) }
    let high = partition(low..<entries.count) { entries[$0].key.starts(with: beginning) }
    return entries[low..<high]
  }
}

extension WordList {
  /// O(count).
  init(categories: [(name: Untrusted, count: Int)]) {
    self.init(categories.map { Entry(key: Fold.bytes($0.name), word: $0.name, name: $0.name, places: $0.count) })
  }

  /// The countries of regions, each by its name, code, alpha-3 code and aliases. O(regions).
  init(countriesOf regions: some Sequence<(region: Region, places: Int)>) {
    var counts: [Untrusted: Int] = [:]
    var words: [Untrusted: [Untrusted]] = [:]
    for (region, count) in regions {
      let name = region.countryName.isEmpty ? region.country : region.countryName
      guard count > 0, !name.isEmpty else { continue }
      counts[name, default: 0] += count
      if words[name] == nil {
        let known =
          CountryTable.facts(of: region.country.text)?.names.filter { !$0.isEmpty }.map { Untrusted($0) } ?? []
        words[name] = [name, region.country] + known
      }
    }
    self.init(
      words.flatMap { name, words in
        var seen: Set<[UInt8]> = [[]]
        return words.map { Entry(key: Fold.bytes($0), word: $0, name: name, places: counts[name] ?? 0) }
          .filter { seen.insert($0.key).inserted }
      })
  }
}
