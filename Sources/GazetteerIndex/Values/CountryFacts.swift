/// What the program itself knows about a country, independent of the data.
///
/// The texts are literals in the program's image, so a lookup allocates and copies nothing.
package struct CountryFacts: Sendable {
  /// The ISO 3166 alpha-2 code.
  package let code: StaticString
  /// The ISO 3166 alpha-3 code.
  package let alpha3: StaticString
  /// The English name.
  package let name: StaticString
  /// Other common names, separated by `;`; may be empty.
  package let aliases: StaticString

  /// Code, alpha-3 code, name and aliases.
  var names: [String] {
    [code, alpha3, name].map(\.description) + aliases.description.split(separator: ";").map(String.init)
  }

  init(_ code: StaticString, _ alpha3: StaticString, _ name: StaticString, _ aliases: StaticString) {
    self.code = code
    self.alpha3 = alpha3
    self.name = name
    self.aliases = aliases
  }
}

/// The countries by code. The rows are in `CountryTable.swift`, which a script generates.
package enum CountryTable {
  /// Finds a country by its alpha-2 code in upper case; nil if there is none. O(log countries).
  package static func facts(of code: UnsafeBufferPointer<UInt8>) -> CountryFacts? {
    guard code.count == 2 else { return nil }
    return all.withUnsafeBufferPointer { rows in
      var low = 0
      var high = rows.count
      while low < high {
        let middle = (low + high) / 2
        let candidate = rows[middle].code.utf8Start
        if (candidate[0], candidate[1]) == (code[0], code[1]) { return rows[middle] }
        if (candidate[0], candidate[1]) < (code[0], code[1]) { low = middle + 1 } else { high = middle }
      }
      return nil
    }
  }

  /// Finds a country by its alpha-2 code in upper case; nil if there is none.
  package static func facts(of code: String) -> CountryFacts? {
    var code = code
    return code.withUTF8 { facts(of: $0) }
  }
}
