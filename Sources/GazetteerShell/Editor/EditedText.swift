/// A text and a cursor in it, changed as the keys of emacs do: by what is drawn as one thing, not by code points.
///
/// A text may have several lines; what goes to a beginning or an end goes to that of the line with the cursor.
struct EditedText: Equatable {
  var before: String
  var after: String

  init(before: String = "", after: String = "") {
    self.before = before
    self.after = after
  }

  /// - Parameter cursor: bytes of `text` in front of the cursor.
  init(_ text: String, cursor: Int) {
    before = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
    after = String(decoding: text.utf8.dropFirst(cursor), as: UTF8.self)
  }

  var text: String { before + after }
  var cursor: Int { before.utf8.count }

  mutating func insert(_ text: String) { before += text }

  mutating func moveLeft() { after = take(1) + after }
  mutating func moveRight() { before += drop(1) }
  mutating func deleteLeft() { _ = take(1) }
  mutating func deleteRight() { _ = drop(1) }

  mutating func moveToLineStart() { after = takeToLineStart() + after }
  mutating func moveToLineEnd() { before += drop(restOfLine.count) }
  mutating func moveWordLeft() { after = takeWord() + after }
  mutating func moveWordRight() { before += dropWord() }

  /// Removes what stands between the line's start and the cursor, and gives it.
  mutating func takeToLineStart() -> String { take(before.reversed().prefix { !$0.isNewline }.count) }

  /// Removes the rest of the line; at its end the newline.
  mutating func dropToLineEnd() -> String { drop(max(1, restOfLine.count)) }

  /// Removes the word before the cursor, and what stands between.
  mutating func takeWord() -> String {
    let others = before.reversed().prefix { !$0.isPartOfWord }.count
    return take(others + before.reversed().dropFirst(others).prefix(while: \.isPartOfWord).count)
  }

  /// Removes back to a blank: a word as the shell sees it.
  mutating func takeUnquotedWord() -> String {
    let blanks = before.reversed().prefix(while: \.isWhitespace).count
    return take(blanks + before.reversed().dropFirst(blanks).prefix { !$0.isWhitespace }.count)
  }

  /// Removes the word after the cursor, and what stands between.
  mutating func dropWord() -> String {
    let others = after.prefix { !$0.isPartOfWord }.count
    return drop(others + after.dropFirst(others).prefix(while: \.isPartOfWord).count)
  }

  /// Swaps the characters around the cursor, at the end the last two.
  mutating func transpose() {
    guard before.count + after.prefix(1).count > 1, !before.isEmpty else { return }
    if after.isEmpty { moveLeft() }
    guard let left = before.popLast() else { return }
    before += drop(1) + String(left)
  }

  /// Goes to the line above, as far from its start as here; false in the first one.
  mutating func moveUp() -> Bool {
    guard before.contains(where: \.isNewline) else { return false }
    let column = before.reversed().prefix { !$0.isNewline }.count
    after = take(column + 1) + after
    let length = before.reversed().prefix { !$0.isNewline }.count
    if length > column { after = take(length - column) + after }
    return true
  }

  /// Goes to the line below; false in the last one.
  mutating func moveDown() -> Bool {
    guard after.contains(where: \.isNewline) else { return false }
    let column = before.reversed().prefix { !$0.isNewline }.count
    before += drop(restOfLine.count + 1)
    before += drop(min(column, restOfLine.count))
    return true
  }

  private var restOfLine: Substring { after.prefix { !$0.isNewline } }

  private mutating func take(_ count: Int) -> String {
    let taken = String(before.suffix(count))
    before.removeLast(min(count, before.count))
    return taken
  }

  private mutating func drop(_ count: Int) -> String {
    let dropped = String(after.prefix(count))
    after.removeFirst(min(count, after.count))
    return dropped
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}
