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

  /// What pictures the terminal shows. It is asked once, and has a time limit; what it answers later is known at the next
  /// call. Keys that are typed meanwhile are for the next line.
  func graphics() -> GraphicsAnswers {
    if decoder.answers == nil {
      decoder.awaitAnswers()
      if terminal.asksForGraphics() { readAnswers(for: Self.patience) }
    } else if decoder.answers?.isComplete == false {
      readAnswers(for: 0)
    }
    return decoder.answers ?? GraphicsAnswers()
  }

  /// How long answers may take in milliseconds.
  private static let patience = 200.0

  private func readAnswers(for milliseconds: Double) {
    let end = Environment.monotonicSeconds() * 1000 + milliseconds
    var keys: [UInt32] = []
    repeat {
      let left = max(0, (end - Environment.monotonicSeconds() * 1000).rounded(.up))
      let ready = Readiness.wait(terminal.input, signals.descriptor, milliseconds: Int32(left))
      guard ready[0], !ready[1], readInput() else { break }
      while let key = decoder.next() { keys.append(key) }
      // The decoder keeps one paste.
    } while decoder.answers?.isComplete == false && keys.last != Key.paste.rawValue
    for key in keys.reversed() { decoder.giveBack(key) }
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
