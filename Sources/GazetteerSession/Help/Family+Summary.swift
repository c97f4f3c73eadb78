extension Command.Family {
  /// What its commands do.
  package var summary: String {
    switch self {
    case .data: "Open files of places, and choose which of them commands use."
    case .find: "Find places, list them, look at one."
    case .categories: "Choose which categories are shown."
    case .keep: "Mark places, and keep favorites."
    case .map: "Show places on a map, and measure distances."
    case .tell: "Tell others about places."
    case .account: "Log in to services, and share where you are."
    case .shell: "Help, settings, scripts and other commands of a shell."
    }
  }
}
