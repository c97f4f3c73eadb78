import Foundation
import Testing

@testable import GazetteerShell

struct LineLayoutTests {
  init() { setlocale(LC_CTYPE, "C.UTF-8") }

  @Test(arguments: [
    ("", 10, 0, 0), ("abc", 10, 0, 3), ("0123456789", 10, 1, 0), ("0123456789ab", 10, 1, 2), ("zürich", 10, 0, 6),
    ("東京", 10, 0, 4), ("012345678東", 10, 1, 2), ("a\nb", 10, 1, 1), ("a\tb", 20, 0, 9), ("\u{1}", 10, 0, 2),
    ("abc", 1, 3, 0), ("e\u{301}", 10, 0, 1),
  ])
  func charactersFillRows(text: String, columns: Int, row: Int, column: Int) {
    var layout = LineLayout(columns: columns)
    layout.advance(over: text)
    #expect((layout.row, layout.column) == (row, column))
  }
}
