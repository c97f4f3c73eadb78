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

  /// Stands for text that was cut off.
  var ellipsis: String { isASCII ? "..." : "…" }
}
