import CSixel
import GazetteerIndex

extension Picture {
  /// Sixels are opaque or not there, so half-transparent colors are mixed with black.
  func sixel() throws(PictureError) -> String {
    guard gaz_sixel_is_installed() else { throw .noLibrary(.sixel) }
    let colors = palette.flatMap { color in
      [color.red, color.green, color.blue].map { UInt8(Int($0) * Int(color.alpha) / 255) }
    }
    var size = 0
    guard let bytes = gaz_sixel_encode(pixels, width, height, colors, palette.count, &size) else { throw .notEncoded }
    defer { gaz_sixel_free(bytes) }
    return String(decoding: UnsafeBufferPointer(start: bytes, count: size), as: UTF8.self)
  }
}
