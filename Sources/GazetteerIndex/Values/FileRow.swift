/// A row of a file that is written with a place, as it is in the file.
package struct FileRow: Sendable {
  /// Its text without the line end.
  package let text: Untrusted
  /// The value of the column with the names; nil: none.
  package let name: Untrusted?
  /// The position in its columns; nil: none, or one that cannot be read.
  package let position: Coordinate?
  /// Whether its columns have two numbers that are no position on the globe.
  package let isOffTheGlobe: Bool

  package init(text: Untrusted, name: Untrusted?, position: Coordinate?, isOffTheGlobe: Bool = false) {
    (self.text, self.name, self.position, self.isOffTheGlobe) = (text, name, position, isOffTheGlobe)
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
