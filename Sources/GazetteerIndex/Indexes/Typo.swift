/// The distance of a query from the beginning of a key, in typing errors.
///
/// It is the optimal string alignment distance: an insertion, a deletion, a substitution or an exchange of neighbours
/// costs one, and no part is edited twice. The least distance to a prefix of the key counts.
enum Typo {
  /// The distance in characters; nil if it is greater than `limit`. O(query × limit).
  static func distance(of query: [UInt32], toPrefixOf key: [UInt32], limit: Int) -> Int? {
    let tooFar = limit + 1
    // Row i has the distances of the key's first i characters to the query's first i - limit ... i + limit.
    let width = 2 * limit + 1
    var beforeLast = [Int](repeating: tooFar, count: width)
    var last = (0..<width).map { $0 >= limit ? $0 - limit : tooFar }
    var best = query.count <= limit ? query.count : tooFar
    for i in 1...max(1, min(key.count, query.count + limit)) where i <= key.count {
      var row = [Int](repeating: tooFar, count: width)
      for slot in 0..<width {
        let j = i + slot - limit
        guard j >= 0, j <= query.count else { continue }
        var least = slot + 1 < width ? last[slot + 1] + 1 : tooFar
        if j > 0 {
          if slot > 0 { least = min(least, row[slot - 1] + 1) }
          least = min(least, last[slot] + (query[j - 1] == key[i - 1] ? 0 : 1))
          if i > 1, j > 1, query[j - 1] == key[i - 2], query[j - 2] == key[i - 1] {
            least = min(least, beforeLast[slot] + 1)
          }
        }
        row[slot] = min(least, tooFar)
      }
      let end = query.count - i + limit
      if (0..<width).contains(end) { best = min(best, row[end]) }
      if row.allSatisfy({ $0 == tooFar }) && last.allSatisfy({ $0 == tooFar }) { break }
      (beforeLast, last) = (last, row)
    }
    return best <= limit ? best : nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The characters of valid UTF-8.
  var scalars: [UInt32] { String(decoding: self, as: UTF8.self).unicodeScalars.map(\.value) }
}
