import GazetteerIndex
import GazetteerSession

/// The session's answer to a request of the map on the whole screen: what the map shows then, or why that is not possible.
enum MapAnswer {
  case now(Result<MapSubject, Failure>)
  /// A search for the keys typed so far, which the next key does not wait for.
  case later(@Sendable (Cancellation) -> Result<MapSubject, Failure>)
}

extension LineEditor {
  /// Lets the user look at a map that fills the screen. What was on the screen before comes back afterwards.
  ///
  /// - Parameter ask: answers what a key asks for.
  func browse(
    _ browser: MapBrowser, isASCII: Bool, isColored: Bool,
    ask: (MapBrowser.Request, _ columns: Int, _ rows: Int) -> MapAnswer
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
    func show(_ answer: Result<MapSubject, Failure>) {
      switch answer {
      case .success(let subject): browser.subject = subject
      case .failure(let failure): browser.complaint = failure.message.neutralised
      }
    }
    let search = LatestJob<Result<MapSubject, Failure>>()
    otherSearch = (search.descriptor, { if let found = search.takeResult() { show(found) } })
    defer {
      search.cancel()
      otherSearch = nil
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
        search.cancel()
        switch ask(request, browser.size.columns, browser.size.rows) {
        case .now(let answer): show(answer)
        case .later(let work): search.start(work)
        }
      case nil: break
      }
    }
  }
}
