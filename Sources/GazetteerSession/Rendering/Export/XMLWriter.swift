import GazetteerIndex

/// Writes XML 1.0. Characters that could act on a terminal are written as references, which readers resolve.
struct XMLWriter {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var indentation = ""

  typealias Attribute = (name: String, value: Untrusted)

  /// An element that holds only a text.
  mutating func element(_ name: String, _ attributes: [Attribute] = [], text: Untrusted) {
    open(name, attributes)
    self.text += XMLWriter.escaped(text)
    close(name)
  }

  /// An empty element.
  mutating func empty(_ name: String, _ attributes: [Attribute]) {
    open(name, attributes, end: "/>\n")
  }

  /// An element that holds elements, one per line.
  mutating func element(_ name: String, _ attributes: [Attribute] = [], content: (inout XMLWriter) -> Void) {
    open(name, attributes, end: ">\n")
    let outer = indentation
    indentation += " "
    content(&self)
    indentation = outer
    text += indentation
    close(name)
  }

  /// An element from a file, unchanged, on a line of its own.
  mutating func foreign(_ element: String) {
    text += indentation
    text += element
    text += "\n"
  }

  private mutating func open(_ name: String, _ attributes: [Attribute], end: String = ">") {
    text += indentation
    text += "<"
    text += name
    for attribute in attributes {
      text += " "
      text += attribute.name
      text += "=\""
      text += XMLWriter.escaped(attribute.value, isAttribute: true)
      text += "\""
    }
    text += end
  }

  private mutating func close(_ name: String) {
    text += "</"
    text += name
    text += ">\n"
  }

  /// Escapes a text of an element or an attribute. Characters that XML cannot hold become U+FFFD; characters that could
  /// act on a terminal, or be invisible there, become references.
  static func escaped(_ words: Untrusted, isAttribute: Bool = false) -> String {
    if words.bytes.allSatisfy(isPlain) { return words.text }
    var text = ""
    var marks = 0
    for scalar in words.text.unicodeScalars {
      marks = Neutraliser.isMark(scalar) ? marks + 1 : 0
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"" where isAttribute: text += "&quot;"
      case "\n" where !isAttribute: text += "\n"
      case "\t", "\n", "\r": text += reference(scalar)
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": text.unicodeScalars.append("\u{FFFD}")
      case "\u{FE0F}": text += reference(scalar)
      case _ where marks > Neutraliser.mostMarks || Neutraliser.isHostile(scalar): text += reference(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    default: 0x20..<0x7F ~= byte
    }
  }

  static func reference(_ scalar: Unicode.Scalar) -> String {
    "&#x" + String(scalar.value, radix: 16, uppercase: true) + ";"
  }
}

/// An XML element from a file. It is written unchanged, except for characters that could act on a terminal.
enum ForeignElement {
  /// nil if its names have such characters.
  static func harmless(_ element: Untrusted) -> String? {
    var text = ""
    var quote: Unicode.Scalar?
    var isInTag = false
    for scalar in element.text.unicodeScalars {
      switch scalar {
      case "<" where quote == nil: isInTag = true
      case ">" where quote == nil: isInTag = false
      case "\"" where isInTag, "'" where isInTag:
        if quote == nil { quote = scalar } else if quote == scalar { quote = nil }
      default: break
      }
      if scalar != "\n", Neutraliser.isHostile(scalar) || scalar == "\u{FE0F}" {
        guard quote != nil || !isInTag else { return nil }
        text += XMLWriter.reference(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return Untrusted(text).hasFewMarks ? text : nil
  }

  /// The name of the outermost element, with its prefix.
  static func name(_ element: Untrusted) -> String {
    let name = element.bytes.dropFirst().prefix { !" \t\r\n/>".utf8.contains($0) }
    return String(decoding: name, as: UTF8.self)
  }
}

extension Untrusted {
  /// Whether no character has too many marks, which would cover its neighbours.
  fileprivate var hasFewMarks: Bool {
    text.split(separator: "\n").allSatisfy { Untrusted($0).neutralised.utf8.elementsEqual($0.utf8) }
  }
}
