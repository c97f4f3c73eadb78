/// A row of a file that is written with a place, as it is in the file.
package struct FileRow: Sendable {
  /// Its text without the line end. A JSON object gets its place as its last member.
  package let text: Untrusted
  /// What follows that object on the line.
  package let rest: Untrusted
  /// The value of the column with the names; nil: none.
  package let name: Untrusted?
  /// The value of the column with the countries; nil: none.
  package let country: Untrusted?
  /// The value of the column with the divisions; nil: none.
  package let division: Untrusted?
  package let position: Position

  package init(
    text: Untrusted, rest: Untrusted = Untrusted(""), name: Untrusted?, country: Untrusted? = nil,
    division: Untrusted? = nil, position: Position
  ) {
    (self.text, self.rest, self.name, self.position) = (text, rest, name, position)
    (self.country, self.division) = (country, division)
  }
}

extension FileRow {
  /// What its columns with the position have.
  package enum Position: Equatable, Sendable {
    case at(Coordinate)
    /// Nothing, or a text such as `n/a`.
    case missing
    /// Numbers that are no position on the globe.
    case offTheGlobe
    /// The same, but the other way round they are one.
    case swapped
    /// Texts that are no numbers, or no point.
    case unreadable

    package var coordinate: Coordinate? {
      guard case .at(let coordinate) = self else { return nil }
      return coordinate
    }
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
