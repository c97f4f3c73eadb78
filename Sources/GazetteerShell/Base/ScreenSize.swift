import GazetteerIndex
import Glibc

/// Columns and rows of a terminal, each at least 1.
package struct ScreenSize: Equatable, Sendable {
  package let columns: Int
  package let rows: Int

  /// No screen is larger, in columns or rows; a terminal that claims more would cost memory and time.
  private static let largest = 2000

  package init(columns: Int, rows: Int) {
    self.columns = min(max(1, columns), Self.largest)
    self.rows = min(max(1, rows), Self.largest)
  }

  /// The size of the terminal at `descriptor`; 80 by 24 if unknown.
  package init(of descriptor: Int32) {
    let (columns, rows) = Self.reported(by: descriptor)
    self.init(columns: columns ?? 80, rows: rows ?? 24)
  }

  /// How many rows `text` takes, which consists of whole lines without colors; counts no further than `most`.
  func height(of text: String, atMost most: Int = .max) -> Int {
    var height = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      height += max(1, (Width.of(String(Substring(line))) + columns - 1) / columns)
      if height >= most { return height }
    }
    return height
  }

  /// The columns of the terminal at `descriptor`; nil if unknown.
  static func columns(of descriptor: Int32) -> Int? { reported(by: descriptor).columns.map { min($0, largest) } }

  /// Lines of the terminal at `descriptor`; nil if unknown.
  static func rows(of descriptor: Int32) -> Int? { reported(by: descriptor).rows.map { min($0, largest) } }

  /// The size of a cell in pixels of the terminal at `descriptor`; nil if unknown.
  static func cell(of descriptor: Int32) -> (width: Int, height: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    let (width, height) = (size.ws_xpixel / size.ws_col, size.ws_ypixel / size.ws_row)
    return width > 0 && height > 0 ? (Int(width), Int(height)) : nil
  }

  private static func reported(by descriptor: Int32) -> (columns: Int?, rows: Int?) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return (nil, nil) }
    return (size.ws_col > 0 ? Int(size.ws_col) : nil, size.ws_row > 0 ? Int(size.ws_row) : nil)
  }
}
