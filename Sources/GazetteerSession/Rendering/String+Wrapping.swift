import GazetteerIndex

extension String {
  /// The text with its lines broken at spaces to fit a width in cells; nil: unchanged. What is to be copied, such as a line
  /// to type, is indented by two spaces, and not broken.
  ///
  /// For neutralised text that is not part of a view, such as notices and errors.
  package func wrapped(to width: Int?) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.hasPrefix("  ") ? [String($0)] : Page.wrapped(String($0), cells: width) }
      .joined(separator: "\n")
  }
}

extension Page {
  /// The text in lines that fit a width in cells, broken at spaces; a word that is too long is broken anywhere.
  static func wrapped(_ text: String, cells: Int?) -> [String] {
    guard let cells, Width.of(text) > cells else { return [text] }
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      let width = Width.of(String(word))
      if used > 0, used + 1 + width <= cells {
        line += " " + word
        used += 1 + width
        continue
      }
      if used > 0 { lines.append(line) }
      (line, used) = ("", 0)
      for cluster in word {
        let width = Width.of(cluster)
        if used + width > cells {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(cluster)
        used += width
      }
    }
    return lines + [line]
  }
}
