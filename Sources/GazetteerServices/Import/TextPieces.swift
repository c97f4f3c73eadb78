import GazetteerIndex
import Glibc

/// A file or the standard input, perhaps packed by gzip, as UTF-8: a piece at a time, so that what has come from a pipe
/// is there before the rest is.
final class TextPieces {
  /// How many bytes are read at a time; fewer if they may be packed.
  static let size = 1 << 18
  private static let packedSize = 1 << 16
  /// How long to wait for a pipe between two checks of the cancellation, in milliseconds.
  private static let patience: Int32 = 100

  private let descriptor: Int32
  private var inflation: PieceInflation?
  private var decoding: PieceDecoding
  private var isAtStart = true
  /// Whether no piece follows.
  private(set) var isAtEnd = false
  /// Why the text ends before its end. What was read before is good, but for the last line, which may be cut.
  private(set) var damage: ImportError?

  /// Opens the file, or the standard input for `-`.
  init(path: String, _ encoding: SourceReading.Encoding?) throws(ImportError) {
    decoding = PieceDecoding(encoding)
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw ImportError(errno) }
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// Whether more is there already.
  var hasMore: Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, Self.patience) > 0
  }

  /// The next piece; it is empty if it completes no character.
  func next(_ cancellation: Cancellation) throws(ImportError) -> [UInt8] {
    var piece = try readPiece(cancellation)
    while isAtStart, piece.count < PieceInflation.magic.count, !isAtEnd { piece += try readPiece(cancellation) }
    do throws(ArchiveError) {
      if isAtStart, piece.starts(with: PieceInflation.magic) { inflation = try PieceInflation() }
    } catch {
      throw .archive(error)
    }
    isAtStart = false
    return try decoding.utf8(inflation.map { unpacked(piece, by: $0) } ?? piece, isLast: isAtEnd)
  }

  private func unpacked(_ piece: [UInt8], by inflation: PieceInflation) -> [UInt8] {
    var text: [UInt8] = []
    do throws(ArchiveError) {
      try inflation.unpack(piece, isLast: isAtEnd, to: &text)
    } catch {
      (damage, isAtEnd) = (.archive(error), true)
    }
    return text
  }

  private func readPiece(_ cancellation: Cancellation) throws(ImportError) -> [UInt8] {
    while true {
      if cancellation.isCancelled { throw .cancelled }
      guard hasMore else { continue }
      var failure: Int32 = 0
      let most = isAtStart || inflation != nil ? Self.packedSize : Self.size
      let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
        let got = read(descriptor, buffer.baseAddress, buffer.count)
        if got < 0 { failure = errno }
        count = max(0, got)
      }
      if failure == EINTR || failure == EAGAIN { continue }
      guard failure == 0 else { throw ImportError(failure) }
      if bytes.isEmpty { isAtEnd = true }
      return bytes
    }
  }
}
