import GazetteerIndex

/// Why a compressed file or an archive gives no text.
package enum ArchiveError: Error, Equatable, Sendable {
  /// It ends too early, or says what cannot be.
  case damaged(Message)
  case encrypted(Untrusted)
  /// A file in it is compressed by another method than deflate; its name, and the number of the method.
  case method(Untrusted, Int)
  /// It needs the 64-bit form of the archive.
  case zip64
  /// It swells to more than `Inflation.mostRatio` times its size.
  case bomb
  /// It swells to more than `Inflation.mostBytes`.
  case tooLarge
  /// None of the files in it can be read; the first names.
  case nothingReadable([Untrusted])
  /// Several of them could be meant; the first names.
  case several([Untrusted])
  /// There is another archive in it.
  case nested
  case noLibrary
  case cancelled

  package var reason: Message {
    switch self {
    case .damaged(let reason): "it is a damaged archive: \(reason)"
    case .encrypted(let name): "\(quoted: name) in it is encrypted"
    case .method(let name, let method): "\(quoted: name) in it is compressed by method \(method), not by deflate"
    case .zip64: "it is a zip archive of the 64-bit form"
    case .bomb: "it swells to more than \(Inflation.mostRatio) times its size, as no honest text does"
    case .tooLarge: "it swells to more than \(Inflation.mostBytes >> 20) MB"
    case .nothingReadable(let names): "the archive holds no file of places: \(Message.list(names))"
    case .several(let names): "the archive holds several files of places: \(Message.list(names))"
    case .nested: "there is another archive in the archive"
    case .noLibrary: "it is compressed, and zlib cannot be opened (Debian's package: zlib1g)"
    case .cancelled: "it was cancelled"
    }
  }

  package var remedy: Message? {
    switch self {
    case .damaged: "to fetch it again"
    case .encrypted, .method, .zip64, .several, .nested: "unzip FILE -d FOLDER, then what is in it"
    case .tooLarge: "to unpack it, then parts of what is in it"
    case .nothingReadable: "an archive with a .kml, .gpx, .csv, .geojson or stops.txt"
    case .bomb, .noLibrary, .cancelled: nil
    }
  }
}

extension Message {
  /// The texts with commas between.
  static func list(_ names: [Untrusted]) -> Message {
    names.dropFirst().reduce(names.first.map { "\($0)" } ?? "nothing") { "\($0), \($1)" }
  }

  /// The text in quotes, cut to what a message has room for.
  fileprivate init(quoted name: Untrusted) { self = "\"\(name.beginning)\"" }
}

extension Message.Interpolation {
  fileprivate mutating func appendInterpolation(quoted name: Untrusted) { appendInterpolation(Message(quoted: name)) }
}
