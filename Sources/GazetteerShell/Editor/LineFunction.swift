import CEditline
import Glibc

/// A function of a key. Users bind keys to these names in their `.editrc`.
///
/// The functions that libedit has, too, are here because libedit moves and deletes by code points, not by what is drawn
/// as one character.
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
  case choose = "gaz-choose"
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
  case lastArgument = "gaz-last-argument"
  case transpose = "gaz-transpose"
  case viStartCommands = "gaz-vi-start-commands"
  /// The functions of keys that only the program sends.
  case viCharacter = "gaz-vi-character"
  case viSettle = "gaz-vi-settle"

  /// Makes all functions known to libedit, which calls them by number.
  static func add(to handle: OpaquePointer) {
    let names = allCases.compactMap { strdup($0.rawValue) }
    defer { for name in names { free(name) } }
    let pointers = names.map { UnsafePointer<CChar>($0) }
    _ = gaz_edit_add_functions(handle, pointers, Int32(pointers.count)) { handle, number in
      UInt8(LineEditor.owner(of: handle).perform(LineFunction.allCases[Int(number)]))
    }
  }
}
