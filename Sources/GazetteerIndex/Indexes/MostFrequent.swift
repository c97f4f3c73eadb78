/// The most frequent of many values; of equally frequent ones those that come first in an order.
///
/// A value that cannot be among them costs one comparison. O(values) comparisons and, from time to time, O(wanted log
/// wanted), as in `FirstByColumn`.
struct MostFrequent<Value> {
  private typealias Entry = (value: Value, count: Int)

  private let wanted: Int
  private let precedes: (Value, Value) -> Bool
  private var entries: [Entry] = []
  /// No value after this one is wanted.
  private var worst: (value: Value, count: Int)?
  /// Less frequent values are not wanted.
  private var least = 1

  /// - Parameters:
  ///   - wanted: how many values.
  ///   - precedes: the order of values that occur equally often.
  init(_ wanted: Int, precedes: @escaping (Value, Value) -> Bool) {
    self.wanted = wanted
    self.precedes = precedes
  }

  /// Takes a value if it may be one of the most frequent. Each value is offered once.
  @inline(__always)
  mutating func offer(_ value: Value, _ count: Int) {
    if takes(count) { add((value, count)) }
  }

  /// Whether a value that occurs so often may be one of the most frequent.
  @inline(__always)
  func takes(_ count: Int) -> Bool { count >= least && wanted > 0 }

  private mutating func add(_ entry: (value: Value, count: Int)) {
    if let worst, !isBefore(entry, worst) { return }
    entries.append(entry)
    guard entries.count - 256 >= wanted, entries.count - wanted >= wanted + 256 else { return }
    entries.sort(by: isBefore)
    entries.removeLast(entries.count - wanted)
    worst = entries.last
    least = worst?.count ?? 1
  }

  private func isBefore(_ left: (value: Value, count: Int), _ right: (value: Value, count: Int)) -> Bool {
    left.count == right.count ? precedes(left.value, right.value) : left.count > right.count
  }

  /// The same for other values, of which there are none yet.
  var empty: MostFrequent { MostFrequent(wanted, precedes: precedes) }

  /// Takes the values of another part.
  mutating func add(_ other: MostFrequent) {
    for (value, count) in other.entries { offer(value, count) }
  }

  /// The most frequent values, in order. O(n log n) for the n values that are left.
  func values(_ cancellation: Cancellation) throws(Cancelled) -> ArraySlice<(value: Value, count: Int)> {
    var entries = entries
    try entries.withUnsafeMutableBufferPointer { entries throws(Cancelled) in
      try entries.sort(cancellation, by: isBefore)
    }
    return entries.prefix(wanted)
  }
}
