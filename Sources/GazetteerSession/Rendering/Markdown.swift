import GazetteerIndex

/// A page as Markdown.
enum Markdown {
  static func text(of page: Page, _ cancellation: Cancellation) throws(Cancelled) -> String {
    var text = ""
    for block in page.blocks {
      if !text.isEmpty { text += "\n" }
      switch block {
      case .line(let line), .unbroken(let line): text += escaped(line) + "\n"
      case .code(let code, _): text += "```\n" + code.lines(in: Style()).map { $0 + "\n" }.joined() + "```\n"
      case .marked(let mark, let line): text += mark + " " + escaped(line) + "\n"
      case .map(let subject): text += "```\n" + subject.text(in: Style()) + "```\n"
      case .pairs(let pairs): text += pairs.map { "- \(escaped($0.label)): \(escaped($0.text))\n" }.joined()
      case .table(let table):
        text += row(table.columns.map(\.title))
        text += "|" + table.columns.map { $0.alignment == .right ? " ---: |" : " --- |" }.joined() + "\n"
        for (index, cells) in table.rows.enumerated() {
          try cancellation.checkWhileRendering(index)
          text += row(cells)
        }
      }
    }
    return text
  }

  private static func row(_ cells: [String]) -> String { "|" + cells.map { " \(escaped($0)) |" }.joined() + "\n" }

  /// Escapes characters that have a meaning in Markdown or HTML.
  private static func escaped(_ text: String) -> String {
    // By scalars, because a combining mark would form one character with the sign before it.
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "<": escaped += "&lt;"
      case "&": escaped += "&amp;"
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~": escaped += "\\\(scalar)"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
