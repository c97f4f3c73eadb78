/// A text with a cursor. It moves and deletes by what is drawn as one character, not by code points.
///
/// A text may have several lines; the start and the end of the line are those of the cursor's line.
struct EditedText: Equatable {
  var before: String
  var after: String

  init(before: String = "", after: String = "") {
    self.before = before
    self.after = after
  }

  /// - Parameter cursor: how many bytes of `text` are before the cursor.
  init(_ text: String, cursor: Int) {
    before = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
    after = String(decoding: text.utf8.dropFirst(cursor), as: UTF8.self)
  }

  var text: String { before + after }
  var cursor: Int { before.utf8.count }

  mutating func insert(_ text: String) { before += text }

  mutating func moveLeft() { after = removeLeft(1) + after }
  mutating func moveRight() { before += removeRight(1) }
  mutating func deleteLeft() { _ = removeLeft(1) }
  mutating func deleteRight() { _ = removeRight(1) }

  mutating func moveToLineStart() { after = deleteToLineStart() + after }
  mutating func moveToLineEnd() { before += removeRight(restOfLine.count) }
  mutating func moveWordLeft() { after = deleteWordLeft() + after }
  mutating func moveWordRight() { before += deleteWordRight() }

  /// Deletes and returns the text from the line's start to the cursor.
  mutating func deleteToLineStart() -> String { removeLeft(before.reversed().prefix { !$0.isNewline }.count) }

  /// Deletes and returns the rest of the line; at its end the newline.
  mutating func deleteToLineEnd() -> String { removeRight(max(1, restOfLine.count)) }

  /// Deletes and returns the word before the cursor, with what separates it from the cursor.
  mutating func deleteWordLeft() -> String {
    let others = before.reversed().prefix { !$0.isPartOfWord }.count
    return removeLeft(others + before.reversed().dropFirst(others).prefix(while: \.isPartOfWord).count)
  }

  /// Deletes and returns the text back to a blank: a word as a shell sees it.
  mutating func deleteToBlank() -> String {
    let blanks = before.reversed().prefix(while: \.isWhitespace).count
    return removeLeft(blanks + before.reversed().dropFirst(blanks).prefix { !$0.isWhitespace }.count)
  }

  /// Deletes and returns the word after the cursor, with what separates it from the cursor.
  mutating func deleteWordRight() -> String {
    let others = after.prefix { !$0.isPartOfWord }.count
    return removeRight(others + after.dropFirst(others).prefix(while: \.isPartOfWord).count)
  }

  /// Swaps the characters around the cursor; at the end, the last two.
  mutating func transpose() {
    guard before.count + after.prefix(1).count > 1, !before.isEmpty else { return }
    if after.isEmpty { moveLeft() }
    guard let left = before.popLast() else { return }
    before += removeRight(1) + String(left)
  }

  /// Moves to the line above, to the same column if it is long enough; false in the first line.
  mutating func moveUp() -> Bool {
    guard before.contains(where: \.isNewline) else { return false }
    let column = before.reversed().prefix { !$0.isNewline }.count
    after = removeLeft(column + 1) + after
    let length = before.reversed().prefix { !$0.isNewline }.count
    if length > column { after = removeLeft(length - column) + after }
    return true
  }

  /// Moves to the line below; false in the last line.
  mutating func moveDown() -> Bool {
    guard after.contains(where: \.isNewline) else { return false }
    let column = before.reversed().prefix { !$0.isNewline }.count
    before += removeRight(restOfLine.count + 1)
    before += removeRight(min(column, restOfLine.count))
    return true
  }

  private var restOfLine: Substring { after.prefix { !$0.isNewline } }

  private mutating func removeLeft(_ count: Int) -> String {
    let removed = String(before.suffix(count))
    before.removeLast(min(count, before.count))
    return removed
  }

  private mutating func removeRight(_ count: Int) -> String {
    let removed = String(after.prefix(count))
    after.removeFirst(min(count, after.count))
    return removed
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}
