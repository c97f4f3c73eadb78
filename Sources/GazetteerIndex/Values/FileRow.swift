/// A row of a file that is written with a place, as it is in the file.
package struct FileRow: Sendable {
  /// Its text without the line end.
  package let text: Untrusted
  /// The value of the column with the names; nil: none.
  package let name: Untrusted?
  /// The position in its columns; nil: none, or one that cannot be read.
  package let position: Coordinate?

  package init(text: Untrusted, name: Untrusted?, position: Coordinate?) {
    (self.text, self.name, self.position) = (text, name, position)
  }
}

extension FileRow {
  /// How the rows of a file are written.
  package enum Format: Equatable, Sendable {
    /// As cells. The first row has the names of the columns.
    case table(delimiter: UInt8)
    /// As JSON objects, one a line.
    case jsonLines
  }
}
