/// A picture of at most 256 colors.
package struct Picture: Equatable, Sendable {
  package struct Color: Equatable, Sendable {
    package let red, green, blue: UInt8
    /// 0 for transparent, 255 for opaque.
    package let alpha: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    package static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  }

  /// In pixels.
  package let width, height: Int
  /// The color of each pixel, as an index of `palette`, row by row.
  package let pixels: [UInt8]
  /// The first color is transparent.
  package let palette: [Color]

  /// nil if it is empty, if there are not `width * height` pixels, or if a pixel has no color.
  package init?(width: Int, height: Int, pixels: [UInt8], palette: [Color]) {
    guard width > 0, height > 0, pixels.count == width * height, palette.first == .clear, palette.count <= 256,
      pixels.allSatisfy({ $0 < palette.count })
    else { return nil }
    (self.width, self.height, self.pixels, self.palette) = (width, height, pixels, palette)
  }

  /// Red, green, blue and alpha of each pixel, row by row.
  package var rgba: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count * 4)
    for pixel in pixels {
      let color = palette[Int(pixel)]
      bytes.append(color.red)
      bytes.append(color.green)
      bytes.append(color.blue)
      bytes.append(color.alpha)
    }
    return bytes
  }
}
