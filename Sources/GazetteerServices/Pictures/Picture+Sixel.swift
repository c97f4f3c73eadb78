import CSixel
import GazetteerIndex

extension Picture {
  private static let (start, startOverScreen) = ("\u{1b}Pq", "\u{1b}P0;1;0q")

  /// Sixels are opaque or not there, so half-transparent colors are mixed with black.
  func sixel() throws(PictureError) -> String {
    guard gaz_sixel_is_installed() else { throw .noLibrary(.sixel) }
    let colors = palette.flatMap { color in
      [color.red, color.green, color.blue].map { UInt8(Int($0) * Int(color.alpha) / 255) }
    }
    var size = 0
    guard let bytes = gaz_sixel_encode(pixels, width, height, colors, palette.count, &size) else { throw .notEncoded }
    defer { gaz_sixel_free(bytes) }
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: size), as: UTF8.self)
    // The library leaves out the 1 with which transparent pixels keep what is on the screen.
    return text.hasPrefix(Self.start) ? Self.startOverScreen + text.dropFirst(Self.start.count) : text
  }
}
