import Glibc

/// Prints results on the terminal; those taller than the screen go to the pager. But what was typed ahead is for the next
/// prompt: then there is no pager, which would take it.
final class PagedOutput {
  let pager: Pager
  /// Whether the pager may be used now.
  var isWanted: () -> Bool = { false }
  private let terminal: Terminal
  private let signals: Signals
  private let print: (String) -> Void

  init(pager: Pager, terminal: Terminal, signals: Signals, print: @escaping (String) -> Void) {
    self.pager = pager
    self.terminal = terminal
    self.signals = signals
    self.print = print
  }

  /// Shows what fits the screen.
  func showAtOnce(_ text: String) { print(text) }

  func show(_ text: String) {
    if isWanted(), pager.isWanted(for: text, on: ScreenSize(of: STDOUT_FILENO)),
      !TypeAhead.waits(on: terminal.modes.descriptor),
      pager.shows(text, on: terminal, signals: signals)
    {
      return
    }
    print(text)
  }
}
