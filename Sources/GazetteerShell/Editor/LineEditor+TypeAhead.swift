import Glibc

/// What is typed between two lines, for the next one.
extension LineEditor {
  /// Whether Ctrl-C is the first key typed since Enter. It arrives as a key if it was typed just before Ctrl-C became a
  /// signal again. Then it is removed; another key stays for the next line.
  func removeLeadingInterrupt() -> Bool {
    guard hasKeysSinceEnter, hasInput, readInput(), let key = decoder.next() else { return false }
    if key == Control.c { return true }
    decoder.giveBack(key)
    return false
  }

  /// Forgets everything typed ahead, as Ctrl-C should.
  func dropTypedAhead() {
    tcflush(terminal.input, TCIFLUSH)
    dropKeys()
  }

  /// Forgets what was typed until now, with the rest of a paste. Returns whether there was something.
  func dropWaiting() -> Bool {
    guard hasInput else { return false }
    TypeAhead.drop(from: terminal.input, signals: signals)
    dropKeys()
    return true
  }

  /// Asks for a line that is not a command. Only keys typed from now on count.
  func readAnswer(prompt: String) -> LineResult {
    TypeAhead.drop(from: terminal.input, signals: signals)
    dropKeys()
    let showedHints = showsHints
    showsHints = false
    defer { showsHints = showedHints }
    let line = readLine(prompt: prompt)
    return signals.ending == nil ? line : .interrupted
  }
}
