/// Where a dataset comes from, and what happened when it was opened.
public struct DatasetAbout: Equatable, Sendable {
  /// The path it was opened from; nil for the built-in one.
  public var source: Untrusted?
  /// The name of its format, as `--format` takes it.
  public var format: String
  /// The credit that its licence requires; part of every export.
  public var attribution: Untrusted?
  /// The time of the last change, as the source writes it.
  public var lastModified: Untrusted?
  /// A checksum of what a server sent; nil if it is not from a server.
  package var contentSum: Int64?
  /// The copy that was opened instead, because the source could not be reached.
  package var localCopy: LocalCopy?
  /// The number of rows that were left out.
  public var skipped = 0
  /// The number of places whose position was left out, because it is not on the globe or not a number.
  public var unplaced = 0
  /// The number of these whose latitude and longitude look swapped.
  package var swapped = 0
  /// The number of places without a position, also of those whose position was left out.
  package var withoutPosition = 0
  /// The number of other problems that left nothing out.
  public var warnings = 0
  /// The first of all these problems, each with its place in the file and the reason.
  public var problems: [Message] = []
  /// What its columns were taken for: `name: FACILITY_NAME · position: Y, X`; nil if there was nothing to guess.
  package var columns: Message?
  /// What the columns that became facts of places are called in the file.
  package var headers: [Header] = []
  /// How long opening took.
  public var seconds: Double = 0

  package struct Header: Equatable, Sendable {
    package let name: Untrusted
    /// The name of the column of places: `category`. nil if no column has its very values.
    package let field: String?

    package init(_ name: Untrusted, field: String?) {
      self.name = name
      self.field = field
    }
  }

  public init(source: Untrusted? = nil, format: String, attribution: Untrusted? = nil) {
    self.source = source
    self.format = format
    self.attribution = attribution
  }
}
