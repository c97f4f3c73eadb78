import Glibc

/// The descriptor of an open file. Whoever opened the file closes it.
package struct Descriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  package func status() throws(SystemError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw SystemError() }
    return status
  }

  /// Reads `count` bytes at `offset`; fewer only at the end of the file.
  package func read(from offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    try filled(count) { pread(number, $0, $1, off_t(offset + $2)) }
  }

  /// Reads the rest of the file. Throws `EFBIG` if that is more than `limit` bytes.
  package func read(limit: Int = .max) throws(SystemError) -> [UInt8] {
    let size = Int(try status().st_size)
    guard size <= limit else { throw SystemError(EFBIG) }
    var bytes = try filled(size) { buffer, count, _ in Glibc.read(number, buffer, count) }
    // A pipe has no size, and a file may have grown.
    while bytes.count >= size {
      let more = try filled(1 << 16) { buffer, count, _ in Glibc.read(number, buffer, count) }
      guard bytes.count + more.count <= limit else { throw SystemError(EFBIG) }
      bytes += more
      if more.isEmpty { break }
    }
    return bytes
  }

  /// Calls `read` until it has given `count` bytes or gives no more. `read` gets a buffer, its size, and the number of
  /// bytes that were read before.
  private func filled(
    _ count: Int, _ read: (UnsafeMutableRawPointer?, Int, Int) -> Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = read(buffer.baseAddress.map { UnsafeMutableRawPointer($0 + filled) }, count - filled, filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = SystemError() }
        if got <= 0 { return }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all of `bytes`. Waits while the reader of a pipe is slow.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in try write(UnsafeRawBufferPointer(bytes)) }
  }

  /// The same for a text, which is not copied.
  package func write(_ text: String) throws(SystemError) {
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(SystemError) in try write(UnsafeRawBufferPointer(bytes)) }
    }
    try result.get()
  }

  /// The same for bytes in memory.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(number, piece.baseAddress, piece.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var ready = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        throw SystemError()
      }
    }
  }
}
