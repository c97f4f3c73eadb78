import GazetteerIndex

/// A part of a configuration file: `[name]`, then lines `key = "value"`.
struct ConfigurationSection {
  struct Entry {
    let key: String
    let value: Untrusted
    let line: Int
  }

  let name: String
  let line: Int
  private(set) var entries: [Entry] = []

  /// The sections of a text, and what is wrong with its other lines.
  static func sections(of text: Untrusted, path: String) -> (sections: [ConfigurationSection], problems: [Message]) {
    var sections: [ConfigurationSection] = []
    var problems: [Message] = []
    for (index, bytes) in text.lines.enumerated() {
      let line = Untrusted(bytes: bytes).trimmed
      let problem: Message?
      switch line.bytes.first {
      case nil, UInt8(ascii: "#"): problem = nil
      case UInt8(ascii: "["):
        if let name = sectionName(line) {
          let isKnown = sections.contains { $0.name == name }
          sections.append(ConfigurationSection(name: name, line: index + 1))
          problem = isKnown ? "[\(own: name)] is there twice" : nil
        } else {
          problem = "the name of the section is malformed; try: [mail]"
        }
      default:
        if let (key, value) = entry(line) {
          let isKnown = sections.last?.entries.contains { $0.key == key } == true
          problem =
            sections.isEmpty
            ? "it is in no section; try: [mail] above it" : isKnown ? "\(own: key) is there twice" : nil
          if problem == nil {
            sections[sections.count - 1].entries.append(Entry(key: key, value: value, line: index + 1))
          }
        } else {
          problem = "this is not an entry; try: key = \"value\""
        }
      }
      if let problem { problems.append("\(Untrusted(path)):\(index + 1): \(problem)") }
    }
    return (sections, problems)
  }

  subscript(key: String) -> Untrusted? { entries.first { $0.key == key }?.value }

  private static func sectionName(_ line: Untrusted) -> String? {
    let name = Untrusted(bytes: line.bytes.dropFirst().prefix { $0 != UInt8(ascii: "]") }).trimmed.text
    let rest = Untrusted(bytes: line.bytes.drop { $0 != UInt8(ascii: "]") }.dropFirst()).trimmed
    guard rest.isEmpty || rest.bytes.first == UInt8(ascii: "#"), line.bytes.contains(UInt8(ascii: "]")) else {
      return nil
    }
    return isName(name) ? name : nil
  }

  private static func entry(_ line: Untrusted) -> (String, Untrusted)? {
    guard let equals = line.bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let key = Untrusted(bytes: line.bytes[..<equals]).trimmed.text
    let rest = Untrusted(bytes: line.bytes[(equals + 1)...]).trimmed.bytes
    guard isName(key), let value = text(rest) else { return nil }
    return (key, value)
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        let letter = Character(Unicode.Scalar(byte))
        return letter.isASCII && (letter.isLowercase || letter.isNumber || letter == "-" || letter == ".")
      }
  }

  /// A text in quotes: `"…"` with escapes, or `'…'` without. Only a comment may follow.
  private static func text(_ bytes: [UInt8]) -> Untrusted? {
    guard let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    var text: [UInt8] = []
    var rest = bytes.dropFirst()
    while let byte = rest.popFirst() {
      if byte == quote {
        let after = Untrusted(bytes: rest).trimmed
        return after.isEmpty || after.bytes.first == UInt8(ascii: "#") ? Untrusted(bytes: text) : nil
      }
      guard byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") else {
        text.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
      case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      default: return nil
      }
    }
    return nil
  }
}
