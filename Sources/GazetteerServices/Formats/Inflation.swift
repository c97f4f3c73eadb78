import CZlib
import GazetteerIndex

/// Unpacks data that was compressed with deflate.
package enum Inflation {
  /// When to stop unpacking. Without limits, a small crafted file could fill the memory.
  struct Limits {
    /// The greatest ratio of unpacked to packed size. No normal text has a greater one.
    var ratio = 100
    /// `ratio` is not checked up to this many unpacked bytes.
    var freeBytes = 1 << 20
    /// The greatest ratio for large texts. Real ones have a ratio of 15.
    var ratioOfLarge = 25
    /// A text is large if it has more unpacked bytes than this.
    var largeBytes = 64 << 20
    /// The most bytes to unpack.
    var bytes = 512 << 20

    static let standard = Limits()

    func check(unpacked: Int, from packed: Int) throws(ArchiveError) {
      if unpacked > bytes { throw .tooLarge }
      if unpacked > freeBytes, unpacked / ratio > packed { throw .bomb }
      if unpacked > largeBytes, unpacked / ratioOfLarge > packed { throw .swollen }
    }
  }

  enum Form: Int32 {
    /// Deflated data alone, as in zip archives.
    case raw = -15
    /// With the header and the checksum of zlib.
    case zlib = 15
    /// With the header and the checksum of gzip; several such parts may follow one another.
    case gzip = 31
  }

  /// How many bytes are read, and how many are written, at a time.
  private static let piece = 1 << 18

  /// The unpacked bytes. O(their number).
  ///
  /// - Parameter enough: unpacking stops when there are this many bytes.
  static func inflated(
    _ content: UnsafeBufferPointer<UInt8>, _ form: Form, _ cancellation: Cancellation, limits: Limits = .standard,
    enough: Int = .max
  ) throws(ArchiveError) -> ByteBuffer {
    guard let zlib = gaz_zlib()?.pointee else { throw .noLibrary }
    var stream = z_stream()
    guard zlib.inflateStart(&stream, form.rawValue) == Z_OK else { throw .noLibrary }
    defer { _ = zlib.inflateEnd(&stream) }
    stream.next_in = UnsafeMutablePointer(mutating: content.baseAddress)
    var unread = content.count
    let result = ByteBuffer(most: min(limits.bytes, .max - piece) + piece)
    let output = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: piece)
    defer { output.deallocate() }
    while true {
      if cancellation.isCancelled { throw .cancelled }
      let given = min(unread, piece)
      stream.avail_in = UInt32(given)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      let status = zlib.inflate(&stream, Z_NO_FLUSH)
      unread -= given - Int(stream.avail_in)
      let made = output.count - Int(stream.avail_out)
      result.append(UnsafeBufferPointer(rebasing: output[..<made]))
      try limits.check(unpacked: result.count, from: content.count - unread)
      if result.count >= enough { return result }
      switch status {
      case Z_STREAM_END:
        let rest = UnsafeBufferPointer(rebasing: content[(content.count - unread)...])
        guard form == .gzip, rest.starts(with: [0x1F, 0x8B]) else { return result }
        guard zlib.inflateReset(&stream) == Z_OK else { throw .noLibrary }
      case Z_OK where made > 0 || given > Int(stream.avail_in): break
      case Z_OK, Z_BUF_ERROR: throw .damaged("it ends too early")
      default: throw .damaged("its compressed data are malformed")
      }
    }
  }

  /// The checksum of zip archives.
  static func checksum(_ content: UnsafeBufferPointer<UInt8>) throws(ArchiveError) -> UInt32 {
    guard let zlib = gaz_zlib()?.pointee else { throw .noLibrary }
    var sum: UInt = 0
    var rest = content[...]
    while !rest.isEmpty {
      let part = UnsafeBufferPointer(rebasing: rest.prefix(1 << 30))
      sum = zlib.crc32(sum, part.baseAddress, UInt32(part.count))
      rest = rest.dropFirst(part.count)
    }
    return UInt32(truncatingIfNeeded: sum)
  }
}
