import CRegionNames

/// The built-in table of further names of countries and of first-order divisions: ISO 3166-2 codes, and names in other
/// languages. Scripts/make-region-names describes it.
///
/// A country's rows are read when they are first asked for.
struct RegionNameTable {
  /// A country or a division, with folded texts.
  private struct Row {
    let isCountry: Bool
    /// The code of the division, if it has one, and all names.
    let names: [[UInt8]]
  }

  /// The lines of each country, by its code.
  private let linesOfCountry: [[UInt8]: [Slice<UnsafeBufferPointer<UInt8>>]]
  private var rowsOfCountry: [[UInt8]: [Row]] = [:]

  /// O(size of the table).
  init() {
    let table = UnsafeBufferPointer(start: gaz_region_names(), count: gaz_region_names_size())
    let lines = table.split(separator: UInt8(ascii: "\n")).lazy.filter { $0.first != UInt8(ascii: "#") }
    linesOfCountry = Dictionary(grouping: lines) { Array($0.prefix { $0 != UInt8(ascii: "\t") }) }
  }

  /// The further names of a country.
  ///
  /// - Parameter country: its ISO 3166 alpha-2 code in upper case.
  /// - Returns: Folded names; none if the table does not have the country.
  mutating func names(ofCountry country: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
    rows(of: country).filter(\.isCountry).flatMap(\.names)
  }

  /// The further names of the division of a country that has this name or code. O(rows of the country).
  ///
  /// - Returns: Folded names, this one among them; none if the table does not have the division.
  mutating func names(
    ofDivision name: UnsafeBufferPointer<UInt8>, in country: UnsafeBufferPointer<UInt8>
  ) -> [[UInt8]] {
    let name = Self.folded(name)
    return rows(of: country).first { !$0.isCountry && $0.names.contains(name) }?.names ?? []
  }

  private mutating func rows(of country: UnsafeBufferPointer<UInt8>) -> [Row] {
    let country = Array(country)
    if let rows = rowsOfCountry[country] { return rows }
    let rows = (linesOfCountry[country] ?? []).map { line in
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      let isCountry = fields[1].elementsEqual("*".utf8)
      let names = (isCountry ? [] : [fields[1]]) + fields[2].split(separator: UInt8(ascii: ";"))
      return Row(
        isCountry: isCountry,
        names: names.map { Self.folded(UnsafeBufferPointer(rebasing: $0)) }.filter { !$0.isEmpty })
    }
    rowsOfCountry[country] = rows
    return rows
  }

  private static func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    Fold.append(text, to: &folded)
    return folded
  }
}
