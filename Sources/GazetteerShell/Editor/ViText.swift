/// The text that the commands of vi work on, as what is drawn as one character each.
///
///     one two three       w, b, e move by words of letters or of other signs; W, B, E by what is between blanks
///         ▲ cursor        0, ^, $, h, l, f, t, F, T, | stay in the cursor's row
struct ViText {
  private(set) var characters: [Character]
  private(set) var cursor: Int

  /// A search for a character in the row: `f`, `F`, `t` or `T`.
  struct Find: Equatable {
    var letter: Character
    var character: Character

    /// The same search in the other direction.
    var reversed: Find {
      let letter = letter.isUppercase ? letter.lowercased() : letter.uppercased()
      return Find(letter: Character(letter), character: character)
    }
  }

  init(_ text: EditedText) {
    characters = Array(text.before) + Array(text.after)
    cursor = text.before.count
  }

  var edited: EditedText {
    EditedText(before: String(characters[..<cursor]), after: String(characters[cursor...]))
  }

  // MARK: Rows

  /// The cursor's row, without its newline.
  var row: Range<Int> {
    let start = characters[..<cursor].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
    return start..<(characters[cursor...].firstIndex(where: \.isNewline) ?? characters.count)
  }

  mutating func move(to index: Int) { cursor = max(0, min(index, characters.count)) }

  // MARK: Changes

  /// Removes and returns a part; the cursor goes to its start.
  mutating func remove(_ range: Range<Int>) -> String {
    let removed = String(characters[range])
    characters.removeSubrange(range)
    cursor = range.lowerBound
    return removed
  }

  /// Inserts before the cursor.
  mutating func insert(_ text: String) {
    characters.insert(contentsOf: text, at: cursor)
    cursor += text.count
  }

  /// Replaces so many characters by `character`, and stops on the last. Does nothing if the row is too short.
  mutating func replace(_ count: Int, by character: Character) {
    guard cursor + count <= row.upperBound else { return }
    for index in cursor..<(cursor + count) { characters[index] = character }
    cursor += count - 1
  }

  /// Makes large letters small and small ones large, and moves behind them.
  mutating func changeCase(_ count: Int) {
    let end = min(cursor + count, row.upperBound)
    let changed = characters[cursor..<end].map { $0.isUppercase ? $0.lowercased() : $0.uppercased() }.joined()
    _ = remove(cursor..<end)
    insert(changed)
  }

  // MARK: Moves

  /// Where a command goes; nil if it cannot go there.
  ///
  /// - Parameter find: the last search for a character, for `;` and `,`.
  func target(of command: ViCommand, find: Find?) -> Int? {
    let isAlone = command.operation == nil
    switch command.letter {
    case "h": return cursor > row.lowerBound ? max(row.lowerBound, cursor - command.times) : nil
    case "l", " ":
      let last = isAlone ? row.upperBound - 1 : row.upperBound
      return cursor < last ? min(cursor + command.times, last) : nil
    case "0": return row.lowerBound
    case "^": return row.first { !characters[$0].isWhitespace } ?? row.upperBound
    case "$": return row.upperBound
    case "|": return min(row.lowerBound + command.times - 1, row.upperBound)
    case "w", "W": return nextWord(command)
    case "b", "B": return cursor > 0 ? wordStart(command) : nil
    case "e", "E": return wordEnd(command)
    case "f", "F", "t", "T":
      return command.argument.flatMap {
        index(of: Find(letter: command.letter, character: $0), times: command.times, again: false)
      }
    case ";": return find.flatMap { index(of: $0, times: command.times, again: true) }
    case ",": return find.flatMap { index(of: $0.reversed, times: command.times, again: true) }
    case "%": return bracket()
    default: return nil
    }
  }

  /// What an operator works on; nil if its move cannot be made.
  func range(of command: ViCommand, find: Find?) -> Range<Int>? {
    if command.letter == command.operation { return row }
    guard let target = target(of: command, find: find) else { return nil }
    if command.letter == "%" { return min(cursor, target)..<(max(cursor, target) + 1) }
    guard target >= cursor else { return target..<cursor }
    // These go to the last character of the part, all others behind it.
    let isInclusive = "eEfFtT;,".contains(command.letter) && target > cursor || "eE".contains(command.letter)
    return cursor..<min(target + (isInclusive ? 1 : 0), characters.count)
  }

  private enum Kind { case blank, letters, signs }

  private func kind(_ index: Int, isBig: Bool) -> Kind {
    let character = characters[index]
    if character.isWhitespace { return .blank }
    return isBig || character.isLetter || character.isNumber || character == "_" ? .letters : .signs
  }

  /// The start of the next word. A change leaves the blanks after the last word, and no operator goes on to the next row.
  private func nextWord(_ command: ViCommand) -> Int {
    let isBig = command.letter == "W"
    var index = cursor
    for time in 1...command.times where index < characters.count {
      let isLast = time == command.times
      let first = kind(index, isBig: isBig)
      while index < characters.count, kind(index, isBig: isBig) == first {
        if first == .blank, isLast, command.operation != nil, characters[index].isNewline { break }
        index += 1
      }
      if isLast, command.operation == "c" { break }
      while index < characters.count, kind(index, isBig: isBig) == .blank {
        if isLast, command.operation != nil, characters[index].isNewline { break }
        index += 1
      }
    }
    return index
  }

  private func wordStart(_ command: ViCommand) -> Int {
    let isBig = command.letter == "B"
    var index = cursor
    for _ in 1...command.times {
      while index > 0, kind(index - 1, isBig: isBig) == .blank { index -= 1 }
      guard index > 0 else { break }
      let word = kind(index - 1, isBig: isBig)
      while index > 0, kind(index - 1, isBig: isBig) == word { index -= 1 }
    }
    return index
  }

  /// The last character of this word, or of the next if the cursor is there already.
  private func wordEnd(_ command: ViCommand) -> Int? {
    guard cursor < characters.count else { return nil }
    let isBig = command.letter == "E"
    var index = cursor
    for _ in 1...command.times {
      var next = index + 1
      while next < characters.count, kind(next, isBig: isBig) == .blank { next += 1 }
      guard next < characters.count else { return characters.count - 1 }
      let word = kind(next, isBig: isBig)
      while next + 1 < characters.count, kind(next + 1, isBig: isBig) == word { next += 1 }
      index = next
    }
    return index
  }

  /// - Parameter again: whether the search is repeated; then `t` does not stop at the same place.
  private func index(of find: Find, times: Int, again: Bool) -> Int? {
    let isBackward = find.letter.isUppercase
    let isBeside = find.letter == "t" || find.letter == "T"
    let skipped = again && isBeside ? 1 : 0
    let places =
      isBackward
      ? Array(stride(from: cursor - 1 - skipped, through: row.lowerBound, by: -1))
      : Array(stride(from: cursor + 1 + skipped, to: row.upperBound, by: 1))
    let found = places.filter { characters[$0] == find.character }
    guard times <= found.count else { return nil }
    return found[times - 1] + (isBeside ? (isBackward ? 1 : -1) : 0)
  }

  /// The bracket that belongs to the next one in the text.
  private func bracket() -> Int? {
    let brackets: [Character] = ["(", ")", "[", "]", "{", "}"]
    guard let start = characters[cursor...].firstIndex(where: brackets.contains),
      let place = brackets.firstIndex(of: characters[start])
    else { return nil }
    let step = place.isMultiple(of: 2) ? 1 : -1
    let (own, other) = (brackets[place], brackets[place + step])
    var (index, depth) = (start, 0)
    while characters.indices.contains(index) {
      if characters[index] == own { depth += 1 } else if characters[index] == other { depth -= 1 }
      if depth == 0 { return index }
      index += step
    }
    return nil
  }
}
