import GazetteerIndex

/// A page in the language of `man`: groff's macros man(7), which mandoc knows too.
///
/// Lines of text are filled by the reader's program, so they are broken here at any blank, before 80 bytes. All that is
/// not ASCII is written by its number, so the page needs no character set.
struct Roff {
  private(set) var text = ""

  /// The page's head. The date is `2026-01-31`. None of its parts needs an escape.
  init(title: String, section: Int, date: String, version: String) {
    // A date with escaped signs is none for mandoc.
    text = ".TH \(title.uppercased()) \(section) \(date) \"\(version)\"\n"
  }

  mutating func chapter(_ title: String) { macro("SH", title.uppercased()) }
  mutating func part(_ title: String) { macro("SS", title) }

  /// A paragraph. The first one after a title needs no other start.
  mutating func paragraph(_ words: String) {
    let last = text.split(separator: "\n").last ?? ""
    if ![".SH", ".SS", ".RS"].contains(where: { last.hasPrefix($0) }) { macro("PP") }
    fill(words)
  }

  /// A term, and its meaning under it.
  mutating func definition(_ term: String, _ meaning: String) {
    macro("TP")
    macro("B", term)
    fill(meaning)
  }

  /// Lines to type.
  mutating func lines(_ lines: [String]) {
    macro("nf")
    for line in lines { text += Self.escaped(line[...], startsLine: true) + "\n" }
    macro("fi")
  }

  /// Indents what `write` writes.
  mutating func indented(_ write: (inout Roff) -> Void) {
    macro("RS")
    write(&self)
    macro("RE")
  }

  /// Text in lines of less than 80 bytes.
  private mutating func fill(_ words: String) {
    var line = ""
    for word in words.split(separator: " ") {
      let escaped = Self.escaped(word, startsLine: line.isEmpty)
      if !line.isEmpty, line.utf8.count + 1 + escaped.utf8.count >= 80 {
        text += line + "\n"
        line = Self.escaped(word, startsLine: true)
      } else {
        line += (line.isEmpty ? "" : " ") + escaped
      }
    }
    text += line + "\n"
  }

  /// Each argument in quotes, since it may have blanks.
  private mutating func macro(_ name: String, _ arguments: String...) {
    text += ([".\(name)"] + arguments.map { "\"\(Self.escaped($0[...]))\"" }).joined(separator: " ") + "\n"
  }

  private static func escaped(_ text: Substring, startsLine: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"": escaped += "\\(dq"
      case "…": escaped += "..."
      default: escaped += scalar.isASCII ? String(scalar) : "\\[u\(hexadecimal(scalar.value))]"
      }
    }
    // A dot would begin a macro.
    return startsLine && escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  /// At least four digits, in capitals.
  private static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
