import CSixel
import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

@Suite struct PictureTests {
  /// Pixels that do not compress well.
  private static func picture(width: Int, height: Int) throws -> Picture {
    var random = SplitMix(state: 3)
    let pixels = (0..<width * height).map { _ in UInt8.random(in: 0...2, using: &random) }
    let palette: [Picture.Color] = [
      .clear, Picture.Color(red: 250, green: 100, blue: 0), Picture.Color(red: 0, green: 200, blue: 100, alpha: 128),
    ]
    return try #require(Picture(width: width, height: height, pixels: pixels, palette: palette))
  }

  @Test func whatIsNoPictureIsRefused() {
    #expect(Picture(width: 0, height: 1, pixels: [], palette: [.clear]) == nil)
    #expect(Picture(width: 2, height: 1, pixels: [0], palette: [.clear]) == nil)
    #expect(Picture(width: 1, height: 1, pixels: [1], palette: [.clear]) == nil)
    #expect(Picture(width: 1, height: 1, pixels: [0], palette: []) == nil)
  }

  /// The pieces, decoded and unpacked, are the pixels.
  @Test func kittyGetsThePixels() throws {
    let picture = try Self.picture(width: 300, height: 200)
    let text = try picture.sequence(.kitty, columns: 40, rows: 13)
    let pieces = text.components(separatedBy: "\u{1b}\\").dropLast()
    #expect(pieces.count > 2)
    var packed: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      let parts = piece.split(separator: ";", maxSplits: 1)
      let head = index == 0 ? "a=T,f=32,o=z,s=300,v=200,c=40,r=13,C=1,z=-1," : ""
      #expect(parts[0] == "\u{1b}_G\(head)q=2,m=\(index < pieces.count - 1 ? 1 : 0)")
      #expect(parts[1].utf8.count <= 4096)
      packed += Array(parts[1].utf8)
    }
    let bytes = try #require([UInt8](base64: packed))
    // Without the head and the checksum of zlib.
    let raw = Array(bytes.dropFirst(2).dropLast(4))
    let pixels = try raw.withUnsafeBufferPointer { try Inflation.inflated($0, .raw, Cancellation()) }
    #expect(Array(pixels.slice) == picture.rgba)
    #expect(picture.rgba.count == 300 * 200 * 4)
  }

  @Test(.enabled(if: gaz_sixel_is_installed())) func sixelsHaveTheSizeAndLeaveTransparentPixels() throws {
    let text = try Self.picture(width: 90, height: 40).sequence(.sixel, columns: 10, rows: 3)
    #expect(text.hasPrefix("\u{1b}P0;1;0q\"1;1;90;40#"))
    #expect(text.hasSuffix("\u{1b}\\"))
    // The colors, in percent; that which is half transparent is mixed with black. The first is not drawn.
    #expect(text.contains("#1;2;98;39;0") && text.contains("#2;2;0;39;20") && !text.contains("#0;"))
    #expect(text.utf8.dropFirst().dropLast(2).allSatisfy { (0x20..<0x7f).contains($0) || $0 == 10 })
  }

  @Test func anAbsentLibraryIsNamed() {
    #expect("\(PictureError.noLibrary(.sixel).reason)".contains("libsixel"))
    #expect(PictureError.noLibrary(.sixel).remedy != nil)
  }
}
