/// Bytes that grow and stay where they are while they do not.
final class ByteBuffer {
  private(set) var bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
  private(set) var count = 0
  private var capacity = 64

  init() { bytes.initialize(repeating: 0, count: capacity) }
  deinit { bytes.deallocate() }

  var slice: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

  func removeAll() { count = 0 }

  func append(_ byte: UInt8) {
    withUnsafePointer(to: byte) { append(UnsafeBufferPointer(start: $0, count: 1)) }
  }

  func append(_ more: UnsafeBufferPointer<UInt8>) {
    guard let start = more.baseAddress else { return }
    if more.count > capacity - count {
      capacity = max(2 * capacity, count + more.count)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: bytes, count: count)
      bytes.deallocate()
      bytes = larger
    }
    (bytes + count).update(from: start, count: more.count)
    count += more.count
  }
}
