import Glibc

/// Results on their way to the terminal, by way of the pager where they are taller than it.
final class PagedOutput {
  let pager: Pager
  /// Whether what comes now may go to the pager.
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

  func show(_ text: String) {
    if isWanted(), pager.isWanted(for: text, on: ScreenSize(of: STDOUT_FILENO)),
      pager.shows(text, on: terminal, signals: signals)
    {
      return
    }
    print(text)
  }
}
