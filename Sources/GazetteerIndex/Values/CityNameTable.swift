import CCityNames

/// The built-in table of what cities are called in some languages. Scripts/make-city-names describes it.
package enum CityNameTable {
  /// The name of a city in a language; nil if the table does not have it, or if the built-in dataset calls it so anyway.
  /// O(log of the size of the table).
  ///
  /// - Parameters:
  ///   - id: its number in GeoNames.
  ///   - language: an ISO 639 code, such as `de`.
  package static func name(of id: Int64, in language: String) -> Untrusted? {
    let table = UnsafeBufferPointer(start: gaz_city_names(), count: gaz_city_names_size())
    var start = firstLine(of: id, in: table)
    while start < table.count {
      let line = table[start...].prefix { $0 != newline }
      let fields = line.split(separator: UInt8(ascii: "\t"))
      guard number(fields[0]) == id else { return nil }
      if fields[1].split(separator: UInt8(ascii: ",")).contains(where: { $0.elementsEqual(language.utf8) }) {
        return Untrusted(bytes: UnsafeBufferPointer(rebasing: fields[2]))
      }
      start = line.endIndex + 1
    }
    return nil
  }

  private static let newline = UInt8(ascii: "\n")

  /// Where the first line with this number or a greater one begins. The lines are sorted; comments come first.
  private static func firstLine(of id: Int64, in table: UnsafeBufferPointer<UInt8>) -> Int {
    var (low, high) = (0, table.count)
    while low < high {
      let start = table[low..<(low + high) / 2].lastIndex(of: newline).map { $0 + 1 } ?? low
      let line = table[start...].prefix { $0 != newline }
      if number(line.prefix { $0 != UInt8(ascii: "\t") }) ?? 0 < id { low = line.endIndex + 1 } else { high = start }
    }
    return low
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
    Int64(String(decoding: digits, as: UTF8.self))
  }
}
