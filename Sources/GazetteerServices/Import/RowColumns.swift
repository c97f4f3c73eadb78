import GazetteerIndex

/// Which columns of a file are needed, and what the user says of them.
package struct RowColumns: Equatable, Sendable {
  /// Whether rows without a column of names are refused.
  package var needsName: Bool
  /// Whether rows without columns of positions are refused.
  package var needsPosition: Bool
  /// The columns that the user named; nil: guessed.
  package var name: Untrusted?
  /// nil: none.
  package var country: Untrusted?
  /// nil: none.
  package var division: Untrusted?
  package var latitude: Untrusted?
  package var longitude: Untrusted?
  /// The column with whole positions; nil: guessed if it is not said where they are.
  package var geometry: Untrusted?
  /// How its texts and positions are read.
  package var reading: SourceReading
  /// Whether the rows of a table are given as JSON objects.
  package var asObjects = false

  package init(
    needsName: Bool = false, needsPosition: Bool = false, name: Untrusted? = nil, country: Untrusted? = nil,
    division: Untrusted? = nil, latitude: Untrusted? = nil, longitude: Untrusted? = nil, geometry: Untrusted? = nil,
    reading: SourceReading = SourceReading()
  ) {
    self.reading = reading
    self.needsName = needsName
    self.needsPosition = needsPosition
    self.name = name
    self.country = country
    self.division = division
    self.latitude = latitude
    self.longitude = longitude
    self.geometry = geometry
  }
}

extension RowColumns {
  /// What is said about the columns that are guessed.
  var read: SourceReading {
    var reading = SourceReading()
    reading[.crs] = self.reading[.crs]
    return reading
  }
}
