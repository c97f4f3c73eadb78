import GazetteerSession

extension Preferences {
  /// Whether the output is colored: as the setting says, else the variables, else where a terminal shows it.
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

  /// Whether the program's own marks are ASCII: as the setting says, or because the terminal would not show others. Data
  /// stays as it is in any case.
  func drawsASCII(in environment: Environment, intoFile: Bool) -> Bool {
    isASCII || !intoFile && environment.outputIsTerminal && !environment.showsMarks
  }
}

extension Environment {
  /// Whether the terminal, if there is one, has nothing but lines of text.
  var isTerminalDumb: Bool { ["", "dumb"].contains(variable("TERM") ?? "") }

  /// Whether the terminal is one that has more than letters, and the user's locale says that it speaks UTF-8.
  fileprivate var showsMarks: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    let codeset = locale.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "." }
    return codeset.contains(".utf8") && variable("TERM") != "linux"
  }
}
