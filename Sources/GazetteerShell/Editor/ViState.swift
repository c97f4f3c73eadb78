/// Where the keys of vi are: whether they are commands at the moment, or typed into the line.
struct ViState {
  private(set) var isCommand = false
  var reader = ViCommandReader()
  /// The character that libedit knows as `Key.viCharacter`.
  private(set) var character: Character = " "
  /// The last search for a character, for `;` and `,`.
  var find: ViText.Find?
  /// The last change, for `.`, and the text that was typed after it.
  var change: (command: ViCommand, typed: String)?
  /// The command that started the typing, and the text at that time.
  private var start: (command: ViCommand, text: EditedText)?
  /// The text after Esc.
  var settled: EditedText?

  /// Starts a new line.
  mutating func begin() {
    isCommand = false
    reader = ViCommandReader()
    start = nil
    settled = nil
  }

  /// What libedit gets for a key: a character that is a command becomes one key, because libedit inserts each character
  /// above U+00FF.
  mutating func translate(_ key: UInt32, isUsers: Bool) -> UInt32 {
    guard isCommand, !isUsers || reader.isInside, 0x20..<0x7f ~= key || key >= 0xa0,
      let scalar = Unicode.Scalar(key)
    else { return key }
    character = Character(scalar)
    return Key.viCharacter.rawValue
  }

  mutating func startTyping(after command: ViCommand, in text: EditedText) {
    isCommand = false
    start = (command, text)
  }

  /// Esc. Returns what the count of the command that started the typing inserts in addition.
  mutating func startCommands(in text: EditedText) -> String {
    defer { start = nil }
    isCommand = true
    guard let start, text.before.hasPrefix(start.text.before) else { return "" }
    let isReplacing = start.command.letter == "R"
    guard isReplacing ? start.text.after.hasSuffix(text.after) : start.text.after == text.after else { return "" }
    let typed = String(text.before.dropFirst(start.text.before.count))
    change = (start.command, typed)
    return start.command.countsTypedText ? typed.repeated(start.command.times - 1) : ""
  }
}

extension String {
  /// The text so many times, as often as fits into a paste.
  func repeated(_ times: Int) -> String {
    String(repeating: self, count: max(0, min(times, Pasting.capacity / max(1, utf8.count))))
  }
}
