/// The folded names of one region, its own and further ones, and their words.
struct RegionNames {
  /// The words of the country's code and name.
  private(set) var wordsOfCountry: Set<[UInt8]> = []
  /// The other words of its alpha-3 code and aliases, and of the admin1's code and name.
  private(set) var otherWords: Set<[UInt8]> = []
  /// Those that only the further names have, which only count as whole words.
  private(set) var furtherWords: Set<[UInt8]> = []
  /// All of these names.
  private(set) var all: Set<[UInt8]> = []

  init(region: Int, of places: PlaceColumns, further table: inout RegionNameTable) {
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
    let admin1 = places.regionTexts[region * 4 + 2]
    let admin1Name = places.regionTexts[region * 4 + 3]
    insert(admin1, into: \.otherWords)
    insert(admin1Name, into: \.otherWords)
    otherWords.subtract(wordsOfCountry)
    let division = table.names(ofDivision: admin1Name.isEmpty ? admin1 : admin1Name, in: code)
    for name in table.names(ofCountry: code) + division { insert(folded: name, into: \.furtherWords) }
    furtherWords.subtract(wordsOfCountry)
    furtherWords.subtract(otherWords)
  }

  private mutating func insert(
    _ name: UnsafeBufferPointer<UInt8>, into words: WritableKeyPath<RegionNames, Set<[UInt8]>>
  ) {
    var folded: [UInt8] = []
    Fold.append(name, to: &folded)
    if !folded.isEmpty { insert(folded: folded, into: words) }
  }

  private mutating func insert(folded name: [UInt8], into words: WritableKeyPath<RegionNames, Set<[UInt8]>>) {
    all.insert(name)
    for word in name.split(separator: 0x20) { self[keyPath: words].insert(Array(word)) }
  }
}
