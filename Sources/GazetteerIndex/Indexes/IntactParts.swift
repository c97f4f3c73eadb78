/// Parts of a query, at least one of which is unchanged in every text within some typing errors of it.
///
///     springfield illinois     two errors, three parts:   spring ield i linois
///
/// There is one part more than errors. An error changes one character, or is between two, or exchanges neighbours. As a
/// character lies between two parts, no error changes more than one of them.
struct IntactParts {
  let parts: [[UInt8]]

  /// Shorter parts are in too many texts.
  private static let leastCharacters = 3

  /// nil if the query is too short.
  init?(_ pattern: Pattern, errors: Int) {
    let count = errors + 1
    let scalars = String(decoding: pattern.text, as: UTF8.self).unicodeScalars
    let length = (scalars.count - errors) / count
    guard length >= Self.leastCharacters else { return nil }
    parts = (0..<count).map { number in
      let rest = scalars.dropFirst(number * (length + 1))
      return Array(String(String.UnicodeScalarView(number == errors ? rest : rest.prefix(length))).utf8)
    }
  }

  /// The ranges of entries whose keys can have one of the parts, ascending; nil if they are too many to be worth it.
  /// O(the lists of the parts).
  func entries(of keys: KeyIndex, by trigrams: TrigramIndex) -> [Range<Int>]? {
    var ranges: [Range<Int>] = []
    for part in parts {
      guard let found = trigrams.entries(with: part, of: keys) else { return nil }
      ranges += found
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var merged: [Range<Int>] = []
    for range in ranges {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    let count = merged.reduce(0) { $0 + $1.count }
    return count < keys.count / Self.leastOfAll ? merged : nil
  }

  /// Most of the keys can be skipped by their beginnings. So only a small part of them is read faster one by one.
  private static let leastOfAll = 8
}
