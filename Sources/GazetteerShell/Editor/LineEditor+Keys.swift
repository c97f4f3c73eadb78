import CEditline

/// Control characters that are keys of the prompt.
enum Control {
  static let a: UInt32 = 0x01
  static let c: UInt32 = 0x03
  static let d: UInt32 = 0x04
  static let g: UInt32 = 0x07
  static let h: UInt32 = 0x08
  static let tab: UInt32 = 0x09
  static let newline: UInt32 = 0x0a
  static let k: UInt32 = 0x0b
  static let l: UInt32 = 0x0c
  static let enter: UInt32 = 0x0d
  static let n: UInt32 = 0x0e
  static let p: UInt32 = 0x10
  static let r: UInt32 = 0x12
  static let s: UInt32 = 0x13
  static let u: UInt32 = 0x15
  static let w: UInt32 = 0x17
  static let z: UInt32 = 0x1a
  static let space: UInt32 = 0x20
  static let delete: UInt32 = 0x7f
}

/// Which key does what. A key that is in none of these tables inserts itself if it is printable, else does nothing.
extension LineEditor {
  /// In both modes, while text is typed.
  private static let everywhere: [(key: String, function: LineFunction)] = [
    ("^M", .enter), ("^J", .enter), ("^I", .complete), ("^L", .clearScreen), ("^R", .searchHistory),
    ("^S", .searchHistory), ("^Z", .suspend), ("^D", .deleteOrEnd), ("^H", .deleteLeft), ("^?", .deleteLeft),
    ("^U", .killLineStart), ("^W", .killUnquotedWord), ("^X^E", .editExternally),
  ]
  private static let emacs: [(key: String, function: LineFunction)] = [
    ("^A", .lineStart), ("^B", .left), ("^E", .lineEnd), ("^F", .right), ("^K", .killLineEnd), ("^N", .down),
    ("^P", .up), ("^T", .transpose), ("^Y", .yank), ("^_", .undo), ("^X^U", .undo), ("\u{1b}b", .wordLeft),
    ("\u{1b}f", .wordRight), ("\u{1b}d", .killWordRight), ("\u{1b}^?", .killWordLeft), ("\u{1b}^H", .killWordLeft),
    ("\u{1b}y", .yankOlder), ("\u{1b}.", .lastArgument), ("\u{1b}_", .lastArgument), ("\u{1b}^M", .newRow),
    ("\u{1b}^J", .newRow),
  ]
  /// In vi's command mode, besides the characters, which `ViState` turns into one key.
  private static let viCommands: [(key: String, function: LineFunction)] = [
    ("^M", .enter), ("^J", .enter), ("^L", .clearScreen), ("^R", .searchHistory), ("^Z", .suspend),
    ("^D", .deleteOrEnd), ("^N", .down), ("^P", .up), ("^?", .left), ("^H", .left),
  ]
  /// Keys without a character.
  private static let keys: [Key: LineFunction] = [
    .up: .up, .down: .down, .right: .right, .left: .left, .home: .lineStart, .end: .lineEnd, .delete: .deleteRight,
    .pageDown: .choose, .wordRight: .wordRight, .wordLeft: .wordLeft, .deleteWord: .killWordRight, .paste: .paste,
    .viCharacter: .viCharacter, .viSettle: .viSettle,
  ]

  /// Chooses between the keys of emacs and those of vi; the user's own keys are bound in both.
  package func useMode(_ mode: String) {
    guard ["emacs", "vi"].contains(mode) else { return }
    _ = gaz_edit_set_mode(handle, mode)
    bindKeys()
    startupFile.apply(to: self, changingMode: false)
  }

  /// "emacs" or "vi".
  package var mode: String { gaz_edit_mode(handle).map { String(cString: $0) } ?? "emacs" }

  /// Replaces libedit's keys by ours. Some of libedit's functions crash, and most are unknown to our users.
  func bindKeys() {
    isVi = mode == "vi"
    decoder.hasMeta = !isVi
    gaz_edit_clear_keys(handle, LineFunction.nothing.rawValue, isVi)
    for (key, function) in Self.everywhere + (isVi ? [] : Self.emacs) { bind(key, to: function.rawValue) }
    if isVi { for (key, function) in Self.viCommands { bindCommand(key, to: function.rawValue) } }
    for value in Key.escape.rawValue...Key.unknown.rawValue {
      guard let scalar = Unicode.Scalar(value) else { continue }
      bind(String(scalar), to: function(of: Key(rawValue: value), isCommand: false))
      if isVi { bindCommand(String(scalar), to: function(of: Key(rawValue: value), isCommand: true)) }
    }
  }

  private func function(of key: Key?, isCommand: Bool) -> String {
    switch key {
    case .escape where isVi && !isCommand: LineFunction.viStartCommands.rawValue
    case .viStartCommands where isVi: "vi-command-mode"
    case .viInsert where isVi: "vi-insert"
    case .viReplace where isVi: "vi-replace-mode"
    default: (key.flatMap { Self.keys[$0] } ?? .nothing).rawValue
    }
  }

  private func bind(_ key: String, to function: String) { _ = gaz_edit_bind(handle, key, function) }
  private func bindCommand(_ key: String, to function: String) { _ = gaz_edit_bind_command(handle, key, function) }
}
