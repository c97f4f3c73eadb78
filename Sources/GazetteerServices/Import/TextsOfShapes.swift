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
      case let name?: SourceReading.Encoding(Untrusted(name))
      }
    encoding = reading.encoding ?? known
    unknown = encoding == nil && name != "LDID/0" ? name : nil
  }

  private var isUTF8: Bool { encoding == nil || encoding == .utf8 }

  /// The text without a part of a character at its end, if it may be cut at so many bytes.
  func whole(_ cell: [UInt8], cutAt most: Int) -> [UInt8] {
    guard isUTF8, cell.count == most else { return cell }
    let start = cell.withUnsafeBufferPointer { $0.withoutPartOfCharacter.count }
    return String(validating: cell[start...], as: UTF8.self) == nil ? Array(cell[..<start]) : cell
  }

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
