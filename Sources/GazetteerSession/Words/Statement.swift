import GazetteerIndex

/// One command as it was typed: its name, then its words.
package struct Statement: Equatable, Sendable {
  /// At least one.
  package let words: [Word]
  /// Whether the name of the command was not typed. It is the first word all the same.
  package let leavesOutCommand: Bool

  /// The longest line that can be run, in bytes.
  package static var longestLine: Int { LineScanner.longest }

  package init(words: [Word], leavesOutCommand: Bool = false) {
    self.words = words
    self.leavesOutCommand = leavesOutCommand
  }

  /// The typed words with blanks between them, which is what `undo` calls the command.
  package var title: Untrusted { Array(words.dropFirst(leavesOutCommand ? 1 : 0)).text }

  /// The statements of a line; empty for a blank line.
  ///
  /// Blanks separate words, `;` and newlines separate statements, `#` at the start of a word starts a comment up to the
  /// end of its row. `"…"` quotes, inside it `\"` and `\\` are escapes. `'…'` quotes if it begins a word and if a word
  /// ends with `'` later in its row; inside it there are no escapes. Every other character has no special meaning.
  /// O(length).
  package static func statements(of line: Untrusted) throws(Failure) -> [Statement] {
    do {
      return try statements(of: line.bytes)
    } catch {
      throw error.failure
    }
  }

  /// Whether `line` ends inside quotes, so that its last word may continue. O(length).
  package static func endsInQuotes(_ line: Untrusted) -> Bool {
    var scanner = LineScanner(line.bytes)
    while let part = scanner.next() {
      if case .word(let word) = part, word.openQuote != nil { return true }
    }
    return false
  }

  private static func statements(of line: [UInt8]) throws(UsageError) -> [Statement] {
    guard line.count <= LineScanner.longest else { throw .lineTooLong(line.count, longest: LineScanner.longest) }
    guard !line.contains(0) else { throw .nul }
    var scanner = LineScanner(line)
    var found: [Statement] = []
    var words: [Word] = []
    while let part = scanner.next() {
      switch part {
      case .word(let scanned):
        if let quote = scanned.openQuote { throw .unterminatedQuote(Untrusted(bytes: line[(quote + 1)...])) }
        words.append(scanned.word)
      case .separator:
        if !words.isEmpty { found.append(Statement(words: words)) }
        words = []
      case .comment: break
      }
    }
    if !words.isEmpty { found.append(Statement(words: words)) }
    return found
  }
}
