/// Writes JSON. Escapes characters that could act on a terminal.
package struct JSONWriter {
  package private(set) var text = ""

  package init() {}

  package static func text(of datum: Datum) -> String {
    var writer = JSONWriter()
    writer.write(datum)
    return writer.text
  }

  /// The program's own text, which needs no escapes.
  package mutating func raw(_ words: String) { text += words }

  /// A member whose key is the program's own.
  package mutating func member(_ key: String, _ value: Datum) {
    text += "\"\(key)\":"
    write(value)
  }

  package mutating func write(_ datum: Datum) {
    switch datum {
    case .text(let words): string(words)
    case .integer(let value): text += String(value)
    case .decimal(let value): text += value.isFinite ? Numeral.plain(value) : "null"
    case .flag(let value): text += value ? "true" : "false"
    case .joined(let texts): string(texts.joined(separator: ";"))
    case .list(let values): enclosed("[", values, "]") { writer, value in writer.write(value) }
    case .object(let members):
      object(members) { writer, member in
        writer.string(member.key)
        writer.text += ":"
        writer.write(member.value)
      }
    }
  }

  package mutating func object<Member>(_ members: [Member], each: (inout JSONWriter, Member) -> Void) {
    enclosed("{", members, "}", each: each)
  }

  private mutating func enclosed<Element>(
    _ start: String, _ elements: [Element], _ end: String, each: (inout JSONWriter, Element) -> Void
  ) {
    text += start
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      each(&self, element)
    }
    text += end
  }

  /// A string in quotes. Invalid UTF-8 becomes U+FFFD. Characters that could act on a terminal or be invisible are
  /// escaped.
  package mutating func string(_ words: Untrusted) {
    text += "\""
    if words.bytes.allSatisfy(JSONWriter.isPlain) {
      text += words.text
    } else {
      var marks = 0
      for scalar in words.text.unicodeScalars {
        marks = Neutraliser.isMark(scalar) ? marks + 1 : 0
        write(scalar, isSafe: marks <= Neutraliser.mostMarks)
      }
    }
    text += "\""
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func write(_ scalar: Unicode.Scalar, isSafe: Bool) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\t": text += "\\t"
    case "\u{FE0F}": escape(scalar)
    case _ where !isSafe || Neutraliser.isHostile(scalar): escape(scalar)
    default: text.unicodeScalars.append(scalar)
    }
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
  }
}
