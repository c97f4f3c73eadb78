import GazetteerIndex

/// A view for people: blocks of neutralised text.
struct Page: Equatable {
  enum Block: Equatable {
    case line(String)
    /// A line that is not broken, so that it can be copied: a link.
    case unbroken(String)
    /// The last block. If all does not fit the window, the code is left out, and `hint` says how to get it; nil: it is
    /// drawn anyway.
    case code(QRCode, hint: String?)
    /// A line after a mark from `Style`.
    case marked(String, String)
    case table(Table)
    /// A map as large as the window.
    case map(MapSubject)
    /// Labels with texts. A long text continues in the lines below, under its start.
    case pairs([Pair])
  }

  struct Pair: Equatable {
    let label: String
    let text: String

    init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }

    /// Whether the text is a link, which is not broken.
    var isLink: Bool { ["http://", "https://"].contains { text.hasPrefix($0) } && !text.contains(" ") }
  }

  var blocks: [Block]

  init(_ blocks: [Block]) { self.blocks = blocks }

  /// The page as text that ends with a newline.
  func text(in style: Style, _ cancellation: Cancellation) throws(Cancelled) -> String {
    var text = ""
    for block in blocks {
      switch block {
      case .line(let line): text += Page.wrapped(line, cells: style.width).joined(separator: "\n") + "\n"
      case .unbroken(let line): text += line + "\n"
      case .code(let code, let hint):
        let above = Page.rows(of: text, cells: style.width)
        text += code.lines(in: style, below: above, hint: hint).map { $0 + "\n" }.joined()
      case .marked(let mark, let line):
        text += Page.wrapped(style.shown(mark) + " " + line, cells: style.width).joined(separator: "\n") + "\n"
      case .map(let subject): text += subject.text(in: style, below: Page.rows(of: text, cells: style.width))
      case .table(let table): try table.write(to: &text, in: style, cancellation)
      case .pairs(let pairs): Page.write(pairs, to: &text, in: style)
      }
    }
    return text
  }

  /// How many rows of a window a text takes.
  private static func rows(of text: String, cells: Int?) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().reduce(0) { rows, line in
      let width = Width.of(String(line))
      return rows + (cells.map { max(1, (width + $0 - 1) / max(1, $0)) } ?? 1)
    }
  }

  private static func write(_ pairs: [Pair], to text: inout String, in style: Style) {
    let gap = 2
    let indent = min(pairs.map { Width.of($0.label) }.max() ?? 0, 28)
    let room = style.width.map { max($0 - gap - indent - gap, 16) }
    for pair in pairs {
      var label = Width.pad(pair.label, cells: indent)
      let lines = wrapped(pair.text, cells: pair.isLink ? nil : room)
      // A label that is too long gets a line of its own.
      if Width.of(pair.label) > indent, !pair.text.isEmpty {
        text += spaces(gap) + pair.label + "\n"
        label = spaces(indent)
      }
      for (index, line) in lines.enumerated() {
        let start = spaces(gap) + (index == 0 ? label : spaces(indent))
        text += (line.isEmpty ? trimmed(start) : start + spaces(gap) + line) + "\n"
      }
    }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  static func trimmed(_ text: String) -> String {
    let last = text.lastIndex { $0 != " " }
    return last.map { String(text[...$0]) } ?? ""
  }
}
