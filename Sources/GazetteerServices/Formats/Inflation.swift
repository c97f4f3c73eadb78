import CZlib
import GazetteerIndex

/// Unpacks what was compressed by deflate.
///
/// What is made to fill the memory is given up early: what swells to more than `mostRatio` times the bytes it was made
/// from, once that is more than `freeBytes`, and what swells to more than `mostBytes`.
package enum Inflation {
  package static let mostRatio = 100
  package static let mostBytes = 512 << 20
  static let freeBytes = 1 << 20
  private static let piece = 1 << 18

  enum Form: Int32 {
    /// Deflated data alone, as in zip archives.
    case raw = -15
    /// With the head and the checksum of gzip; perhaps several, one behind the other.
    case gzip = 31
  }

  /// The unpacked bytes. O(their number).
  ///
  /// - Parameter mostRatio: infinite in the test of what the limit is for.
  static func inflated(
    _ content: UnsafeBufferPointer<UInt8>, _ form: Form, _ cancellation: Cancellation, mostRatio: Int = mostRatio
  ) throws(ArchiveError) -> ByteBuffer {
    guard let zlib = gaz_zlib()?.pointee else { throw .noLibrary }
    var stream = z_stream()
    guard zlib.inflateStart(&stream, form.rawValue) == Z_OK else { throw .noLibrary }
    defer { _ = zlib.inflateEnd(&stream) }
    stream.next_in = UnsafeMutablePointer(mutating: content.baseAddress)
    var unread = content.count
    let result = ByteBuffer()
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
      if result.count > mostBytes { throw .tooLarge }
      if result.count > freeBytes, result.count / mostRatio > content.count - unread { throw .bomb }
      switch status {
      case Z_STREAM_END:
        let rest = UnsafeBufferPointer(rebasing: content[(content.count - unread)...])
        guard form == .gzip, rest.starts(with: [0x1F, 0x8B]) else { return result }
        guard zlib.inflateReset(&stream) == Z_OK else { throw .noLibrary }
      case Z_OK where made > 0 || given > Int(stream.avail_in): break
      case Z_OK, Z_BUF_ERROR: throw .damaged("it ends in the middle")
      default: throw .damaged("its compressed data are not as deflate makes them")
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
