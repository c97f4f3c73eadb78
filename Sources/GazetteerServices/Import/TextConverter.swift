import GazetteerIndex
import Glibc

/// Makes UTF-8 of texts in an encoding that the C library knows, by `iconv`.
final class TextConverter {
  private let descriptor: iconv_t
  /// How many bytes are converted between two checks of the cancellation.
  private static let piece = 1 << 20

  /// nil if this system does not know the encoding.
  ///
  /// - Parameter encoding: its name for `iconv`.
  init?(from encoding: String) {
    guard let descriptor = iconv_open("UTF-8", encoding), descriptor != iconv_t(bitPattern: -1) else { return nil }
    self.descriptor = descriptor
  }

  deinit { iconv_close(descriptor) }

  /// Appends the text in UTF-8, and returns how many bytes were read: fewer than all if the text ends inside a character,
  /// or has bytes that are none. O(bytes).
  ///
  /// - Parameter isCut: whether more of the same text follows.
  func convert(
    _ content: TextPiece, to buffer: ByteBuffer, isCut: Bool, _ cancellation: Cancellation = Cancellation()
  ) throws(ImportError) -> Int {
    // Cells of tables are short.
    var output = [CChar](repeating: 0, count: min(Self.piece, 64 + 8 * content.count))
    var position = 0
    while position < content.count {
      if cancellation.isCancelled { throw .cancelled }
      let end = min(position + Self.piece / 4, content.count)
      // The end of a piece may be inside a character, which the next one has whole.
      let read = step(TextPiece(rebasing: content[position..<end]), &output, buffer)
      if read == 0 { break }
      position += read
    }
    if !isCut { finish(&output, buffer) }
    return position
  }

  /// Appends a letter that waited for an accent behind it.
  private func finish(_ output: inout [CChar], _ buffer: ByteBuffer) {
    output.withUnsafeMutableBytes { room in
      var next = room.baseAddress?.assumingMemoryBound(to: CChar.self)
      var free = room.count
      _ = iconv(descriptor, nil, nil, &next, &free)
      buffer.append(TextPiece(start: room.baseAddress?.assumingMemoryBound(to: UInt8.self), count: room.count - free))
    }
  }

  /// Returns how many bytes were read.
  private func step(_ content: TextPiece, _ output: inout [CChar], _ buffer: ByteBuffer) -> Int {
    output.withUnsafeMutableBytes { room in
      var input = UnsafeMutablePointer(
        mutating: UnsafeRawPointer(content.baseAddress)?.assumingMemoryBound(to: CChar.self))
      var left = content.count
      var next = room.baseAddress?.assumingMemoryBound(to: CChar.self)
      var free = room.count
      _ = iconv(descriptor, &input, &left, &next, &free)
      buffer.append(TextPiece(start: room.baseAddress?.assumingMemoryBound(to: UInt8.self), count: room.count - free))
      return content.count - left
    }
  }
}
