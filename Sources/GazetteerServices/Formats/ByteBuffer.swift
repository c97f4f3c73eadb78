import Glibc

/// A buffer of bytes that grows. The bytes stay at one address until more are appended.
final class ByteBuffer {
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity = 64
  private let most: Int

  /// The first 64 bytes are zeros, so that readers may use an empty buffer as an empty text.
  ///
  /// - Parameter most: how many bytes are expected at most, so that no room for more is kept ready.
  init(most: Int = .max) {
    self.most = most
    bytes = Self.moved(nil, to: capacity)
    bytes.initialize(repeating: 0, count: capacity)
  }

  deinit { free(bytes) }

  var slice: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

  func removeAll() { count = 0 }

  func append(_ byte: UInt8) {
    withUnsafePointer(to: byte) { append(UnsafeBufferPointer(start: $0, count: 1)) }
  }

  func append(_ more: UnsafeBufferPointer<UInt8>) {
    guard let start = more.baseAddress else { return }
    if more.count > capacity - count {
      capacity = max(min(2 * capacity, most), count + more.count)
      bytes = Self.moved(bytes, to: capacity)
    }
    (bytes + count).update(from: start, count: more.count)
    count += more.count
  }

  /// For large blocks, `realloc` needs no copy, which would need twice the memory for a moment.
  private static func moved(_ bytes: UnsafeMutablePointer<UInt8>?, to capacity: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = realloc(bytes, capacity) else { preconditionFailure("out of memory") }
    return memory.assumingMemoryBound(to: UInt8.self)
  }
}
