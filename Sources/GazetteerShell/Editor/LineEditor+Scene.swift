import CEditline
import GazetteerIndex

/// What the screen shows of the line.
extension LineEditor {
  /// Candidates take at most one third of the screen's rows.
  private static let candidateShare = 3

  /// The line that libedit holds.
  var edited: EditedText {
    get {
      guard let line = el_line(handle)?.pointee else { return EditedText() }
      let bytes = UnsafeRawBufferPointer(start: line.buffer, count: line.lastchar - line.buffer)
      let cursor = line.cursor - line.buffer
      return EditedText(
        before: String(decoding: bytes.prefix(cursor), as: UTF8.self),
        after: String(decoding: bytes.dropFirst(cursor), as: UTF8.self))
    }
    set {
      let old = edited
      guard newValue != old else { return }
      // libedit counts code points here; a move past the end stops at the end.
      if newValue.text != old.text {
        let count = Int32(old.text.unicodeScalars.count)
        el_cursor(handle, count)
        el_deletestr(handle, count)
        if !newValue.text.isEmpty { el_insertstr(handle, newValue.text) }
      } else {
        el_cursor(handle, Int32(old.after.unicodeScalars.count))
      }
      el_cursor(handle, -Int32(newValue.after.unicodeScalars.count))
    }
  }

  func draw() {
    fitChoice()
    canvas.draw(otherScene?() ?? scene)
  }

  private var scene: Scene {
    var scene = plainScene
    guard otherPrompt == nil else { return scene }
    let line = edited
    let (columns, rows) = (canvas.columns, canvas.rows)
    if let choice {
      scene.below = choice.rows
    } else if let menu {
      scene.below = hasScreen ? menu.rows(columns: columns, rows: max(1, rows / Self.candidateShare)) : []
    }
    // This starts the search, so that it runs while the rest is made.
    if let assistant, rows > 1, hasScreen {
      let free = rows - 1 - scene.below.count
      // The places of the preview may be the candidates, and nothing is shown twice.
      scene.below +=
        choice == nil && menu == nil
        ? assistant.rows(below: scene.text, columns: columns, rows: free)
        : assistant.statusRows(columns: columns, rows: free)
      if menu == nil { scene.pane = assistant.pane }
    }
    if choice == nil, menu == nil, line.after.isEmpty {
      let hint = hints.hint(for: line.before)
      scene.hint = hint.isEmpty ? hints.usage(for: line.before) : hint
    }
    return scene
  }

  /// The rows of the last answer, made again only when the size of the screen has changed.
  private var rowsOfAnswer: [ScreenRow] {
    guard let answer else { return [] }
    let size = ScreenSize(columns: canvas.columns, rows: canvas.rows)
    if let answerRows, answerRows.size == size { return answerRows.rows }
    let rows = answer(size.columns, size.rows)
    answerRows = (size, rows)
    return rows
  }

  /// The answer stays as it is from now on.
  func settleAnswer() {
    guard answer != nil else { return }
    // Keys that were typed ahead may come before it was drawn.
    canvas.draw(plainScene)
    canvas.settle()
    answer = nil
    answerRows = nil
  }

  /// Only the answer, the prompt and the text.
  private var plainScene: Scene {
    var scene = Scene()
    scene.above = otherPrompt == nil ? rowsOfAnswer : []
    let line = edited
    scene.prompt = otherPrompt ?? (viState.isCommand && !hasLeft ? prompt.forViCommands : prompt)
    let width = CellRow(scene.prompt, columns: Int.max).width
    scene.continuationPrompt = [StyledText(String(repeating: " ", count: max(0, width - 2)) + "> ")]
    scene.text = line.text
    scene.cursor = line.cursor
    return scene
  }

  /// Draws the line for the last time, and goes to the row below it. Does nothing when called again.
  func leaveLine() {
    guard !hasLeft else { return }
    settleAnswer()
    hasLeft = true
    otherPrompt = nil
    menu = nil
    choice = nil
    var scene = plainScene
    switch outcome {
    case .line(let line): scene.text = line
    case .interrupted: scene.text += "^C"
    case .endOfFile, nil: break
    }
    scene.cursor = scene.text.utf8.count
    canvas.draw(scene)
    canvas.finish()
  }

  /// Prints messages above the line.
  func printAbove(_ messages: [Message]) {
    guard heldMessages == nil else {
      heldMessages? += messages
      return
    }
    guard !messages.isEmpty else { return }
    settleAnswer()
    canvas.print(
      above: messages.flatMap { $0.neutralised.split(separator: "\n", omittingEmptySubsequences: false) }.map(
        String.init))
  }
}

extension ScreenRow {
  /// The prompt while the keys of vi are commands: `gaz: ` instead of `gaz> `.
  fileprivate var forViCommands: ScreenRow {
    guard var last, last.text.hasSuffix("> ") else { return self }
    last.text = last.text.dropLast(2) + ": "
    return dropLast() + [last]
  }
}
