/// What the output can show.
package struct Style: Equatable, Sendable {
  /// The width of a line in cells; nil: unlimited.
  package var width: Int?
  /// The lines of the window; nil: unlimited.
  package var rows: Int?
  package var isColored = false
  /// Whether marks of the program are ASCII. Data is not changed.
  package var isASCII = false

  /// Whether lists and maps are side by side, if the lines are wide enough for that.
  package var isLandscape = false
  /// Whether CSV and TSV have the texts unchanged: the output is no terminal.
  package var isRaw = false

  package init(width: Int? = nil, rows: Int? = nil, isColored: Bool = false, isASCII: Bool = false) {
    self.width = width
    self.rows = rows
    self.isColored = isColored
    self.isASCII = isASCII
  }

  /// The check mark in a page; `shown` turns it into what the output can show.
  static let mark = "✓"
  /// The marks of favorites and of other places in a page.
  static let (heart, noHeart) = ("♥", "♡")
  /// A cell of a bar in a page.
  static let bar = "█"

  /// The check mark as the output can show it.
  package var mark: String { shown(Style.mark) }

  /// A mark of a page as the output can show it.
  func shown(_ mark: String) -> String {
    guard isASCII else { return mark }
    return switch mark {
    case Style.mark: "x"
    case Style.heart: "*"
    case Style.noHeart: "-"
    default: mark
    }
  }
}
