/// Finds known words that are spelled like an unknown one.
package enum Spelling {
  /// The nearest of `candidates`: at most three, all at the smallest distance, which is 2 at most
  /// (1 for words of up to three letters, none for one letter).
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> [String] {
    let word = Array(word.lowercased().unicodeScalars.prefix(64))
    let farthest = word.count < 2 ? 0 : word.count <= 3 ? 1 : 2
    let measured = candidates.compactMap { name -> (name: String, distance: Int)? in
      // Candidates can come from data: do not measure the distance to a megabyte.
      let letters = Array(name.lowercased().unicodeScalars.prefix(word.count + farthest + 1))
      return abs(letters.count - word.count) <= farthest ? (name, distance(word, letters)) : nil
    }
    guard let least = measured.map(\.distance).min(), least <= farthest else { return [] }
    return Array(measured.filter { $0.distance == least }.map(\.name).prefix(3))
  }

  /// The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
  /// O(product of the lengths).
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in 0..<left.count {
      var row = [i + 1]
      for j in 0..<right.count {
        var best = min(last[j] + (left[i] == right[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
