/// The last word of an earlier line, inserted at the cursor: the newest line's first, then in turn those before it.
struct LastArgument {
  /// The text before and after the last insertion, and the index of the line that the word is from.
  private var inserted: (before: EditedText, after: EditedText, line: Int)?

  /// `text` with the word inserted, or with an older word in place of the one just inserted. nil if there is none.
  ///
  /// - Parameters:
  ///   - lines: the history, oldest first.
  ///   - lastWord: the last word of a line, as it would be typed.
  mutating func insert(into text: EditedText, from lines: [String], lastWord: (String) -> String?) -> EditedText? {
    var (before, end, previous) = (text, lines.count, String?.none)
    if let inserted, inserted.after == text, inserted.line < lines.count {
      (before, end) = (inserted.before, inserted.line)
      previous = lastWord(lines[inserted.line])
    }
    for line in (0..<end).reversed() {
      guard let word = lastWord(lines[line]), word != previous else { continue }
      var after = before
      after.insert(word)
      inserted = (before, after, line)
      return after
    }
    return nil
  }
}
