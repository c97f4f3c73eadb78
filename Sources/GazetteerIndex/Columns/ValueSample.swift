/// Some values of a column, from which it is guessed how many different ones there are.
struct ValueSample {
  private static let mostRows = 4096

  /// The rows of a sample: all, or some from all parts.
  static func rows(of count: Int) -> some Collection<Int> {
    let rows = min(count, mostRows)
    return (0..<rows).lazy.map { $0 * count / rows }
  }

  private var hashes: Set<Int> = []
  private(set) var count = 0
  private var bytes = 0
  /// Whether all values are numbers, as most files have them.
  private(set) var areNumbers = true

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    hashes.insert(hasher.finalize())
    count += 1
    bytes += text.count
    if areNumbers, Notation.plain.number(text) == nil, !CellType.isMissing(text) { areNumbers = false }
  }

  /// About how many values are different, of so many as the column has.
  func different(among filled: Int) -> Int {
    let repeats = count - hashes.count
    // If most are like an earlier one, hardly any are missing in the sample.
    if count >= filled || repeats > hashes.count { return hashes.count }
    // Of n values among d equally frequent ones, about n² / 2d are like an earlier one.
    return repeats == 0 ? filled : min(filled, count * count / (2 * repeats) + 1)
  }

  /// About how many bytes so many of the values have.
  func bytes(of values: Int) -> Int { count == 0 ? 0 : bytes * values / count }
}
