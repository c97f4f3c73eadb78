import Glibc

extension UnsafeBufferPointer<UInt8> {
  /// Less than zero if these bytes come before others, more than zero if they come after them, zero if they are equal. A
  /// beginning comes before the whole. O(length), many bytes at once.
  @inline(__always)
  func order(to other: UnsafeBufferPointer<UInt8>) -> Int {
    guard let one = baseAddress, let two = other.baseAddress else { return count - other.count }
    let order = memcmp(one, two, Swift.min(count, other.count))
    return order == 0 ? count - other.count : Int(order)
  }
}
