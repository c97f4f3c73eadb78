import GazetteerIndex

/// A word and its position in the line.
struct ScannedWord: Equatable, Sendable {
  let word: Word
  /// In bytes, quotes included.
  let range: Range<Int>
  /// Where an unclosed quote begins; nil if there is none.
  let openQuote: Int?
}

/// Splits a line into its parts, even while it is being typed. It reads bytes, because every special character is
/// ASCII.
struct LineScanner {
  enum Part: Equatable {
    case word(ScannedWord)
    /// The end of a statement.
    case separator
    case comment
  }

  /// The longest line, in bytes.
  static let longest = 65_536

  private let bytes: [UInt8]
  /// The index of the next byte to read.
  private(set) var position = 0
  /// Up to here, no word of the row ends with `'`, as an earlier look has found.
  private var apostrophesUpTo = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next part; nil at the end of the line.
  mutating func next() -> Part? {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: ";"), UInt8(ascii: "\n"):
        position += 1
        return .separator
      case UInt8(ascii: "#"):
        position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        return .comment
      default: return .word(word())
      }
    }
    return nil
  }

  private mutating func word() -> ScannedWord {
    let start = position
    var text: [UInt8] = []
    var isQuoted = false
    var openQuote: Int?
    if bytes[start] == UInt8(ascii: "'"), let end = endOfApostrophes() {
      isQuoted = true
      text += bytes[(start + 1)..<end]
      position = end + 1
    }
    reading: while position < bytes.count {
      switch bytes[position] {
      case let byte where Self.endsWord(byte): break reading
      case UInt8(ascii: "\""):
        isQuoted = true
        let quote = position
        if !quotation(into: &text) { openQuote = quote }
      case let byte:
        text.append(byte)
        position += 1
      }
    }
    let word = Word(Untrusted(bytes: text), isQuoted: isQuoted)
    return ScannedWord(word: word, range: start..<position, openQuote: openQuote)
  }

  /// Where the next word of the row ends that ends with `'`: without one, the `'` at `position` is an ordinary letter. A
  /// row is read once for all of its `'`.
  private mutating func endOfApostrophes() -> Int? {
    guard position >= apostrophesUpTo else { return nil }
    var index = position + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
      if bytes[index] == UInt8(ascii: "'"), index + 1 == bytes.count || Self.endsWord(bytes[index + 1]) { return index }
      index += 1
    }
    apostrophesUpTo = index
    return nil
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: ";"): true
    default: false
    }
  }

  /// Reads up to the closing quote; false if there is none.
  private mutating func quotation(into text: inout [UInt8]) -> Bool {
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte == UInt8(ascii: "\\"), position < bytes.count, [UInt8(ascii: "\""), byte].contains(bytes[position]) {
        text.append(bytes[position])
        position += 1
      } else {
        text.append(byte)
      }
    }
    return false
  }
}

extension Statement {
  /// The last word of a line as it was typed, with its quotes; nil if there is none.
  package static func lastWord(of line: String) -> String? {
    let bytes = Array(line.utf8)
    var scanner = LineScanner(bytes)
    var range: Range<Int>?
    while let part = scanner.next() { if case .word(let word) = part { range = word.range } }
    return range.map { String(decoding: bytes[$0], as: UTF8.self) }
  }
}
