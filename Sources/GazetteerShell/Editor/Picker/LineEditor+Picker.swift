extension LineEditor {
  /// Lets the user tick items in rows below the cursor, which are removed afterwards. nil if the user cancelled, or a
  /// signal ended it.
  ///
  ///     nextKey() ─► Picker.press ─► Picker.scene ─► canvas
  ///
  /// - Parameter newer: the same picker with other items, if they have changed since the last call.
  func pick(_ picker: Picker, isASCII: Bool, newer: @escaping () -> Picker? = { nil }) -> Picker? {
    guard hasScreen, signals.ending == nil else { return nil }
    var picker = picker
    let hadMeta = decoder.hasMeta
    decoder.hasMeta = false
    outcome = nil
    otherScene = { [canvas] in
      let (columns, rows) = (canvas.columns, canvas.rows)
      if let newer = newer() { picker.replaceItems(by: newer) }
      picker.fit(rows: rows)
      return picker.scene(columns: columns, rows: rows, isASCII: isASCII)
    }
    terminal.startEditing()
    defer {
      otherScene = nil
      canvas.erase()
      terminal.stopEditing()
      decoder.hasMeta = hadMeta
    }
    while let key = nextKey() {
      switch key {
      case Key.paste.rawValue: picker.type(decoder.removePaste().text)
      case Control.l: canvas.clear()
      case Control.z: if let suspend { lend(suspend) }
      default:
        if let ending = picker.press(key) { return ending == .done ? picker : nil }
      }
    }
    return nil
  }
}
