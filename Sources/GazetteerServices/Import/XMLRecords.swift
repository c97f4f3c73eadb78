import GazetteerIndex

/// What importers of XML formats share.
extension RecordSink {
  mutating func set(name: Untrusted) { name.bytes.withUnsafeBufferPointer { set(name: $0) } }

  /// Takes a text as a part of the place; one that is missing or blank is none.
  mutating func take(_ text: Untrusted?, as role: RecordField.Role) {
    guard let text, !text.isBlank else { return }
    text.bytes.withUnsafeBufferPointer { take(text: $0, as: role, attribute: 0) }
  }

  mutating func add(attribute key: String, _ value: Untrusted) {
    var key = key
    let number = key.withUTF8 { builder.number(ofAttribute: $0) }
    value.bytes.withUnsafeBufferPointer { builder.add(attribute: number, value: $0) }
  }
}

extension ImportFormat {
  /// Whether the content could be of a format in XML, which is in the encoding that it declares.
  static func looksLikeXML(_ content: TextPiece) -> Bool {
    if content.starts(with: [0xFF, 0xFE, 0x3C, 0]) || content.starts(with: [0xFE, 0xFF, 0, 0x3C]) { return true }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = content.starts(with: mark) ? content[mark.count...] : content[...]
    return text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
  }

  /// The format of XML, told by its outermost element, or by its path's ending where that cannot be read; nil where it
  /// is another.
  init?(ofXML content: TextPiece, path: String) {
    let root = try? XMLReader(content).root()
    switch root.map({ String($0.localName) }) {
    case "gpx"?: self = .gpx
    case "kml"?, "Document"?, "Folder"?, "Placemark"?: self = .kml
    case nil where path.lowercased().hasSuffix(".gpx"): self = .gpx
    case nil where path.lowercased().hasSuffix(".kml"): self = .kml
    default: return nil
    }
  }
}

extension ImportError {
  /// The error of a reader of XML.
  static func malformed(_ format: ImportFormat, _ error: XMLError) -> ImportError {
    if error.fault == .cancelled { return .cancelled }
    return .malformed(format, line: error.line, column: error.column, reason: error.message)
  }
}

extension Untrusted {
  /// Whether there is nothing but blanks in it.
  var isBlank: Bool { bytes.withUnsafeBufferPointer(\.isBlank) }

  /// The first line that is not blank, as far as a name goes.
  var firstLine: Untrusted? {
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = line.withUnsafeBufferPointer { Untrusted(bytes: $0.trimmed) }
      if !text.isEmpty { return text.beginning }
    }
    return nil
  }
}

extension Message {
  /// `2 routes and 1 track`.
  static func counts(_ parts: [(count: Int, word: String)]) -> Message {
    let words = parts.map { "\($0.count) \(own: $0.count == 1 ? $0.word : $0.word + "s")" as Message }
    return words.dropFirst().reduce(words.first ?? "nothing") { "\($0) and \($1)" }
  }
}

extension Message.Interpolation {
  /// `<osm>`.
  mutating func appendInterpolation(quoting tag: XMLTag) {
    appendInterpolation("<\(Untrusted(tag.name).beginning)>" as Message)
  }
}
