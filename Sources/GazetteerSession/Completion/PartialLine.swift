import GazetteerIndex

/// A line that is being typed: the statement and the word at the cursor.
///
///     search paris; open "my fi|les" --as x
///                   before  typed    after
struct PartialLine {
  /// The words of the statement before the one at the cursor.
  let before: [ScannedWord]
  /// The word at the cursor, up to the cursor; nil where a new word would start.
  let typed: ScannedWord?
  /// The whole word at the cursor; the same as `typed` if the cursor is at its end.
  let whole: ScannedWord?
  /// The words of the statement after the one at the cursor.
  let after: [ScannedWord]
  let text: String
  /// In bytes.
  let cursor: Int
  /// Whether no other statement is before it on the line.
  let isFirstStatement: Bool
  /// Whether the cursor is inside quotes that are closed after it.
  var isInsideQuotes: Bool { typed?.openQuote != nil && whole?.openQuote == nil }

  /// nil in a comment, and for a line that is too long.
  ///
  /// - Parameter cursor: in bytes; inside a character, it means the start of the character.
  init?(_ line: String, cursor: Int) {
    let bytes = Array(line.utf8)
    guard bytes.count <= LineScanner.longest else { return nil }
    var cursor = min(max(cursor, 0), bytes.count)
    while cursor > 0 && cursor < bytes.count && bytes[cursor] & 0xC0 == 0x80 { cursor -= 1 }
    guard let (before, isFirst) = PartialLine.lastStatement(of: Array(bytes[..<cursor])) else { return nil }
    isFirstStatement = isFirst
    text = line
    self.cursor = cursor
    if let quoted = PartialLine.wordInApostrophes(before, in: bytes, cursor: cursor) {
      typed = quoted
      whole = quoted
      self.before = before.filter { $0.range.lowerBound < quoted.range.lowerBound }
      after = []
      return
    }
    let isInWord = before.last.map { $0.range.upperBound == cursor } ?? false
    typed = isInWord ? before.last : nil
    self.before = isInWord ? before.dropLast() : before
    let start = before.last?.range.lowerBound
    let rest = PartialLine.statement(of: bytes, from: cursor, startingWith: start)
    whole = isInWord ? rest.first { $0.range.lowerBound == start } : nil
    after = rest.filter { $0.range.lowerBound >= cursor && $0.range.lowerBound != start }
  }

  /// The value of an option at the end of the line whose `'` is not closed yet, as in `--where 'City=New Yo`; nil if there
  /// is none. Until it is closed, the `'` is an ordinary letter of the line.
  private static func wordInApostrophes(_ words: [ScannedWord], in bytes: [UInt8], cursor: Int) -> ScannedWord? {
    let apostrophe = UInt8(ascii: "'")
    guard cursor == bytes.count,
      let option = words.lastIndex(where: { !$0.word.isQuoted && $0.word.text.bytes.starts(with: "--".utf8) }),
      option + 1 < words.count, !words[option].word.text.bytes.contains(UInt8(ascii: "="))
    else { return nil }
    let start = words[option + 1].range.lowerBound
    guard bytes[start] == apostrophe, words[option + 1].word.text.bytes.first == apostrophe,
      let closed = lastStatement(of: bytes + [apostrophe])?.words.last, closed.range.lowerBound == start
    else { return nil }
    return ScannedWord(word: closed.word, range: start..<cursor, openQuote: nil)
  }

  /// The part of the line in a range of bytes.
  func text(in range: Range<Int>) -> String {
    String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }

  /// The words after the last separator, and whether there are no others; nil if the line ends in a comment.
  private static func lastStatement(of bytes: [UInt8]) -> (words: [ScannedWord], isFirst: Bool)? {
    var scanner = LineScanner(bytes)
    var words: [ScannedWord] = []
    var isFirst = true
    var isComment = false
    while let part = scanner.next() {
      switch part {
      case .word(let word): words.append(word)
      case .separator:
        isFirst = isFirst && words.isEmpty
        words = []
      case .comment: break
      }
      isComment = part == .comment
    }
    return isComment ? nil : (words, isFirst)
  }

  /// The words of the statement at `cursor`, from the one that starts at `start`.
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
