import GazetteerIndex

/// How the texts of a Shapefile are read.
struct TextsOfShapes {
  /// nil: UTF-8, or not known.
  private let encoding: SourceReading.Encoding?
  /// The name of a code page that is not known.
  private let unknown: String?

  init(_ reading: SourceReading, codePage: String?) {
    let name = codePage.map { Untrusted($0).trimmed.text.uppercased() }
    let known: SourceReading.Encoding? =
      switch name {
      case nil: nil
      case "65001"?: .utf8
      case "LDID/3"?, "LDID/87"?, "LDID/88"?, "LDID/89"?, "1252"?, "ANSI 1252"?: .windows1252
      case "88591"?: .latin1
      case let name? where name.hasPrefix("LDID/"):
        Int(name.dropFirst("LDID/".count)).flatMap { Self.codePages[$0] }.flatMap { .init(Untrusted("cp\($0)")) }
      case let name?: SourceReading.Encoding(Untrusted(name))
      }
    encoding = reading.encoding ?? known
    unknown = encoding == nil && name != "LDID/0" ? name : nil
  }

  private var isUTF8: Bool { encoding == nil || encoding == .utf8 }

  /// The text without a part of a character at its end, if it may be cut at so many bytes.
  func whole(_ cell: [UInt8], cutAt most: Int) -> [UInt8] {
    guard cell.count == most else { return cell }
    if let encoding, encoding.converter != nil { return whole(cell, in: encoding) }
    guard isUTF8 else { return cell }
    let start = cell.withUnsafeBufferPointer { $0.withoutPartOfCharacter.count }
    return String(validating: cell[start...], as: UTF8.self) == nil ? Array(cell[..<start]) : cell
  }

  private func whole(_ cell: [UInt8], in encoding: SourceReading.Encoding) -> [UInt8] {
    let read = cell.withUnsafeBufferPointer { text in
      try? TextDecoding.converter(from: encoding).convert(text, to: ByteBuffer(), isCut: true)
    }
    guard let read, cell.count - read < TextDecoding.mostBytesOfCharacter else { return cell }
    return Array(cell[..<read])
  }

  /// The code pages by the numbers that dBASE gives to languages.
  private static let codePages = [
    0x01: 437, 0x02: 850, 0x13: 932, 0x26: 866, 0x4D: 936, 0x4E: 949, 0x4F: 950, 0x64: 852, 0x65: 866, 0x7A: 936,
    0x7B: 932, 0xC8: 1250, 0xC9: 1251, 0xCA: 1254, 0xCB: 1253, 0xCC: 1257,
  ]

  /// Texts of ASCII are the same in all code pages.
  func decode(_ text: inout TableText, _ cancellation: Cancellation) throws(ImportError) {
    if isUTF8 {
      guard let unknown, text.bytes.slice.contains(where: { $0 >= 0x80 }) else { return }
      throw .unknownCodePage(Untrusted(unknown).beginning)
    } else {
      try text.decode(from: encoding, cancellation)
    }
  }
}
