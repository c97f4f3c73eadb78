import GazetteerIndex

/// One word of a line.
package struct Word: Hashable, Sendable {
  package let text: Untrusted
  /// Whether quotes took part in it: such a word is never an option.
  package let isQuoted: Bool

  package init(_ text: Untrusted, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
  }
}

/// One command as it was typed: its name, then its words.
package struct Statement: Equatable, Sendable {
  /// At least one.
  package let words: [Word]

  package init(words: [Word]) { self.words = words }

  /// The statements of a line, none of a blank one.
  ///
  /// Blanks separate words, `;` and newlines separate statements, `#` at the start of a word starts a comment up to the
  /// end of its row. `"…"` quotes, inside it `\"` and `\\` are escapes. Every other character stands for itself. O(length).
  package static func statements(of line: Untrusted) throws(Failure) -> [Statement] {
    var reader = WordReader(line.bytes)
    do {
      return try reader.statements()
    } catch {
      throw error.failure
    }
  }

  /// Whether `line` ends inside quotes, so that its last word may go on. O(length).
  package static func endsInQuotes(_ line: Untrusted) -> Bool {
    var reader = WordReader(line.bytes)
    do {
      _ = try reader.statements()
      return false
    } catch {
      if case .unterminatedQuote = error { return true }
      return false
    }
  }
}

/// Takes a line apart, byte by byte: every character with a meaning is ASCII.
private struct WordReader {
  private let bytes: [UInt8]
  private var position = 0
  private var found: [Statement] = []
  private var words: [Word] = []

  /// The longest line, in bytes.
  static let longest = 65_536

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func statements() throws(UsageError) -> [Statement] {
    guard bytes.count <= WordReader.longest else { throw .lineTooLong(bytes.count, longest: WordReader.longest) }
    guard !bytes.contains(0) else { throw .nul }
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: ";"), UInt8(ascii: "\n"):
        position += 1
        endStatement()
      case UInt8(ascii: "#"): position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      default: words.append(try word())
      }
    }
    endStatement()
    return found
  }

  private mutating func endStatement() {
    if !words.isEmpty { found.append(Statement(words: words)) }
    words = []
  }

  private mutating func word() throws(UsageError) -> Word {
    var text: [UInt8] = []
    var isQuoted = false
    reading: while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: ";"):
        break reading
      case UInt8(ascii: "\""):
        isQuoted = true
        try quotation(into: &text)
      case let byte:
        text.append(byte)
        position += 1
      }
    }
    return Word(Untrusted(bytes: text), isQuoted: isQuoted)
  }

  /// Reads from one quote to the next.
  private mutating func quotation(into text: inout [UInt8]) throws(UsageError) {
    let start = position
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\"), position < bytes.count, [UInt8(ascii: "\""), byte].contains(bytes[position]) {
        text.append(bytes[position])
        position += 1
      } else {
        text.append(byte)
      }
    }
    throw .unterminatedQuote(Untrusted(bytes: bytes[(start + 1)...]))
  }
}
