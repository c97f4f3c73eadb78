import CEditline

/// What the commands of vi do. libedit has such commands, but some write outside the line (`$` in an empty line, and a
/// count before `b`), and they know only one step of undo.
extension LineEditor {
  private static let functions: [Character: LineFunction] = [
    "j": .down, "k": .up, "/": .searchHistory, "?": .searchHistory, "v": .editExternally,
  ]

  /// Esc: the keys become commands.
  func startViCommands() {
    var text = edited
    text.insert(viState.startCommands(in: text))
    text.moveLeftInRow()
    // libedit moves the cursor, too, by a code point, so it is placed afterwards.
    edited = text
    viState.settled = text
    decoder.giveBack(Key.viSettle.rawValue)
    decoder.giveBack(Key.viStartCommands.rawValue)
  }

  func settleVi() {
    if let text = viState.settled { edited = text }
    viState.settled = nil
  }

  /// A key that is a command, or a part of one.
  func performVi(_ key: Character) -> Int32 {
    guard let command = viState.reader.add(key) else { return CC_NORM }
    if let function = Self.functions[command.letter] {
      for _ in 1..<command.times where function == .up || function == .down { _ = perform(function) }
      return perform(function)
    }
    switch command.letter {
    case ".": repeatChange(count: command.count)
    case "u": for _ in 0..<command.times { undoOnce() }
    case "U": while undoOnce() {}
    case "n": searchAgain(isOlder: true)
    case "N": searchAgain(isOlder: false)
    default:
      guard run(command) else { break }
      viState.startTyping(after: command, in: edited)
      decoder.giveBack((command.letter == "R" ? Key.viReplace : Key.viInsert).rawValue)
    }
    return CC_NORM
  }

  @discardableResult private func undoOnce() -> Bool {
    guard let text = undo.undo() else { return false }
    edited = text
    return true
  }

  private func repeatChange(count: Int?) {
    guard let (last, typed) = viState.change else { return }
    var command = last
    command.count = count ?? command.count
    guard run(command) else { return }
    // Then comes what was typed.
    var text = ViText(edited)
    if command.letter == "R" { _ = text.remove(text.cursor..<min(text.cursor + typed.count, text.row.upperBound)) }
    text.insert(command.countsTypedText ? typed.repeated(command.times) : typed)
    edited = text.edited
    edited.moveLeftInRow()
    viState.change = (command, typed)
  }

  /// Runs a command; true if text is typed after it.
  private func run(_ command: ViCommand) -> Bool {
    let old = edited
    var text = ViText(old)
    var isTyping = false
    if command.operation != nil {
      guard let range = text.range(of: command, find: viState.find) else { return false }
      isTyping = operate(command, on: range, of: &text)
    } else if let target = text.target(of: command, find: viState.find) {
      text.move(to: target)
    } else {
      isTyping = change(&text, by: command)
    }
    if let character = command.argument, command.letter != "r" {
      viState.find = .init(letter: command.letter, character: character)
    }
    edited = text.edited
    if edited.text != old.text { viState.change = (command, "") }
    return isTyping
  }

  private func operate(_ command: ViCommand, on range: Range<Int>, of text: inout ViText) -> Bool {
    kills.add(String(text.characters[range]))
    if command.operation == "y" {
      if command.letter != "y" { text.move(to: range.lowerBound) }
      return false
    }
    var removed = range
    if command.letter == "d", command.operation == "d" {
      // The row goes with one newline.
      if range.upperBound < text.characters.count {
        removed = range.lowerBound..<(range.upperBound + 1)
      } else if range.lowerBound > 0 {
        removed = (range.lowerBound - 1)..<range.upperBound
      }
    }
    _ = text.remove(removed)
    return command.operation == "c"
  }

  /// Commands that do not move; true if text is typed after it.
  private func change(_ text: inout ViText, by command: ViCommand) -> Bool {
    let (row, times) = (text.row, command.times)
    switch command.letter {
    case "i", "R": break
    case "a": text.move(to: min(text.cursor + 1, row.upperBound))
    case "I": text.move(to: row.lowerBound)
    case "A": text.move(to: row.upperBound)
    case "o":
      text.move(to: row.upperBound)
      text.insert("\n")
    case "O":
      text.move(to: row.lowerBound)
      text.insert("\n")
      text.move(to: row.lowerBound)
    case "s": cut(text.cursor..<min(text.cursor + times, row.upperBound), from: &text)
    case "S": cut(row, from: &text)
    case "C": cut(text.cursor..<row.upperBound, from: &text)
    default:
      changeWithoutTyping(&text, by: command)
      return false
    }
    return true
  }

  private func changeWithoutTyping(_ text: inout ViText, by command: ViCommand) {
    let (row, times) = (text.row, command.times)
    switch command.letter {
    case "x": cut(text.cursor..<min(text.cursor + times, row.upperBound), from: &text)
    case "X": cut(max(text.cursor - times, row.lowerBound)..<text.cursor, from: &text)
    case "D": cut(text.cursor..<row.upperBound, from: &text)
    case "Y": kills.add(String(text.characters[text.cursor..<row.upperBound]))
    case "r": if let character = command.argument { text.replace(times, by: character) }
    case "~": text.changeCase(times)
    case "p", "P":
      guard let kill = kills.newest, !kill.isEmpty else { return }
      let inserted = kill.repeated(times)
      guard text.edited.text.utf8.count + inserted.utf8.count <= Pasting.capacity else { return }
      if command.letter == "p" { text.move(to: min(text.cursor + 1, row.upperBound)) }
      text.insert(inserted)
      text.move(to: text.cursor - 1)
    default: break
    }
  }

  private func cut(_ range: Range<Int>, from text: inout ViText) {
    guard !range.isEmpty else { return }
    kills.add(text.remove(range))
  }

  /// A command works on a character, so the cursor cannot stay behind the last.
  func keepCursorOnCharacter() {
    var text = edited
    guard text.after.first.map(\.isNewline) ?? true else { return }
    text.moveLeftInRow()
    edited = text
  }
}

extension EditedText {
  fileprivate mutating func moveLeftInRow() {
    if before.last.map({ !$0.isNewline }) ?? false { moveLeft() }
  }
}
