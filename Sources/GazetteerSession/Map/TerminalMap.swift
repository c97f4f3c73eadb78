import GazetteerIndex

/// A map as text: Braille dots, markers and labels.
package struct TerminalMap {
  private let subject: MapSubject
  private let columns: Int
  private let rows: Int

  package init(of subject: MapSubject, columns: Int, rows: Int) {
    self.subject = subject
    self.columns = columns
    self.rows = rows
  }

  /// `rows` rows, each of at most `columns` cells.
  package func lines(isASCII: Bool) -> [[InkedText]] {
    (0..<rows).map { _ in [InkedText(String(repeating: isASCII ? "." : "⠂", count: columns), .coast)] }
  }
}
