import GazetteerSession

extension Preferences {
  /// Whether the output is colored: by the setting, else by the variables, else on a terminal.
  func isColored(in environment: Environment, intoFile: Bool) -> Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    func isSet(_ name: String) -> Bool { environment.variable(name).map { !$0.isEmpty } ?? false }
    if isSet("NO_COLOR") { return false }
    if isSet("CLICOLOR_FORCE"), environment.variable("CLICOLOR_FORCE") != "0" { return true }
    guard !intoFile, environment.outputIsTerminal, !environment.isTerminalDumb else { return false }
    return environment.variable("CLICOLOR") != "0"
  }

  /// Whether the program's own marks are ASCII: by the setting, or because the terminal cannot show others. Data is
  /// never changed.
  func drawsASCII(in environment: Environment, intoFile: Bool) -> Bool {
    isASCII || !intoFile && environment.outputIsTerminal && !environment.showsMarks
  }
}

extension Environment {
  /// The user's language, see `LocalNames`; empty if the locale says none.
  var language: String {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    return LocalNames.language(ofLocale: locale)
  }

  /// Whether the terminal, if there is one, can only show lines of text.
  var isTerminalDumb: Bool { ["", "dumb"].contains(variable("TERM") ?? "") }

  /// Whether the terminal can show more than letters: the locale says UTF-8, and it is neither the Linux console nor one
  /// that shows only lines of text.
  fileprivate var showsMarks: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    // Read at every key. `de_DE.UTF-8@euro`, with or without a hyphen, in any letter case.
    let codeset = locale.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst().prefix { $0 != UInt8(ascii: "@") }
    let letters = codeset.lazy.filter { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
    return letters.elementsEqual("utf8".utf8) && !["linux", "dumb"].contains(variable("TERM"))
  }
}
