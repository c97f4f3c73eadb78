import CZlib
import GazetteerIndex

/// Unpacks a gzip file that is read in pieces. It may grow without a limit, because only one piece is in memory: at most
/// 64 MB for one of 64 kB.
final class PieceInflation {
  static let magic: [UInt8] = [0x1F, 0x8B]

  private let zlib: gaz_zlib
  /// zlib keeps the address.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  /// Bytes that were not unpacked, because too few follow the end of a part.
  private var rest: [UInt8] = []
  private var isBetweenParts = false
  /// What follows is not packed, and is left out, as `gzip` does.
  private var isDone = false

  init() throws(ArchiveError) {
    stream.initialize(to: z_stream())
    guard let zlib = gaz_zlib()?.pointee, zlib.inflateStart(stream, Inflation.Form.gzip.rawValue) == Z_OK else {
      stream.deallocate()
      throw .noLibrary
    }
    self.zlib = zlib
  }

  deinit {
    _ = zlib.inflateEnd(stream)
    stream.deallocate()
  }

  /// Adds the bytes of the next piece to `unpacked`, also those before an error. O(their number).
  ///
  /// - Parameter isLast: whether no piece follows.
  func unpack(_ piece: [UInt8], isLast: Bool, to unpacked: inout [UInt8]) throws(ArchiveError) {
    var packed = (rest + piece)[...]
    rest = []
    while !packed.isEmpty, !isDone {
      guard isBetweenParts else {
        packed = packed.dropFirst(try inflate(packed, to: &unpacked))
        continue
      }
      if packed.count < Self.magic.count, !isLast {
        rest = Array(packed)
        return
      }
      isDone = !packed.starts(with: Self.magic)
      isBetweenParts = false
    }
    if isLast, !isDone, !isBetweenParts { throw .damaged("it ends too early") }
  }

  /// Unpacks up to the end of `packed` or of a part. Returns how many bytes it has read.
  private func inflate(_ packed: ArraySlice<UInt8>, to unpacked: inout [UInt8]) throws(ArchiveError) -> Int {
    var status = Z_OK
    let read = packed.withUnsafeBufferPointer { packed in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: packed.baseAddress)
      stream.pointee.avail_in = UInt32(packed.count)
      repeat {
        unpacked += [UInt8](unsafeUninitializedCapacity: Self.written) { output, count in
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = UInt32(output.count)
          status = zlib.inflate(stream, Z_NO_FLUSH)
          count = output.count - Int(stream.pointee.avail_out)
        }
      } while status == Z_OK && (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
      return packed.count - Int(stream.pointee.avail_in)
    }
    switch status {
    case Z_STREAM_END:
      guard zlib.inflateReset(stream) == Z_OK else { throw .noLibrary }
      isBetweenParts = true
    // Nothing more can be unpacked before more is there.
    case Z_OK, Z_BUF_ERROR: break
    default: throw .damaged("its compressed data are malformed")
    }
    return read
  }

  /// How many bytes are unpacked at a time.
  private static let written = 1 << 18
}
