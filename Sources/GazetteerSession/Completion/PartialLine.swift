import GazetteerIndex

/// A line that is still being typed, around its cursor: the statement that the cursor is in, and the word.
///
///     search paris; open "my fi|les" --as x
///                   before  typed    after
struct PartialLine {
  /// The words of the statement in front of the one at the cursor.
  let before: [ScannedWord]
  /// The beginning of the word at the cursor, as far as the cursor; nil where a new word would begin.
  let typed: ScannedWord?
  /// The whole word at the cursor; that is `typed` where the cursor stands at its end.
  let whole: ScannedWord?
  /// The words of the statement behind the one at the cursor.
  let after: [ScannedWord]
  let text: String
  /// In bytes.
  let cursor: Int
  /// Whether the cursor stands in quotes that are closed behind it.
  var isInsideQuotes: Bool { typed?.openQuote != nil && whole?.openQuote == nil }

  /// nil where nothing can be said: in a comment, or in a line that is too long.
  ///
  /// - Parameter cursor: in bytes; it is taken to the nearest place in front of it where a character begins.
  init?(_ line: String, cursor: Int) {
    let bytes = Array(line.utf8)
    guard bytes.count <= LineScanner.longest else { return nil }
    var cursor = min(max(cursor, 0), bytes.count)
    while cursor > 0 && cursor < bytes.count && bytes[cursor] & 0xC0 == 0x80 { cursor -= 1 }
    guard let before = PartialLine.lastStatement(of: Array(bytes[..<cursor])) else { return nil }
    text = line
    self.cursor = cursor
    let isInWord = before.last.map { $0.range.upperBound == cursor } ?? false
    typed = isInWord ? before.last : nil
    self.before = isInWord ? before.dropLast() : before
    let start = before.last?.range.lowerBound
    let rest = PartialLine.statement(of: bytes, from: cursor, startingWith: start)
    whole = isInWord ? rest.first { $0.range.lowerBound == start } : nil
    after = rest.filter { $0.range.lowerBound >= cursor && $0.range.lowerBound != start }
  }

  /// The line in a range of its bytes.
  func text(in range: Range<Int>) -> String {
    String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }

  /// The words after the last separator; nil where a comment follows it.
  private static func lastStatement(of bytes: [UInt8]) -> [ScannedWord]? {
    var scanner = LineScanner(bytes)
    var words: [ScannedWord] = []
    var isComment = false
    while let part = scanner.next() {
      switch part {
      case .word(let word): words.append(word)
      case .separator: words = []
      case .comment: break
      }
      isComment = part == .comment
    }
    return isComment ? nil : words
  }

  /// The words of the statement around `cursor`, from the one that begins at `start` on.
  private static func statement(of bytes: [UInt8], from cursor: Int, startingWith start: Int?) -> [ScannedWord] {
    var scanner = LineScanner(bytes)
    var words: [ScannedWord] = []
    while let part = scanner.next() {
      switch part {
      case .word(let word): words.append(word)
      case .separator where scanner.position > cursor: return words
      case .separator: words = []
      case .comment: break
      }
    }
    return words.filter { $0.range.lowerBound >= start ?? cursor }
  }
}
