/// Earlier states of the line, for undo.
struct UndoList {
  private static let capacity = 200
  private var earlier: [EditedText] = []
  private var current = EditedText()
  private var isTyping = false

  /// Notes the line's current state. Letters typed one after the other are one change, up to a blank.
  mutating func note(_ text: EditedText) {
    defer { current = text }
    guard text.text != current.text else {
      if text != current { isTyping = false }
      return
    }
    let typed = text.after == current.after && text.before.hasPrefix(current.before) ? text.before.last : nil
    let isOneCharacter = text.before.count == current.before.count + 1
    let continuesTyping = isTyping && isOneCharacter && typed.map { !$0.isWhitespace } ?? false
    isTyping = isOneCharacter && typed != nil
    guard !continuesTyping else { return }
    earlier.append(current)
    if earlier.count > Self.capacity { earlier.removeFirst() }
  }

  /// The text before the last change; nil if there is none.
  mutating func undo() -> EditedText? {
    guard let text = earlier.popLast() else { return nil }
    current = text
    isTyping = false
    return text
  }
}
