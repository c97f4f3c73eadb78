/// What the place of printing can show.
package struct Style: Equatable, Sendable {
  /// Cells of a line; nil: as many as it takes.
  package var width: Int?
  package var isColored = false
  /// Whether the program's own marks are ASCII. Data stays as it is.
  package var isASCII = false

  package init(width: Int? = nil, isColored: Bool = false, isASCII: Bool = false) {
    self.width = width
    self.isColored = isColored
    self.isASCII = isASCII
  }

  /// What marks a row in a page; a style without it has its own.
  static let mark = "✓"
  /// What marks a favorite in a page, and what any other place.
  static let (heart, noHeart) = ("♥", "♡")

  /// What marks a row where this is printed.
  package var mark: String { shown(Style.mark) }

  /// What stands for a mark of a page where this is printed.
  func shown(_ mark: String) -> String {
    guard isASCII else { return mark }
    return switch mark {
    case Style.mark: "x"
    case Style.heart: "*"
    case Style.noHeart: "-"
    default: mark
    }
  }

  /// Stands for text that was cut off.
  var ellipsis: String { isASCII ? "..." : "…" }
}
