import GazetteerIndex
import Glibc

/// The program that shows long results a page at a time.
final class Pager {
  /// Whether the user wants one.
  var isOn = true
  /// The command to run, from a variable, which may be empty, else `less` if it is installed.
  let command: String?

  init(_ environment: Environment) {
    let named = ["GAZ_PAGER", "PAGER"].lazy.compactMap(environment.variable).first
    // Show colors, quit if it fits on the screen, do not clear the screen.
    let command = named ?? (environment.finds(program: "less") ? "less -FRX" : "")
    self.command = command.allSatisfy(\.isWhitespace) ? nil : command
  }

  /// Whether `text`, which consists of whole lines, and the next prompt do not fit on the screen together.
  func isWanted(for text: String, on size: ScreenSize) -> Bool {
    guard isOn, command != nil else { return false }
    return size.height(of: Self.withoutColors(text), atMost: size.rows) >= size.rows
  }

  /// Shows `text`; false if the program cannot be run. It may end before it has read everything.
  func shows(_ text: String, on terminal: Terminal, signals: Signals) -> Bool {
    guard let command else { return false }
    // So that the user's own `less` or `lv` shows colors, too.
    let program = ChildProgram(command, defaults: [("LESS", "FRX"), ("LV", "-c")])
    switch program.run(on: terminal, signals: signals, input: text) {
    case .notStarted, .exited(126), .exited(127): return false
    case .exited, .killed: return true
    }
  }

  /// `text` without the sequences ESC [ … m.
  private static func withoutColors(_ text: String) -> String {
    guard text.utf8.contains(0x1b) else { return text }
    var plain: [UInt8] = []
    var isInside = false
    for byte in text.utf8 {
      if byte == 0x1b { isInside = true } else if !isInside { plain.append(byte) }
      if byte == UInt8(ascii: "m") { isInside = false }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
