import GazetteerIndex

extension String {
  /// The text with each of its lines broken at blanks into lines of at most so many cells; nil: as it is.
  ///
  /// For neutralised text: notices, errors and whatever else is printed besides views.
  package func wrapped(to width: Int?) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { Page.wrapped(String($0), cells: width) }
      .joined(separator: "\n")
  }
}

extension Page {
  /// The text in lines of at most so many cells, broken at blanks; a word that is too long is broken anywhere.
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
