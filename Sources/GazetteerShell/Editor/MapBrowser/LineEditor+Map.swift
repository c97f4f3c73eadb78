import GazetteerSession

extension LineEditor {
  /// Lets the user look at a map that fills the screen. What was on the screen before comes back afterwards.
  ///
  /// - Parameter ask: answers what a key asks for: what the map shows then, or why that is not possible.
  func browse(
    _ browser: MapBrowser, isASCII: Bool, isColored: Bool,
    ask: @escaping (MapBrowser.Request, _ columns: Int, _ rows: Int) -> Result<MapSubject, Failure>
  ) {
    guard hasScreen, signals.ending == nil else { return }
    var browser = browser
    let hadMeta = decoder.hasMeta
    decoder.hasMeta = false
    outcome = nil
    heldMessages = []
    terminal.startEditing()
    terminal.usesOtherScreen = true
    canvas.clear()
    var shown = (canvas.columns, canvas.rows)
    otherScene = { [canvas] in
      let (columns, rows) = (canvas.columns, canvas.rows)
      if (columns, rows) != shown {
        shown = (columns, rows)
        canvas.clear()
      }
      browser.fit(columns: columns, rows: rows)
      return browser.scene(columns: columns, rows: rows, isASCII: isASCII, isColored: isColored)
    }
    defer {
      otherScene = nil
      canvas.erase()
      terminal.usesOtherScreen = false
      terminal.stopEditing()
      decoder.hasMeta = hadMeta
      let held = heldMessages ?? []
      heldMessages = nil
      printAbove(held)
    }
    while let key = nextKey() {
      let answer: MapBrowser.Answer?
      switch key {
      case Key.paste.rawValue: answer = browser.paste(decoder.removePaste().text)
      case Control.l:
        canvas.clear()
        continue
      case Control.z:
        if let suspend { lend(suspend) }
        continue
      default: answer = browser.press(key)
      }
      switch answer {
      case .leave: return
      case .ask(let request):
        switch ask(request, browser.size.columns, browser.size.rows) {
        case .success(let subject): browser.subject = subject
        case .failure(let failure): browser.complaint = failure.message.neutralised
        }
      case nil: break
      }
    }
  }
}
