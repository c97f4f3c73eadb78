import CEditline

/// What a key does that libedit does not do, or not by what is drawn as one thing. Users bind keys to these names.
enum LineFunction: String, CaseIterable {
  case nothing = "gaz-nothing"
  case enter = "gaz-enter"
  case newRow = "gaz-new-row"
  case deleteOrEnd = "gaz-delete-or-end"
  case searchHistory = "gaz-search-history"
  case complete = "gaz-complete"
  case paste = "gaz-paste"
  case clearScreen = "gaz-clear-screen"
  case suspend = "gaz-suspend"
  case editExternally = "gaz-edit-externally"
  case undo = "gaz-undo"
  case up = "gaz-up"
  case down = "gaz-down"
  case left = "gaz-left"
  case right = "gaz-right"
  case lineStart = "gaz-line-start"
  case lineEnd = "gaz-line-end"
  case wordLeft = "gaz-word-left"
  case wordRight = "gaz-word-right"
  case deleteLeft = "gaz-delete-left"
  case deleteRight = "gaz-delete-right"
  case killLineStart = "gaz-kill-line-start"
  case killLineEnd = "gaz-kill-line-end"
  case killWordLeft = "gaz-kill-word-left"
  case killWordRight = "gaz-kill-word-right"
  case killUnquotedWord = "gaz-kill-unquoted-word"
  case yank = "gaz-yank"
  case yankOlder = "gaz-yank-older"
  case transpose = "gaz-transpose"

  /// libedit's call of it: a function that captures nothing, so each has its own.
  var entry: gaz_edit_function {
    switch self {
    case .nothing: { _, _ in UInt8(CC_NORM) }
    case .enter: { handle, _ in Self.run(.enter, handle) }
    case .newRow: { handle, _ in Self.run(.newRow, handle) }
    case .deleteOrEnd: { handle, _ in Self.run(.deleteOrEnd, handle) }
    case .searchHistory: { handle, _ in Self.run(.searchHistory, handle) }
    case .complete: { handle, _ in Self.run(.complete, handle) }
    case .paste: { handle, _ in Self.run(.paste, handle) }
    case .clearScreen: { handle, _ in Self.run(.clearScreen, handle) }
    case .suspend: { handle, _ in Self.run(.suspend, handle) }
    case .editExternally: { handle, _ in Self.run(.editExternally, handle) }
    case .undo: { handle, _ in Self.run(.undo, handle) }
    case .up: { handle, _ in Self.run(.up, handle) }
    case .down: { handle, _ in Self.run(.down, handle) }
    case .left: { handle, _ in Self.run(.left, handle) }
    case .right: { handle, _ in Self.run(.right, handle) }
    case .lineStart: { handle, _ in Self.run(.lineStart, handle) }
    case .lineEnd: { handle, _ in Self.run(.lineEnd, handle) }
    case .wordLeft: { handle, _ in Self.run(.wordLeft, handle) }
    case .wordRight: { handle, _ in Self.run(.wordRight, handle) }
    case .deleteLeft: { handle, _ in Self.run(.deleteLeft, handle) }
    case .deleteRight: { handle, _ in Self.run(.deleteRight, handle) }
    case .killLineStart: { handle, _ in Self.run(.killLineStart, handle) }
    case .killLineEnd: { handle, _ in Self.run(.killLineEnd, handle) }
    case .killWordLeft: { handle, _ in Self.run(.killWordLeft, handle) }
    case .killWordRight: { handle, _ in Self.run(.killWordRight, handle) }
    case .killUnquotedWord: { handle, _ in Self.run(.killUnquotedWord, handle) }
    case .yank: { handle, _ in Self.run(.yank, handle) }
    case .yankOlder: { handle, _ in Self.run(.yankOlder, handle) }
    case .transpose: { handle, _ in Self.run(.transpose, handle) }
    }
  }

  private static func run(_ function: LineFunction, _ handle: OpaquePointer) -> UInt8 {
    UInt8(LineEditor.owner(of: handle).perform(function))
  }
}
