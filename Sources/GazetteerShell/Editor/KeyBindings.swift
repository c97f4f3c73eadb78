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

/// Which key does what. Keys that are not listed do what libedit says.
extension LineEditor {
  /// In both modes, while text is typed.
  private static let everywhere: [(key: String, function: LineFunction)] = [
    ("^M", .enter), ("^J", .enter), ("^I", .complete), ("^L", .clearScreen), ("^R", .searchHistory),
    ("^S", .searchHistory), ("^Z", .suspend), ("^D", .deleteOrEnd), ("^H", .deleteLeft), ("^?", .deleteLeft),
    ("^U", .killLineStart), ("^W", .killUnquotedWord),
    // A key taken literally would be one of ours, and what comes of Ctrl-O, drops output.
    ("^V", .nothing), ("^Q", .nothing), ("^O", .nothing),
  ]
  private static let emacs: [(key: String, function: LineFunction)] = [
    ("^A", .lineStart), ("^B", .left), ("^E", .lineEnd), ("^F", .right), ("^K", .killLineEnd), ("^N", .down),
    ("^P", .up), ("^T", .transpose), ("^Y", .yank), ("^_", .undo), ("^G", .nothing), ("^X^U", .undo),
    ("^X^E", .editExternally), ("\u{1b}b", .wordLeft), ("\u{1b}f", .wordRight), ("\u{1b}d", .killWordRight),
    ("\u{1b}^?", .killWordLeft), ("\u{1b}^H", .killWordLeft), ("\u{1b}y", .yankOlder), ("\u{1b}^M", .newRow),
    ("\u{1b}^J", .newRow),
    // libedit's own commands are not for the users of this program.
    ("\u{1b}x", .nothing),
  ]
  /// In vi's command mode.
  private static let viCommands: [(key: String, function: LineFunction)] = [
    ("^M", .enter), ("^J", .enter), ("^L", .clearScreen), ("^R", .searchHistory), ("^Z", .suspend),
    ("^D", .deleteOrEnd), ("j", .down), ("k", .up), ("/", .searchHistory), ("?", .searchHistory),
    ("v", .editExternally), (":", .nothing), ("@", .nothing), ("^V", .nothing),
  ]
  /// Keys without a character.
  private static let keys: [Key: LineFunction] = [
    .up: .up, .down: .down, .right: .right, .left: .left, .home: .lineStart, .end: .lineEnd, .delete: .deleteRight,
    .wordRight: .wordRight, .wordLeft: .wordLeft, .deleteWord: .killWordRight, .paste: .paste,
  ]

  /// Chooses between the keys of emacs and those of vi; the user's own are bound in both.
  package func useMode(_ mode: String) {
    guard ["emacs", "vi"].contains(mode) else { return }
    _ = gaz_edit_set_mode(handle, mode)
    bindKeys()
    startupFile.apply(to: self, changingMode: false)
  }

  /// "emacs" or "vi".
  package var mode: String { gaz_edit_mode(handle).map { String(cString: $0) } ?? "emacs" }

  func addFunctions() {
    for function in LineFunction.allCases {
      _ = gaz_edit_add(handle, function.rawValue, function.rawValue, function.entry)
    }
  }

  /// Binds our keys, after libedit bound its own.
  func bindKeys() {
    let isVi = mode == "vi"
    decoder.hasMeta = !isVi
    for (key, function) in Self.everywhere + (isVi ? [] : Self.emacs) { bind(key, function.rawValue) }
    if isVi {
      bind("^X^E", LineFunction.editExternally.rawValue)
      for (key, function) in Self.viCommands { _ = gaz_edit_bind_alternative(handle, key, function.rawValue) }
    }
    for value in Key.escape.rawValue...Key.unknown.rawValue {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let key = Key(rawValue: value)
      let function = name(of: key)
      bind(String(scalar), isVi && key == .escape ? "vi-command-mode" : function)
      if isVi { _ = gaz_edit_bind_alternative(handle, String(scalar), function) }
    }
  }

  private func name(of key: Key?) -> String {
    switch key {
    case .olderLine: "ed-prev-history"
    case .newerLine: "ed-next-history"
    default: (key.flatMap { Self.keys[$0] } ?? .nothing).rawValue
    }
  }

  private func bind(_ key: String, _ function: String) { _ = gaz_edit_bind(handle, key, function) }
}
