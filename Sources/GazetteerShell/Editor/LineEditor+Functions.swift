import CEditline

/// What the functions do to the line.
extension LineEditor {
  /// Runs a function. The result tells libedit how to go on.
  func perform(_ function: LineFunction) -> Int32 {
    if function != .viCharacter { viState.reader = ViCommandReader() }
    switch function {
    case .nothing: break
    case .enter: return enter()
    case .newRow: edited.insert("\n")
    case .deleteOrEnd:
      if edited.text.isEmpty { return end(with: .endOfFile) }
      edited.deleteRight()
    case .searchHistory: return searchHistory()
    case .complete: complete()
    case .paste: insertPaste()
    case .clearScreen: canvas.clear()
    case .suspend: if let suspend { lend(suspend) }
    case .editExternally: editElsewhere()
    case .undo: if let text = undo.undo() { edited = text }
    case .up: if !edited.moveUp() { _ = walkHistory(isOlder: true) }
    case .down: if !edited.moveDown() { return chooseOrWalk() }
    case .choose: return chooseFromPreview() ?? CC_NORM
    case .left: edited.moveLeft()
    case .right: if !insertHint() { edited.moveRight() }
    case .lineStart: edited.moveToLineStart()
    case .lineEnd: if !insertHint() { edited.moveToLineEnd() }
    case .wordLeft: edited.moveWordLeft()
    case .wordRight: if !insertHint(onlyWord: true) { edited.moveWordRight() }
    case .deleteLeft: edited.deleteLeft()
    case .deleteRight: edited.deleteRight()
    case .killLineStart: kill(.before) { $0.deleteToLineStart() }
    case .killLineEnd: kill(.after) { $0.deleteToLineEnd() }
    case .killWordLeft: kill(.before) { $0.deleteWordLeft() }
    case .killWordRight: kill(.after) { $0.deleteWordRight() }
    case .killUnquotedWord: kill(.before) { $0.deleteToBlank() }
    case .yank: edited = kills.yank(into: edited)
    case .yankOlder: edited = kills.yankOlder(into: edited)
    case .lastArgument: insertLastArgument()
    case .transpose: edited.transpose()
    case .viStartCommands: startViCommands()
    case .viCharacter: return performVi(viState.character)
    case .viSettle: settleVi()
    }
    return CC_NORM
  }

  func end(with result: LineResult) -> Int32 {
    outcome = result
    leaveLine()
    return CC_NEWLINE
  }

  /// Ends the line; one with an open quote goes on in another row.
  private func enter() -> Int32 {
    let text = edited.text
    guard assistant?.isComplete(text) ?? true else {
      edited.insert("\n")
      return CC_NORM
    }
    return end(with: .line(text))
  }

  private func kill(_ side: KillRing.Side, _ delete: (inout EditedText) -> String) {
    let old = edited
    var new = old
    let killed = delete(&new)
    kills.add(killed, from: side, old: old, new: new)
    edited = new
  }

  /// Inserts the hint, or its first word; false if there is none.
  private func insertHint(onlyWord: Bool = false) -> Bool {
    let line = edited
    guard hasScreen, line.after.isEmpty else { return false }
    var hint = EditedText(after: hints.hint(for: line.before))
    guard !hint.after.isEmpty else { return false }
    if onlyWord { hint.moveWordRight() } else { hint.before = hint.after }
    edited.insert(hint.before)
    return true
  }

  /// Shows the next line of the history; false if there is none.
  private func walkHistory(isOlder: Bool) -> Bool {
    guard let line = walk.step(isOlder: isOlder, from: edited.text, in: history.lines) else { return false }
    edited = EditedText(before: line)
    return true
  }

  /// Down on the last row: on a line of the history as it was, goes to the next line, else into the rows below it.
  private func chooseOrWalk() -> Int32 {
    let isChanged = walk.isChanged(edited.text, in: history.lines)
    if isChanged, let end = chooseFromPreview() { return end }
    return walkHistory(isOlder: false) ? CC_NORM : chooseFromPreview() ?? CC_NORM
  }

  private func insertPaste() {
    let (text, wasCut) = decoder.removePaste()
    edited.insert(text)
    if wasCut { printAbove(["only the first \(own: "\(Pasting.capacity >> 20)") MB of the paste was inserted"]) }
  }

  private func insertLastArgument() {
    let lastWord = { [assistant] in assistant?.lastWord(of: $0) }
    if let text = lastArgument.insert(into: edited, from: history.lines, lastWord: lastWord) { edited = text }
  }

  private func editElsewhere() {
    guard let editExternally else { return }
    let old = edited.text
    guard let new = lend({ editExternally(old) }) else { return }
    edited = EditedText(before: new)
  }

  /// Tab: completes the word as far as all candidates agree. If there are several, shows them, and further Tabs go
  /// through them.
  private func complete() {
    let line = edited
    guard let completion = assistant?.completion(of: line.text, cursor: line.cursor),
      let first = completion.candidates.first
    else { return }
    guard completion.total > 1 else {
      let needsBlank = first.endsWord && line.after.first?.isWhitespace != true
      edited = CompletionMenu.replace(
        completion.range, of: line, with: first.replacement + (needsBlank ? " " : ""))
      return
    }
    choose(from: CompletionMenu(completion, typed: line))
  }

  private func choose(from start: CompletionMenu) {
    var menu = start
    if !hasScreen {
      canvas.print(above: menu.rows(columns: canvas.columns, rows: canvas.rows).map { $0.map(\.text).joined() })
    }
    defer { self.menu = nil }
    while true {
      self.menu = menu
      edited = menu.line
      guard let key = nextKey() else { return }
      switch key {
      case Control.tab: menu.next()
      case Key.backTab.rawValue: menu.previous()
      case Key.escape.rawValue, Control.g:
        edited = menu.typed
        return
      default:
        decoder.giveBack(key)
        return
      }
    }
  }
}
