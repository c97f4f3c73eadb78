import CZlib
import GazetteerIndex

extension Picture {
  /// The most bytes of base64 in one sequence.
  private static let piece = 4096

  /// Several sequences: the first has the size and the place, each has a piece of the pixels.
  ///
  ///     f=32,o=z    red, green, blue and alpha, compressed
  ///     C=1,z=-1    the cursor stays; text is drawn over the picture
  ///     q=2         the terminal does not answer
  func kitty(columns: Int, rows: Int) throws(PictureError) -> String {
    let packed = try compressed(rgba).base64
    var text = ""
    for start in stride(from: 0, to: packed.count, by: Self.piece) {
      let end = min(start + Self.piece, packed.count)
      let head = "a=T,f=32,o=z,s=\(width),v=\(height),c=\(columns),r=\(rows),C=1,z=-1,"
      text += "\u{1b}_G\(start == 0 ? head : "")q=2,m=\(end < packed.count ? 1 : 0);"
      text += String(decoding: packed[start..<end], as: UTF8.self) + "\u{1b}\\"
    }
    return text
  }

  /// In the format of zlib.
  private func compressed(_ bytes: [UInt8]) throws(PictureError) -> [UInt8] {
    guard let zlib = gaz_zlib()?.pointee else { throw .noLibrary(.kitty) }
    var size = zlib.compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(size))
    guard zlib.compress(&packed, &size, bytes, UInt(bytes.count)) == Z_OK else { throw .notEncoded }
    return Array(packed.prefix(Int(size)))
  }
}
