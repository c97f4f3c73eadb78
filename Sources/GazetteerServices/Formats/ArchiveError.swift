import GazetteerIndex

/// Why no text can be read from a compressed file or an archive.
package enum ArchiveError: Error, Equatable, Sendable {
  /// It ends too early, or contradicts itself.
  case damaged(Message)
  case encrypted(Untrusted)
  /// A file in it is compressed by another method than deflate: its name and the number of the method.
  case method(Untrusted, Int)
  /// It needs the 64-bit form of the archive.
  case zip64
  /// It unpacks to more than `Inflation.Limits.ratio` times its size.
  case bomb
  /// It unpacks to more than `Inflation.Limits.largeBytes`, and to more than `ratioOfLarge` times its size.
  case swollen
  /// It unpacks to more than `Inflation.Limits.bytes`.
  case tooLarge
  /// No file in it can be read: the first names.
  case nothingReadable([Untrusted])
  /// A workbook of Excel or LibreOffice.
  case spreadsheet
  /// Several files in it could be meant: the first names.
  case several([Untrusted])
  /// What it contains is another archive.
  case nested
  case noLibrary
  case cancelled

  package var reason: Message {
    switch self {
    case .damaged(let reason): "it is a damaged archive: \(reason)"
    case .encrypted(let name): "\(quoted: name) in it is encrypted"
    case .method(let name, let method):
      "\(quoted: name) in it is compressed with method \(method); only deflate is supported"
    case .zip64: "it is a 64-bit zip archive (ZIP64), which is not supported"
    case .bomb:
      "it grows to more than \(Inflation.Limits.standard.ratio) times its size, which is not plausible for text"
    case .swollen:
      """
      it grows to more than \(Inflation.Limits.standard.largeBytes >> 20) MB, and to more than \
      \(Inflation.Limits.standard.ratioOfLarge) times its size
      """
    case .tooLarge: "it grows to more than \(Inflation.Limits.standard.bytes >> 20) MB"
    case .nothingReadable(let names): "the archive contains no file of places: \(Message.list(names))"
    case .spreadsheet: "it is a spreadsheet"
    case .several(let names): "the archive contains several files of places: \(Message.list(names))"
    case .nested: "the archive contains another archive"
    case .noLibrary: "it is compressed, and zlib cannot be loaded (Debian's package: zlib1g)"
    case .cancelled: "it was cancelled"
    }
  }

  package var remedy: Message? {
    switch self {
    case .damaged: "get a new copy of the file"
    case .encrypted, .method, .zip64, .several, .nested: "unzip FILE -d FOLDER, then use one of its files"
    case .swollen: "unpack it first"
    case .tooLarge: "unpack it, and use parts of it"
    case .spreadsheet: "save the sheet as CSV there, and open that file"
    case .nothingReadable: "an archive with a .kml, .gpx, .csv, .geojson or stops.txt"
    case .bomb, .noLibrary, .cancelled: nil
    }
  }
}

extension Message {
  /// The names, separated by commas.
  static func list(_ names: [Untrusted]) -> Message {
    names.dropFirst().reduce(names.first.map { "\($0)" } ?? "nothing") { "\($0), \($1)" }
  }

  /// The name in quotes, cut to a length that fits a message.
  fileprivate init(quoted name: Untrusted) { self = "\"\(name.beginning)\"" }
}

extension Message.Interpolation {
  fileprivate mutating func appendInterpolation(quoted name: Untrusted) { appendInterpolation(Message(quoted: name)) }
}
