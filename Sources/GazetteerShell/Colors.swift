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
    guard !intoFile, environment.outputIsTerminal, environment.variable("TERM") != "dumb" else { return false }
    return environment.variable("CLICOLOR") != "0"
  }
}
