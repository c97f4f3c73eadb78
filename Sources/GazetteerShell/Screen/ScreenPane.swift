/// Rows beside other rows.
package struct ScreenPane: Equatable, Sendable {
  /// Where its rows begin.
  package var column: Int
  package var rows: [ScreenRow]

  package init(column: Int, rows: [ScreenRow]) {
    self.column = column
    self.rows = rows
  }
}
