/// Countries by their names.
extension CountryTable {
  /// Whether a country has this folded name or code, perhaps in another language than English.
  package static func hasCountry(_ name: String) -> Bool { countries(called: name) != nil }

  /// The folded English names and codes of the countries that have a folded name; none if there is no such country. O(1)
  /// after the first call.
  static func names(ofCountries name: String) -> Set<String> {
    (countries(called: name) ?? []).reduce(into: []) { $0.formUnion(names[$1]) }
  }

  private static func countries(called name: String) -> [Int]? {
    if let known = numbers[name] ?? furtherNumbers[name] { return known }
    // `U.S.A.` folds to single letters.
    let words = name.split(separator: " ")
    return words.count > 1 && words.allSatisfy { $0.utf8.count == 1 } ? numbers[words.joined()] : nil
  }

  /// The folded names of each country.
  private static let names = all.map { Set($0.names.map(Fold.fold)).subtracting([""]) }

  /// The countries with a name, in `all`.
  private static let numbers: [String: [Int]] = names.enumerated().reduce(into: [:]) { numbers, country in
    for name in country.element { numbers[name, default: []].append(country.offset) }
  }

  /// The same by names in other languages.
  private static let furtherNumbers: [String: [Int]] = {
    var table = RegionNameTable()
    return all.enumerated().reduce(into: [:]) { numbers, country in
      country.element.code.withUTF8Buffer { code in
        for name in Set(table.names(ofCountry: code)) {
          numbers[String(decoding: name, as: UTF8.self), default: []].append(country.offset)
        }
      }
    }
  }()
}
