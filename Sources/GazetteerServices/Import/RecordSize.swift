import GazetteerIndex

/// How much of a record was read. Real records are far smaller than the limits; one that is larger could need much more
/// memory than its text, so it is left out.
struct RecordSize {
  /// The most values of a record: members of an object, columns, names in a list.
  static let mostValues = CSVReader.mostFields
  /// The most bytes of a record in the file, without its geometry.
  static let mostBytes = CSVReader.longestRecord

  private var values = 0
  private let end: Int

  /// - Parameter start: where the record begins, in bytes.
  init(from start: Int) { end = start + Self.mostBytes }

  /// Counts a value. Throws an error of form if the record is too large.
  @inline(__always)
  mutating func add(at offset: Int) throws(JSONError) {
    values += 1
    if values > Self.mostValues { throw JSONError(offset: offset, fault: .form(RowFault.tooManyValues.message)) }
    try check(offset)
  }

  /// Throws an error of form if the record is too long.
  @inline(__always)
  func check(_ offset: Int) throws(JSONError) {
    if offset > end { throw JSONError(offset: offset, fault: .form(RowFault.tooLong.message)) }
  }
}
