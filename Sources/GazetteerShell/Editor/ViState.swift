/// Whether the keys of vi are commands at the moment, or are typed into the line.
///
/// libedit does not report this. Esc starts the commands. After each command, libedit gets a probe: a key that runs a
/// different function in each of the two states.
struct ViState {
  private(set) var isCommand = false
  /// Whether libedit should get the probe next.
  private(set) var needsProbe = false

  /// These commands take the next character, so no probe may follow them.
  private static let takingCharacter = Set("fFtTr".unicodeScalars.map(\.value))

  /// Call with each key that libedit gets in a mode of vi.
  mutating func received(_ key: UInt32) {
    if isCommand {
      needsProbe = !Self.takingCharacter.contains(key)
    } else {
      isCommand = key == Key.escape.rawValue
    }
  }

  mutating func sentProbe() { needsProbe = false }
  mutating func answered(isCommand: Bool) { self.isCommand = isCommand }
}
