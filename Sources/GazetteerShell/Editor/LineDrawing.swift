import CEditline
import GazetteerIndex
import Glibc

/// Drawing around the line that is edited. libedit draws the line itself; these are all the sequences sent besides:
///
///     ESC [ n A       up n rows, to the first row of the line
///     ESC [ n B       down n rows, to the last row of the line
///     CR ESC [ n C    to column n, counted from 0, where the line ends
///     CR ESC [ J      clear from there to the end of the screen
extension LineEditor {
  /// The line as it stands, and how many of its bytes come before the cursor.
  var edited: (text: String, cursor: Int) {
    guard let line = el_line(handle)?.pointee else { return ("", 0) }
    let bytes = UnsafeRawBufferPointer(start: line.buffer, count: line.lastchar - line.buffer)
    return (String(decoding: bytes, as: UTF8.self), line.cursor - line.buffer)
  }

  /// Where the cursor stands, and where the line ends, counted from the prompt.
  private var places: (cursor: LineLayout, end: LineLayout) {
    var layout = LineLayout(columns: columns)
    let (text, cursor) = edited
    layout.advance(over: prompt)
    layout.advance(over: String(decoding: text.utf8.prefix(cursor), as: UTF8.self))
    let place = layout
    layout.advance(over: String(decoding: text.utf8.dropFirst(cursor), as: UTF8.self))
    return (place, layout)
  }

  private var columns: Int {
    var size = winsize()
    return ioctl(output, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Clears prompt and line, and leaves the cursor where they began; a terminal that cannot gets a new row.
  func goToFirstRow() {
    guard canRedraw else { return write("\r\n") }
    let above = places.cursor.row
    write((above > 0 ? "\u{1b}[\(above)A" : "") + "\r\u{1b}[J")
  }

  /// Moves to the end of the line, so that what is printed next does not overwrite it.
  func goToEnd() {
    guard canRedraw else { return }
    let (cursor, end) = places
    let below = end.row - cursor.row
    write((below > 0 ? "\u{1b}[\(below)B" : "") + "\r" + (end.column > 0 ? "\u{1b}[\(end.column)C" : ""))
  }

  /// Shows messages where the line is, and the line again under them.
  func printAbove(_ messages: [Message]) {
    guard !messages.isEmpty else { return }
    goToFirstRow()
    for message in messages {
      // A terminal set for editing need not go back to the first column at a newline.
      for row in message.neutralised.split(separator: "\n", omittingEmptySubsequences: false) { write(row + "\r\n") }
    }
    _ = gaz_edit_refresh(handle)
  }

  /// Replaces the line and puts the cursor before the byte `cursor` of it.
  func replaceLine(with text: String, cursor: Int) {
    let old = Int32(edited.text.unicodeScalars.count)
    // libedit counts characters here, and takes too far a move as one to the end.
    el_cursor(handle, old)
    el_deletestr(handle, old)
    if !text.isEmpty { el_insertstr(handle, text) }
    let after = String(decoding: text.utf8.dropFirst(cursor), as: UTF8.self)
    el_cursor(handle, -Int32(after.unicodeScalars.count))
  }

  func write(_ text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        // The terminal is gone, which the next reading finds out.
        return
      }
    }
  }
}
