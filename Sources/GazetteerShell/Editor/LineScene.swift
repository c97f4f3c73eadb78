import CEditline
import GazetteerIndex

/// What the screen shows of the line.
extension LineEditor {
  /// Of the screen, candidates take at most one row in so many.
  private static let candidateShare = 3

  /// The line as libedit holds it.
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
      // libedit counts characters here, and takes too far a move as one to the end.
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

  func draw() { canvas.draw(otherScene?() ?? scene) }

  private var scene: Scene {
    var scene = plainScene
    guard otherPrompt == nil else { return scene }
    let line = edited
    let (columns, rows) = (canvas.columns, canvas.rows)
    if let menu {
      scene.below = hasScreen ? menu.rows(columns: columns, rows: max(1, rows / Self.candidateShare)) : []
    } else if line.after.isEmpty {
      let hint = hints.hint(for: line.before)
      scene.hint = hint.isEmpty ? hints.usage(for: line.before) : hint
    }
    if let assistant, rows > 1, hasScreen {
      scene.below += assistant.rows(below: scene.text, columns: columns, rows: rows - 1 - scene.below.count)
    }
    return scene
  }

  /// Prompt and text alone.
  private var plainScene: Scene {
    var scene = Scene()
    let line = edited
    scene.prompt = otherPrompt ?? prompt
    let width = CellRow(scene.prompt, columns: Int.max).width
    scene.continuationPrompt = [Span(String(repeating: " ", count: max(0, width - 2)) + "> ")]
    scene.text = line.text
    scene.cursor = line.cursor
    return scene
  }

  /// Leaves the line on the screen, and goes on below it. Once for a line.
  func leaveLine() {
    guard !hasLeft else { return }
    hasLeft = true
    otherPrompt = nil
    menu = nil
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

  /// Shows messages where the line is, and the line again under them.
  func printAbove(_ messages: [Message]) {
    canvas.print(
      above: messages.flatMap { $0.neutralised.split(separator: "\n", omittingEmptySubsequences: false) }.map(
        String.init))
  }
}
