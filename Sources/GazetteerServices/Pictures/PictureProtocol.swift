import GazetteerIndex

/// How terminals take pictures.
package enum PictureProtocol: Equatable, Sendable {
  /// That of the terminal kitty: pixels with transparency, compressed by zlib.
  case kitty
  /// That of the VT340: six rows at a time, each pixel of a color or left as it is.
  case sixel
}

extension Picture {
  /// The sequence that shows the picture with its left upper corner at the cursor. With sixels, the cursor moves.
  ///
  /// O(pixels).
  ///
  /// - Parameters: the cells that it fills. With sixels, it has the size of its pixels.
  package func sequence(
    _ form: PictureProtocol, columns: Int, rows: Int
  ) throws(PictureError) -> String {
    switch form {
    case .kitty: try kitty(columns: columns, rows: rows)
    case .sixel: try sixel()
    }
  }
}
