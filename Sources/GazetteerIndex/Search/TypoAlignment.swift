/// Which letters of a key a query has, besides the fewest possible typing errors, which are those of `Typo`.
struct TypoAlignment {
  /// The fewest errors between the query and a beginning of the key.
  let errors: Int
  /// The indexes in the key of the letters that are right, ascending.
  let right: [Int]

  /// O(query × key).
  init(_ query: [Unicode.Scalar], _ key: [Unicode.Scalar]) {
    // By row and column: the fewest errors between the query from there on and a beginning of the key from there on.
    let width = key.count + 1
    var fewest = [Int](repeating: 0, count: (query.count + 1) * width)
    for i in query.indices.reversed() {
      fewest[i * width + key.count] = query.count - i
      for j in key.indices.reversed() {
        let (here, below) = (i * width + j, (i + 1) * width + j)
        var least = min(fewest[below], fewest[here + 1]) + 1
        least = min(least, fewest[below + 1] + (query[i] == key[j] ? 0 : 1))
        if Self.areExchanged(query, i, key, j) { least = min(least, fewest[below + width + 2] + 1) }
        fewest[here] = least
      }
    }
    errors = fewest[0]
    var right: [Int] = []
    var (i, j) = (0, 0)
    while i < query.count, j < key.count {
      let (here, below) = (i * width + j, (i + 1) * width + j)
      if query[i] == key[j], fewest[here] == fewest[below + 1] {
        right.append(j)
        (i, j) = (i + 1, j + 1)
      } else if Self.areExchanged(query, i, key, j), fewest[here] == fewest[below + width + 2] + 1 {
        (i, j) = (i + 2, j + 2)
      } else if fewest[here] == fewest[below + 1] + 1 {
        (i, j) = (i + 1, j + 1)
      } else if fewest[here] == fewest[here + 1] + 1 {
        j += 1
      } else {
        i += 1
      }
    }
    self.right = right
  }

  /// Whether the next two letters of the query are those of the key the other way round.
  @inline(__always)
  private static func areExchanged(_ query: [Unicode.Scalar], _ i: Int, _ key: [Unicode.Scalar], _ j: Int) -> Bool {
    i + 1 < query.count && j + 1 < key.count && query[i] == key[j + 1] && query[i + 1] == key[j]
  }
}
