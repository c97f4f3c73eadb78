/// What a terminal can do, as far as drawing depends on it.
package struct TerminalKind: Equatable, Sendable {
  /// Whether the cursor can move up and the rows under it can be cleared.
  package var canMove: Bool
  /// Whether rows are wrapped again when the terminal becomes narrower.
  package var reflows: Bool

  package init(canMove: Bool, reflows: Bool = false) {
    self.canMove = canMove
    self.reflows = reflows
  }

  /// - Parameters:
  ///   - canMove: from the terminal database.
  ///   - variable: reads the environment, in which many terminals give their name.
  package init(canMove: Bool, variable: (String) -> String?) {
    let programs: Set = ["iTerm.app", "Apple_Terminal", "vscode", "WezTerm", "ghostty"]
    let marks = [
      "TMUX", "VTE_VERSION", "KITTY_WINDOW_ID", "WEZTERM_PANE", "WEZTERM_EXECUTABLE", "ALACRITTY_WINDOW_ID",
      "ALACRITTY_SOCKET", "KONSOLE_VERSION", "WT_SESSION",
    ]
    let isMarked = marks.contains { variable($0).map { !$0.isEmpty } ?? false }
    self.init(canMove: canMove, reflows: isMarked || variable("TERM_PROGRAM").map(programs.contains) ?? false)
  }

  /// A canvas for such a terminal at `descriptor`.
  package func canvas(on descriptor: Int32) -> any Canvas {
    let output = TerminalOutput(descriptor)
    let size = { ScreenSize(of: descriptor) }
    guard canMove else { return LineCanvas(size: size, send: output.write) }
    return ScreenCanvas(reflows: reflows, size: size, send: output.write)
  }
}
