/// The folded names of one region, and their words.
struct RegionNames {
  /// The words of the country's code and name.
  private(set) var wordsOfCountry: Set<[UInt8]> = []
  /// Those of its alpha-3 code and aliases, and of the admin1's code and name.
  private(set) var otherWords: Set<[UInt8]> = []
  /// All of these names.
  private(set) var all: Set<[UInt8]> = []

  init(region: Int, of places: PlaceColumns) {
    let code = places.country(ofRegion: region)
    let facts = CountryTable.facts(of: code)
    insert(code, into: \.wordsOfCountry)
    insert(places.countryName(ofRegion: region), into: \.wordsOfCountry)
    facts?.alpha3.withUTF8Buffer { insert($0, into: \.otherWords) }
    facts?.aliases.withUTF8Buffer { aliases in
      for alias in aliases.split(separator: UInt8(ascii: ";")) {
        insert(UnsafeBufferPointer(rebasing: alias), into: \.otherWords)
      }
    }
    insert(places.regionTexts[region * 4 + 2], into: \.otherWords)
    insert(places.regionTexts[region * 4 + 3], into: \.otherWords)
  }

  private mutating func insert(
    _ name: UnsafeBufferPointer<UInt8>, into words: WritableKeyPath<RegionNames, Set<[UInt8]>>
  ) {
    var folded: [UInt8] = []
    Fold.append(name, to: &folded)
    guard !folded.isEmpty else { return }
    all.insert(folded)
    for word in folded.split(separator: 0x20) { self[keyPath: words].insert(Array(word)) }
  }
}
