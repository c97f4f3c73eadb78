import GazetteerIndex

/// The normal form of a column's name: its words, folded.
///
/// `FACILITY_NAME`, `Facility Name` and `facilityName` are the same. What stands in brackets is left out, and so are
/// endings that name a unit or a reference system: `latitude_deg`, `Lat (WGS84)`; and the number of the column: `12. Lat`.
struct ColumnName: Equatable {
  let words: [String]

  /// O(length).
  init(_ name: String) {
    var words: [String] = []
    var word = ""
    var depth = 0
    var followsLower = false
    func isOpening(_ scalar: Unicode.Scalar) -> Bool { scalar == "(" || scalar == "[" }
    for scalar in Self.withoutNumber(name).unicodeScalars {
      if isOpening(scalar) { depth += 1 }
      let isWord = depth == 0 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      // The first capital after small letters begins a word.
      if !isWord || scalar.properties.isUppercase && followsLower {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isWord { word.unicodeScalars.append(scalar) }
      followsLower = isWord && scalar.properties.isLowercase
      if scalar == ")" || scalar == "]" { depth = max(0, depth - 1) }
    }
    if !word.isEmpty { words.append(word) }
    words = words.map { Fold.fold($0) }
    while words.count > 1, let last = words.last, ColumnWords.endings.contains(last) { words.removeLast() }
    self.words = words
  }

  /// `LATITUDE` for `12. LATITUDE`.
  static func withoutNumber(_ name: String) -> Substring {
    let digits = name.prefix { "0"..."9" ~= $0 }
    let rest = name.dropFirst(digits.count)
    let text = rest.dropFirst().drop { $0 == " " }
    return !digits.isEmpty && rest.first == "." && text.first?.isLetter == true ? text : name[...]
  }

  /// All words as one.
  var joined: String { words.joined() }

  /// Its words without the one that is one of `known`, the last or the first; or the beginning of its last word, if that
  /// ends with one of them that has at least three letters. nil if it has none of them.
  func qualifier(of known: Set<String>) -> [String]? {
    if known.contains(joined) { return [] }
    guard let last = words.last, let first = words.first else { return nil }
    if known.contains(last) { return Array(words.dropLast()) }
    if known.contains(first) { return Array(words.dropFirst()) }
    guard let ending = known.filter({ $0.count >= 3 && last.hasSuffix($0) }).max(by: { $0.count < $1.count }) else {
      return nil
    }
    return words.dropLast() + [String(last.dropLast(ending.count))]
  }
}
